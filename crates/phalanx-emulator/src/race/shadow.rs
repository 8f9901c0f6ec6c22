//! What is remembered of the accesses to each element of an array.

use std::hint;
use std::ptr;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use phalanx_groups::exec::Site;

use super::epoch::Epoch;

/// Words a cell: three accesses, each an epoch and a place in the source.
const WORDS: usize = 6;

/// What is remembered of the accesses to one array.
pub(crate) struct Shadow {
    /// The address of the array.
    start: usize,
    bytes: usize,
    /// Cells are for as many bytes, as a power of two.
    shift: u32,
    words: Box<[AtomicU64]>,
}

/// What is remembered of the accesses to one cell. Several operating-system threads may have the
/// cell of an element of a buffer: see [`lock`](Cell::lock).
#[derive(Clone, Copy)]
pub(crate) struct Cell<'a>(&'a [AtomicU64; WORDS]);

/// Which access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Write = 0,
    /// The last read since the write.
    LastRead = 2,
    /// An earlier read since the write, by another thread.
    FirstRead = 4,
}

/// An access that is remembered.
#[derive(Clone, Copy)]
pub(crate) struct Touched {
    pub(crate) epoch: Epoch,
    pub(crate) site: Site,
}

impl Shadow {
    /// For an array of objects of `element` bytes aligned to `align`.
    ///
    /// An object of 1, 2, 4 or 8 bytes that is aligned to its size has a cell. Others have one for
    /// every 4 bytes, or fewer if they are aligned to fewer; parts of them that are smaller than that
    /// are not watched.
    pub(crate) fn of(start: usize, bytes: usize, element: usize, align: usize) -> Self {
        let granule = if element == align && element <= 8 {
            element
        } else {
            align.min(4)
        };
        let shift = granule.max(1).trailing_zeros();
        // Zeroed by the system, and only when it is touched.
        let words = vec![0u64; bytes.div_ceil(1 << shift) * WORDS].into_boxed_slice();
        let words = Box::into_raw(words) as *mut [AtomicU64];
        Self {
            start,
            bytes,
            shift,
            // SAFETY: an atomic has the size, alignment and bits of its integer.
            words: unsafe { Box::from_raw(words) },
        }
    }

    /// Whether the array has this address.
    #[inline]
    pub(crate) fn holds(&self, address: usize) -> bool {
        address.wrapping_sub(self.start) < self.bytes
    }

    /// The cells of an object in the array.
    #[inline]
    pub(crate) fn cells(&self, address: usize, size: usize) -> impl Iterator<Item = Cell<'_>> {
        let first = (address - self.start) >> self.shift;
        let count = size >> self.shift;
        let words = &self.words[first * WORDS..(first + count) * WORDS];
        words.as_chunks::<WORDS>().0.iter().map(Cell)
    }
}

impl Cell<'_> {
    /// Keeps others out until [`unlock`](Cell::unlock).
    #[inline]
    pub(crate) fn lock(self) {
        loop {
            let free = self.0[0].load(Relaxed) & !Epoch::SPARE_BIT;
            if self.0[0]
                .compare_exchange_weak(free, free | Epoch::SPARE_BIT, Acquire, Relaxed)
                .is_ok()
            {
                return;
            }
            hint::spin_loop();
        }
    }

    #[inline]
    pub(crate) fn unlock(self) {
        self.0[0].store(self.0[0].load(Relaxed) & !Epoch::SPARE_BIT, Release);
    }

    #[inline]
    pub(crate) fn epoch(self, which: Which) -> Epoch {
        Epoch::from_bits(self.0[which as usize].load(Relaxed))
    }

    /// The access, if there was one.
    pub(crate) fn touched(self, which: Which) -> Option<Touched> {
        let site = self.0[which as usize + 1].load(Relaxed) as usize;
        let epoch = self.epoch(which);
        (epoch != Epoch::NONE).then(|| Touched {
            epoch,
            // SAFETY: `set` has put the address of a `'static` place there.
            site: unsafe { &*ptr::with_exposed_provenance(site) },
        })
    }

    /// Remembers an access.
    #[inline]
    pub(crate) fn set(self, which: Which, epoch: Epoch, site: Site) {
        // The lock, if it is held, is in the word of the write.
        let lock = match which {
            Which::Write => self.0[0].load(Relaxed) & Epoch::SPARE_BIT,
            _ => 0,
        };
        self.0[which as usize + 1].store(ptr::from_ref(site).expose_provenance() as u64, Relaxed);
        self.0[which as usize].store(epoch.bits() | lock, Relaxed);
    }

    /// Remembers what was the last read as the first.
    #[inline]
    pub(crate) fn keep_last_as_first(self) {
        self.0[4].store(self.0[2].load(Relaxed), Relaxed);
        self.0[5].store(self.0[3].load(Relaxed), Relaxed);
    }

    /// Forgets a read.
    #[inline]
    pub(crate) fn forget(self, which: Which) {
        self.0[which as usize].store(0, Relaxed);
    }
}
