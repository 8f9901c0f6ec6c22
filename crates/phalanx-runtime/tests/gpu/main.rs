//! The runtime on a CUDA device. Without one every test is reported as ignored, never as passed.
//!
//! A panic in a kernel takes the CUDA context of its process with it, so the tests of what comes
//! then run in a process of their own.

mod allocations;
mod kernels;
mod lost;
mod order;

use std::{process::ExitCode, sync::Arc, time::Duration};

use kernels::{Parts, add, copy_late, count_blocks, meet, sum_shared, values};
use libtest_mimic::{Arguments, Failed, Trial};
use phalanx_runtime::{
    Cooperative, Device, DeviceKind, Error, Launch, Stream,
    cudarc::driver::{CudaContext, CudaSlice},
};

/// A test: it fails by an error or a panic.
type Test = fn(&Device) -> Result<(), Error>;

const TESTS: &[(&str, Test)] = &[
    ("a_device_says_what_it_is", a_device_says_what_it_is),
    (
        "a_device_is_the_same_each_time",
        a_device_is_the_same_each_time,
    ),
    (
        "buffers_hold_what_was_put_into_them",
        buffers_hold_what_was_put_into_them,
    ),
    ("empty_buffers", empty_buffers),
    ("too_large_a_buffer", too_large_a_buffer),
    ("values_arrive_as_they_are", values_arrive_as_they_are),
    ("any_thread_may_launch", any_thread_may_launch),
    (
        "fill_asks_the_occupancy_of_the_kernel",
        fill_asks_the_occupancy_of_the_kernel,
    ),
    (
        "the_blocks_of_a_cooperative_grid_meet",
        the_blocks_of_a_cooperative_grid_meet,
    ),
    ("too_large_a_cooperative_grid", too_large_a_cooperative_grid),
    (
        "dynamic_shared_memory_beyond_the_default",
        dynamic_shared_memory_beyond_the_default,
    ),
    ("too_much_shared_memory", too_much_shared_memory),
    (
        "kernels_without_an_image_for_the_device",
        kernels_without_an_image_for_the_device,
    ),
    ("devices_do_not_mix", devices_do_not_mix),
    ("events_take_the_time", events_take_the_time),
    (
        "a_slice_of_cudarc_becomes_a_buffer_and_back",
        a_slice_of_cudarc_becomes_a_buffer_and_back,
    ),
    ("a_stream_of_cudarc", a_stream_of_cudarc),
    (
        "launches_do_not_allocate",
        allocations::launches_do_not_allocate,
    ),
    (
        "a_read_waits_for_a_write_on_another_stream",
        order::read_after_write,
    ),
    (
        "a_write_waits_for_a_read_on_another_stream",
        order::write_after_read,
    ),
    ("a_buffer_is_freed_behind_its_uses", order::free_after_use),
    ("cudarc_waits_for_a_buffers_uses", order::cudarc_after_use),
    (
        "a_panic_is_an_error_and_loses_the_context",
        lost::after_a_panic,
    ),
    (
        "an_illegal_address_loses_the_context",
        lost::after_an_illegal_address,
    ),
];

