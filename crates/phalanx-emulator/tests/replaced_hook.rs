//! A program that sets its own panic hook after the emulator set one.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use phalanx_emulator::{Fault, Properties, Shape, run};

#[test]
fn a_kernel_still_fails_with_its_message() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let shape = Shape {
        grid: [1, 1, 1],
        block: [40, 1, 1],
        dynamic_shared: &[],
        cooperative: false,
        buffers: &[],
    };
    let launch = |body: &(dyn Fn() + Sync)| run(&Properties::default(), "test", &shape, body);

    launch(&|| {}).unwrap();
    panic::set_hook(Box::new(|_| _ = CALLS.fetch_add(1, SeqCst)));
    let bodies: [(&str, &(dyn Fn() + Sync)); 2] = [
        ("text", &|| {
            panic!("text");
        }),
        ("value 7", &|| {
            panic!("value {}", std::hint::black_box(7));
        }),
    ];
    for (expected, body) in bodies {
        match launch(body) {
            Err(Fault::Panic {
                message, thread, ..
            }) => assert_eq!((message.as_str(), thread), (expected, [0; 3])),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(CALLS.load(SeqCst), 2);
    launch(&|| {}).unwrap();
}
