//! Uses of a buffer on several streams come one after the other where they must.
//!
//! `copy_late` holds a stream up for long enough that work without an order would overtake it.

use std::time::Duration;

use phalanx_runtime::{Device, DeviceBuffer, Error, Launch, Stream};

use crate::kernels::{add, copy_late};

const LEN: usize = 64;
const LATE: Duration = Duration::from_millis(50);

fn one_block() -> Launch {
    Launch::blocks(1).threads(LEN)
}

fn copy(stream: &Stream, x: &DeviceBuffer<u32>, y: &mut DeviceBuffer<u32>) -> Result<(), Error> {
    copy_after(LATE, stream, x, y)
}

fn copy_after(
    late: Duration,
    stream: &Stream,
    x: &DeviceBuffer<u32>,
    y: &mut DeviceBuffer<u32>,
) -> Result<(), Error> {
    copy_late::launch(stream, one_block(), late.as_nanos() as u64, x, y)
}

pub(crate) fn read_after_write(device: &Device) -> Result<(), Error> {
    let (a, b, c) = (device.stream()?, device.stream()?, device.stream()?);
    let (x, mut y, mut z) = (
        a.upload(&[1; LEN])?,
        a.zeros::<u32>(LEN)?,
        b.zeros::<u32>(LEN)?,
    );
    // Loads both kernels, which takes longer than the copy.
    add::launch(&b, one_block(), &x, &mut z, 0)?;
    copy(&a, &x, &mut y)?;
    a.clear(&mut y)?;
    a.synchronize()?;
    b.synchronize()?;

    copy(&a, &x, &mut y)?;
    add::launch(&b, one_block(), &y, &mut z, 1)?;
    assert_eq!(c.download(&z)?, [2; LEN]);
    // A copy to the host is a read too, and one on a third stream as well.
    a.clear(&mut y)?;
    copy(&a, &x, &mut y)?;
    assert_eq!(c.download(&y)?, [1; LEN]);
    Ok(())
}

pub(crate) fn write_after_read(device: &Device) -> Result<(), Error> {
    let (a, b, c) = (device.stream()?, device.stream()?, device.stream()?);
    let mut x = a.upload(&[1; LEN])?;
    let (mut y, mut z) = (a.zeros::<u32>(LEN)?, b.zeros::<u32>(LEN)?);
    copy(&a, &x, &mut y)?;
    a.synchronize()?;

    // Two streams read, the one that has not written last takes longer, and a third writes.
    copy(&a, &x, &mut y)?;
    copy_after(3 * LATE, &b, &x, &mut z)?;
    c.clear(&mut x)?;
    c.synchronize()?;
    assert_eq!(
        (a.download(&y)?, b.download(&z)?),
        (vec![1; LEN], vec![1; LEN])
    );
    assert_eq!(a.download(&x)?, [0; LEN]);
    Ok(())
}

pub(crate) fn free_after_use(device: &Device) -> Result<(), Error> {
    let (a, b) = (device.stream()?, device.stream()?);
    let x = b.upload(&[7; LEN])?;
    for _ in 0..3 {
        let mut y = a.zeros::<u32>(LEN)?;
        a.synchronize()?;
        copy(&b, &x, &mut y)?;
        // The memory goes back to the pool of `a`, and is likely to come again at once.
        drop(y);
        let again = a.zeros::<u32>(LEN)?;
        a.synchronize()?;
        b.synchronize()?;
        assert_eq!(a.download(&again)?, [0; LEN]);
    }
    Ok(())
}

pub(crate) fn cudarc_after_use(device: &Device) -> Result<(), Error> {
    let (a, b) = (device.stream()?, device.stream()?);
    let x = b.upload(&[7; LEN])?;
    let mut y = a.zeros::<u32>(LEN)?;
    a.synchronize()?;
    copy(&b, &x, &mut y)?;
    let slice = y.into_cuda_slice()?;
    // On a stream that the buffer has never been on.
    let theirs = device
        .cudarc_context()
        .expect("a CUDA device")
        .new_stream()
        .expect("a stream");
    assert_eq!(theirs.clone_dtoh(&slice).expect("a copy"), [7; LEN]);

    // And the other way: cudarc's copy is waited for, though it is on another stream than the
    // launch.
    let y = a.adopt(slice)?;
    let mut z = b.zeros::<u32>(LEN)?;
    add::launch(&b, one_block(), &y, &mut z, 1)?;
    assert_eq!(b.download(&z)?, [8; LEN]);
    Ok(())
}