fn main() -> ExitCode {
    if let Some(code) = lost::child() {
        return code;
    }
    let device = match Device::cuda(0) {
        Ok(device) => Some(device),
        Err(why) => {
            println!("not run: {why}");
            None
        }
    };
    let trials = TESTS.iter().map(|&(name, test)| {
        let run = {
            let device = device.clone();
            move || match device {
                Some(device) => test(&device).map_err(Failed::from),
                None => Err("there is no CUDA device".into()),
            }
        };
        Trial::test(name, run).with_ignored_flag(device.is_none())
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// The text of the error that a call must give.
#[track_caller]
fn refused<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => panic!("this must be an error"),
        Err(error) => error.to_string(),
    }
}

fn a_device_says_what_it_is(device: &Device) -> Result<(), Error> {
    assert_eq!(device.kind(), DeviceKind::Cuda);
    let limits = device.limits();
    let (major, minor) = limits.compute_capability.expect("a CUDA device has one");
    assert_eq!(
        device.description(),
        format!(
            "CUDA device 0 ({}), compute capability {major}.{minor}, {} multiprocessors: asked for by \
             index",
            device.name(),
            limits.multiprocessors
        )
    );
    assert!(limits.max_shared_per_block >= 48 << 10, "{limits:?}");
    assert_eq!(limits.max_block, [1024, 1024, 64]);
    assert_eq!(limits.max_grid, [i32::MAX as u32, 65_535, 65_535]);
    Ok(())
}

fn a_device_is_the_same_each_time(device: &Device) -> Result<(), Error> {
    assert_eq!(*device, Device::cuda(0)?);
    let context = CudaContext::new(0).expect("the device's primary context");
    assert_eq!(*device, Device::from_cudarc(context)?);
    let count = Device::cuda_count()?;
    assert_eq!(
        refused(Device::cuda(count)),
        format!("no CUDA device {count}: this machine has {count}, counted from 0")
    );
    Ok(())
}

fn buffers_hold_what_was_put_into_them(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    for len in [1, 2, 1000, 1 << 20] {
        let numbers: Vec<u32> = (0..len).collect();
        let mut buffer = stream.upload(&numbers)?;
        assert_eq!(stream.download(&buffer)?, numbers);
        let backwards: Vec<u32> = numbers.iter().rev().copied().collect();
        stream.write(&mut buffer, &backwards)?;
        let mut host = numbers;
        stream.download_into(&buffer, &mut host)?;
        assert_eq!(host, backwards);
        stream.clear(&mut buffer)?;
        assert_eq!(stream.download(&buffer)?, vec![0; len as usize]);
        assert_eq!(stream.download(&stream.filled([7_u8, 9], 5)?)?, [[7, 9]; 5]);
    }
    Ok(())
}

fn empty_buffers(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let (x, mut y) = (stream.upload::<u32>(&[])?, stream.zeros::<u32>(0)?);
    add::launch(&stream, Launch::blocks(1).threads(32), &x, &mut y, 1)?;
    assert!(y.is_empty() && stream.download(&y)?.is_empty());
    assert!(y.into_cuda_slice()?.is_empty());
    Ok(())
}

fn too_large_a_buffer(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    match stream.zeros::<u8>(1 << 45) {
        Err(Error::OutOfMemory {
            asked,
            free: Some((free, total)),
            ..
        }) => {
            assert!(asked == 1 << 45 && free <= total && total < asked);
        }
        other => panic!("{other:?}"),
    }
    // The device goes on.
    assert_eq!(stream.download(&stream.zeros::<u8>(3)?)?, [0; 3]);
    Ok(())
}

fn values_arrive_as_they_are(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let mut out = stream.zeros(10)?;
    let parts = Parts {
        first: -5,
        second: 0.1,
        third: [65_535, 1, 40_000],
    };
    let launch = Launch::blocks(1).threads(1);
    values::launch(
        &stream,
        launch,
        true,
        -128,
        60_000,
        0.1,
        -0.2,
        1 << 40,
        parts,
        &mut out,
    )?;
    let expected = [
        1.0,
        -128.0,
        60_000.0,
        f64::from(0.1_f32),
        -0.2,
        (1_u64 << 40) as f64,
        -5.0,
        0.1,
        65_535.0,
        40_000.0,
    ];
    assert_eq!(stream.download(&out)?, expected);
    Ok(())
}

fn any_thread_may_launch(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let x = stream.upload(&[1_u32; 100])?;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|n| {
                let (stream, x) = (&stream, &x);
                scope.spawn(move || -> Result<(), Error> {
                    let mut y = stream.zeros(100)?;
                    add::launch(stream, Launch::cover(100).threads(64), x, &mut y, n)?;
                    assert_eq!(stream.download(&y)?, [1 + n; 100]);
                    // The buffer is freed on this thread.
                    Ok(())
                })
            })
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("no panic"))
    })
}

