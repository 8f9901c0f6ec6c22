//! A launch allocates nothing on the host after the first.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use phalanx_runtime::{Cooperative, Device, Error, Launch};

use crate::kernels::{add, meet, sum_shared};

/// The system's allocator, counting what each thread asks of it. The driver has its own.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: everything is the system's allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's layout.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's pointer, which `alloc` gave.
        unsafe { System.dealloc(pointer, layout) }
    }
}

pub(crate) fn launches_do_not_allocate(device: &Device) -> Result<(), Error> {
    let (stream, other) = (device.stream()?, device.stream()?);
    let (x, mut y) = (stream.upload(&[1_u32; 64])?, stream.zeros::<u32>(64)?);
    let mut out = stream.zeros(1)?;
    let mut seen = stream.zeros(100_000)?;
    let mut launches = || -> Result<(), Error> {
        add::launch(&stream, Launch::fill().threads(64), &x, &mut y, 1)?;
        meet::launch(&stream, Cooperative::fill().threads(64), &mut seen, 1)?;
        sum_shared::launch(&stream, Launch::blocks(1).threads(64), 10, 10_000, &mut out)?;
        // A buffer that goes from stream to stream is ordered by events that exist already.
        add::launch(&other, Launch::blocks(1).threads(64), &x, &mut y, 1)
    };
    // The first of each loads the kernel; the second has met both streams in every role.
    launches()?;
    launches()?;
    let before = COUNT.get();
    for _ in 0..100 {
        launches()?;
    }
    assert_eq!(COUNT.get() - before, 0, "allocations in 400 launches");
    stream.synchronize()?;
    other.synchronize()
}
