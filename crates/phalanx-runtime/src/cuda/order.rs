//! The order of a buffer's uses on several streams.
//!
//! A use that reads waits for the last write; a use that writes waits for the last write and for
//! all reads since. A buffer that one stream uses alone needs no event and no lock: that case costs
//! one comparison a launch. When a second stream comes, the first is marked there and then, with an
//! event behind everything it has been given so far.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{driver::Failure, stream::Stream};

/// The value of `Order::alone` when several streams have used the buffer since the last write; no
/// stream has this key.
const SEVERAL: usize = 0;

/// The streams that a buffer must be ordered behind.
#[derive(Debug)]
pub(crate) struct Order {
    /// Key of the stream that wrote last, if none but that has used the buffer since.
    ///
    /// Relaxed is enough: a write has the buffer exclusively, so it happens before or after every
    /// other use, and of two reads at the same time each is right whichever value it sees.
    alone: AtomicUsize,
    uses: Mutex<Uses>,
}

#[derive(Debug)]
struct Uses {
    writer: Arc<Stream>,
    /// Streams other than the writer that have read since.
    readers: Vec<Arc<Stream>>,
}

impl Order {
    /// The order of a buffer that `stream` has just allocated or is about to write.
    pub(crate) fn new(stream: Arc<Stream>) -> Self {
        Order {
            alone: stream.key().into(),
            uses: Mutex::new(Uses {
                writer: stream,
                readers: Vec::new(),
            }),
        }
    }

    /// Call before a read is put on a stream. The context must be current.
    #[inline]
    pub(crate) fn read(&self, stream: &Arc<Stream>) -> Result<(), Failure> {
        if self.alone.load(Relaxed) == stream.key() {
            Ok(())
        } else {
            self.read_after_others(stream)
        }
    }

    /// Call before a write, or a read and write, is put on a stream. The context must be current.
    #[inline]
    pub(crate) fn write(&self, stream: &Arc<Stream>) -> Result<(), Failure> {
        if self.alone.load(Relaxed) == stream.key() {
            Ok(())
        } else {
            self.write_after_others(stream)
        }
    }

    fn read_after_others(&self, stream: &Arc<Stream>) -> Result<(), Failure> {
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        let key = stream.key();
        if uses.writer.key() == key || uses.readers.iter().any(|reader| reader.key() == key) {
            return Ok(());
        }
        stream.follow(&uses.writer)?;
        uses.readers.push(stream.clone());
        self.alone.store(SEVERAL, Relaxed);
        Ok(())
    }

    fn write_after_others(&self, stream: &Arc<Stream>) -> Result<(), Failure> {
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        stream.follow(&uses.writer)?;
        for reader in &uses.readers {
            stream.follow(reader)?;
        }
        uses.readers.clear();
        uses.writer = stream.clone();
        self.alone.store(stream.key(), Relaxed);
        Ok(())
    }
}
