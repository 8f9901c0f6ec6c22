//! Panics of emulated threads: caught with their message and place, and not printed.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// A panic of an emulated thread.
pub(crate) struct Caught {
    pub(crate) message: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

thread_local! {
    /// Whether this operating-system thread runs emulated threads just now.
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    /// The last panic of an emulated thread.
    static CAUGHT: RefCell<Option<Caught>> = const { RefCell::new(None) };
}

/// Runs `f`, in which emulated threads run. If one of them panics, that is returned instead of
/// printed.
pub(crate) fn watch<R>(f: impl FnOnce() -> R) -> Result<R, Caught> {
    struct Unwatch;
    impl Drop for Unwatch {
        fn drop(&mut self) {
            WATCHED.set(false);
        }
    }

    install();
    WATCHED.set(true);
    let unwatch = Unwatch;
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    drop(unwatch);
    result.map_err(|payload| {
        CAUGHT.take().unwrap_or_else(|| {
            // Someone else has replaced the hook since: the payload has the message but not the
            // place.
            let text = payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned());
            let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
            Caught {
                message: message.unwrap_or_else(|| "a panic without a message".into()),
                file: "unknown place".into(),
                line: 0,
                column: 0,
            }
        })
    })
}

/// Puts a hook in front of the process's own, once.
fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if WATCHED.get() {
                catch(info)
            } else {
                previous(info)
            }
        }));
    });
}

fn catch(info: &PanicHookInfo<'_>) {
    let location = info.location();
    CAUGHT.set(Some(Caught {
        message: info
            .payload_as_str()
            .unwrap_or("a panic without a message")
            .to_owned(),
        file: location.map_or_else(
            || "unknown place".to_owned(),
            |location| location.file().to_owned(),
        ),
        line: location.map_or(0, |location| location.line()),
        column: location.map_or(0, |location| location.column()),
    }));
}