fn fill_asks_the_occupancy_of_the_kernel(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let mut blocks = stream.zeros(1)?;
    for threads in [32, 256, 1024, 256] {
        let each = count_blocks::info().resident_blocks(device, 0, threads, 0)?;
        assert!(each >= 1);
        count_blocks::launch(&stream, Launch::fill().threads(threads), &mut blocks)?;
        assert_eq!(
            stream.download(&blocks)?,
            [each * device.limits().multiprocessors]
        );
    }
    let resources = count_blocks::info()
        .resources(device, 0)?
        .expect("a CUDA device");
    assert!(
        resources.registers > 0 && resources.max_threads_per_block >= 1024,
        "{resources:?}"
    );
    assert!(
        Some(resources.compiled_for) <= device.limits().compute_capability,
        "{resources:?}"
    );
    Ok(())
}

fn the_blocks_of_a_cooperative_grid_meet(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let mut seen = stream.zeros::<u32>(100_000)?;
    let sms = device.limits().multiprocessors as usize;
    for launch in [
        Cooperative::fill().threads(256),
        Cooperative::blocks(1).threads(32),
        Cooperative::blocks(sms).threads(64),
        Cooperative::fill().threads(1024),
    ] {
        stream.clear(&mut seen)?;
        meet::launch(&stream, launch, &mut seen, 100)?;
        let seen = stream.download(&seen)?;
        assert_eq!(seen[0], 100, "{launch:?}");
        assert_eq!(
            seen.last(),
            Some(&0),
            "a block did not wait for its neighbour: {launch:?}"
        );
    }
    Ok(())
}

fn too_large_a_cooperative_grid(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let mut seen = stream.zeros::<u32>(4)?;
    let each = meet::info().resident_blocks(device, 0, 256, 0)?;
    let sms = device.limits().multiprocessors;
    let resident = each * sms;
    let launch = Cooperative::blocks(resident as usize + 1).threads(256);
    assert_eq!(
        refused(meet::launch(&stream, launch, &mut seen, 1)),
        format!(
            "kernel `meet` synchronises its whole grid, so all its blocks must be resident at once; the \
             launch asks for {} blocks, and CUDA device 0 ({}) holds {resident} ({each} on each of {sms} \
             multiprocessors, with 256 threads and 0 bytes of dynamic shared memory a block); \
             `Cooperative::fill()` takes as many as fit",
            resident + 1,
            device.name()
        )
    );
    Ok(())
}

fn dynamic_shared_memory_beyond_the_default(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let mut out = stream.zeros(1)?;
    let most = device.limits().max_shared_per_block;
    // The last length fills the block's shared memory to the byte; then less again.
    for (bytes, words) in [
        (0, 0),
        (3, 100),
        (17, 7000),
        (16, (most - 16) / 8),
        (100, 10),
    ] {
        sum_shared::launch(
            &stream,
            Launch::blocks(2).threads(128),
            bytes,
            words,
            &mut out,
        )?;
        let sum = |n: usize| (0..n as u64).sum::<u64>();
        assert_eq!(
            stream.download(&out)?,
            [sum(bytes) + sum(words)],
            "{bytes} and {words}"
        );
    }
    Ok(())
}

fn too_much_shared_memory(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let mut out = stream.zeros(1)?;
    let available = device.limits().max_shared_per_block;
    let launch = Launch::blocks(1).threads(32);
    assert_eq!(
        refused(sum_shared::launch(
            &stream,
            launch,
            0,
            available / 8 + 1,
            &mut out
        )),
        format!(
            "kernel `sum_shared`: a block asks for {asked} bytes of shared memory, {asked} of them \
             dynamic, and CUDA device 0 ({}) has {available} bytes for a block",
            device.name(),
            asked = available / 8 * 8 + 8,
        )
    );
    Ok(())
}

fn kernels_without_an_image_for_the_device(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    assert_eq!(
        refused(kernels::launch_without_parameters(
            &kernels::NOT_BUILT,
            &stream
        )),
        "kernel `not_built` has no CUDA image: there was no nvcc"
    );
    let text = refused(kernels::launch_without_parameters(
        &kernels::NO_IMAGE,
        &stream,
    ));
    let (major, minor) = device.limits().compute_capability.unwrap_or_default();
    let start = format!(
        "no part of the CUDA image of kernel `no_image` runs on CUDA device 0 ({}), which has compute \
         capability {major}.{minor} (CUDA_ERROR_",
        device.name()
    );
    assert!(text.starts_with(&start), "{text}");
    let text = refused(kernels::launch_without_parameters(
        &kernels::NO_FUNCTION,
        &stream,
    ));
    assert!(
        text.starts_with("cuModuleGetFunction failed with CUDA_ERROR_NOT_FOUND: "),
        "{text}"
    );
    Ok(())
}

fn devices_do_not_mix(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let emulated = Device::emulator().stream()?;
    let (x, mut y) = (emulated.upload(&[1_u32])?, stream.zeros::<u32>(1)?);
    let here = format!("CUDA device 0 ({})", device.name());
    assert_eq!(
        refused(add::launch(
            &stream,
            Launch::blocks(1).threads(32),
            &x,
            &mut y,
            1
        )),
        format!(
            "the buffer for parameter `x` of kernel `add` lives on the emulator, and the stream belongs \
             to {here}"
        )
    );
    assert_eq!(
        refused(emulated.download(&y)),
        format!("the buffer lives on {here}, and the stream belongs to the emulator")
    );
    let (one, other) = (stream.record()?, emulated.record()?);
    assert!(matches!(
        one.elapsed_since(&other),
        Err(Error::EventsOfTwoDevices)
    ));
    Ok(())
}

fn events_take_the_time(device: &Device) -> Result<(), Error> {
    let stream = device.stream()?;
    let (x, mut y) = (stream.upload(&[1_u32])?, stream.zeros::<u32>(1)?);
    let late = Duration::from_millis(20);
    let one = Launch::blocks(1).threads(1);
    // Loads the kernel.
    copy_late::launch(&stream, one, 0, &x, &mut y)?;
    let start = stream.record()?;
    copy_late::launch(&stream, one, late.as_nanos() as u64, &x, &mut y)?;
    let end = stream.record()?;
    let time = end.elapsed_since(&start)?;
    assert!(time >= late && time < 10 * late, "{time:?}");
    assert!(start.elapsed_since(&end)?.is_zero());
    Ok(())
}

fn a_slice_of_cudarc_becomes_a_buffer_and_back(device: &Device) -> Result<(), Error> {
    let context = device.cudarc_context().expect("a CUDA device");
    let theirs = context.new_stream().expect("a stream");
    let slice: CudaSlice<u32> = theirs.clone_htod(&[1, 2, 3]).expect("a slice");
    let stream = device.stream()?;
    let mut buffer = stream.adopt(slice)?;
    assert_eq!(stream.download(&buffer)?, [1, 2, 3]);
    let x = stream.upload(&[10_u32, 20, 30])?;
    add::launch(&stream, Launch::blocks(1).threads(32), &x, &mut buffer, 5)?;
    let slice = buffer.into_cuda_slice()?;
    assert_eq!(theirs.clone_dtoh(&slice).expect("a copy"), [15, 25, 35]);
    assert_eq!(slice.len(), 3);
    Ok(())
}

fn a_stream_of_cudarc(device: &Device) -> Result<(), Error> {
    let context = device.cudarc_context().expect("a CUDA device");
    let theirs = context.default_stream();
    let stream: Stream = device.stream_from_cudarc(theirs.clone())?;
    assert_eq!(
        stream.cudarc_stream().map(|stream| stream.cu_stream()),
        Some(theirs.cu_stream())
    );
    let (x, mut y) = (stream.upload(&[1_u32; 64])?, stream.zeros::<u32>(64)?);
    add::launch(&stream, Launch::blocks(1).threads(64), &x, &mut y, 1)?;
    assert_eq!(stream.download(&y)?, [2; 64]);
    let per_thread = device.stream_from_cudarc(context.per_thread_stream());
    assert!(matches!(per_thread, Err(Error::PerThreadStream)));
    assert!(
        Device::emulator()
            .stream_from_cudarc(Arc::clone(&theirs))
            .is_err()
    );
    Ok(())
}
