//! What the macro prints, written by hand, and run on the emulator: launches, and every refusal of
//! a launch with its exact text.

mod kernels;

use kernels::{jacobi, reverse, total};
use phalanx_runtime::{Cooperative, Device, DeviceBuffer, Error, Launch, Properties, Stream};

fn stream() -> Stream {
    Device::emulator().stream().unwrap()
}

/// The text of the error that a call must give.
#[track_caller]
fn refused<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => panic!("this must be an error"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn an_ordinary_kernel() {
    let stream = stream();
    let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let x = stream.upload(&x).unwrap();
    let launches = [
        Launch::blocks(8).threads(128),
        Launch::cover(1000).threads(128),
        Launch::blocks((4, 1, 1)).threads((16, 4, 4)),
    ];
    for launch in launches {
        let mut out = stream.zeros(1).unwrap();
        total::launch(&stream, launch, &x, 0.5, &mut out).unwrap();
        // Whole numbers and halves of this size have no rounding, whatever the order.
        assert_eq!(stream.download(&out).unwrap(), [249_750.0], "{launch:?}");
    }
}

#[test]
fn fill_launches_as_many_blocks_as_are_resident() {
    let mut properties = Properties::default();
    properties.multiprocessors = 3;
    properties.max_blocks_per_multiprocessor = 2;
    let stream = Device::emulator_with(properties).stream().unwrap();
    // `total` does not stride, so it adds up one element a thread: it counts them.
    let x = stream.filled(1.0_f32, 4096).unwrap();
    let mut out = stream.zeros(1).unwrap();
    total::launch(&stream, Launch::fill().threads(64), &x, 1.0, &mut out).unwrap();
    assert_eq!(stream.download(&out).unwrap(), [(3 * 2 * 64) as f32]);
    let resident = total::info()
        .resident_blocks(stream.device(), 0, 64, 0)
        .unwrap();
    assert_eq!(resident, 2);
}

#[test]
fn a_cooperative_kernel() {
    fn plain(start: &[f32], rhs: &[f32], sweeps: u32) -> Vec<f32> {
        let (mut a, mut b) = (start.to_vec(), start.to_vec());
        for _ in 0..sweeps {
            for i in 1..rhs.len() - 1 {
                b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
            }
            std::mem::swap(&mut a, &mut b);
        }
        a
    }

    let stream = stream();
    let start: Vec<f32> = (0..500).map(|i| (i * i % 97) as f32 / 7.0).collect();
    let rhs: Vec<f32> = (0..500).map(|i| (i % 13) as f32 / 3.0).collect();
    let (mut a, mut b) = (
        stream.upload(&start).unwrap(),
        stream.upload(&start).unwrap(),
    );
    let device_rhs = stream.upload(&rhs).unwrap();
    let launch = Cooperative::fill().threads(64);
    jacobi::launch(&stream, launch, &mut a, &mut b, &device_rhs, 6).unwrap();
    assert_eq!(stream.download(&a).unwrap(), plain(&start, &rhs, 6));
    let launch = Cooperative::blocks(3).threads(32);
    jacobi::launch(&stream, launch, &mut a, &mut b, &device_rhs, 2).unwrap();
    assert_eq!(stream.download(&a).unwrap(), plain(&start, &rhs, 8));
}

#[test]
fn dynamic_shared_memory_and_variants() {
    let stream = stream();
    let numbers: Vec<u32> = (0..48).collect();
    let mut reversed = numbers.clone();
    reversed.chunks_mut(16).for_each(<[u32]>::reverse);
    for n in [4, 8] {
        let mut x = stream.upload(&numbers).unwrap();
        let mut tiles = stream.zeros(1).unwrap();
        let variant = reverse::variant(n).unwrap();
        // The kernel fixes the shape of its blocks, so the launch need not.
        reverse::launch(&stream, variant, Launch::blocks(3), 16, &mut x, &mut tiles).unwrap();
        assert_eq!(stream.download(&x).unwrap(), reversed);
        assert_eq!(stream.download(&tiles).unwrap(), [n as u32]);
    }
}

#[test]
fn a_panic_says_where_and_with_which_values() {
    let stream = stream();
    let mut x = stream.upload(&[0_u32; 40]).unwrap();
    let mut tiles = stream.zeros(1).unwrap();
    let variant = reverse::variant(4).unwrap();
    // The third block begins at 32 and ends beyond the 40 elements.
    let error = reverse::launch(&stream, variant, Launch::blocks(3), 16, &mut x, &mut tiles);
    let Err(Error::Panic(panic)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(panic.kernel, "reverse");
    assert_eq!(
        panic.file,
        "crates/phalanx-runtime/tests/by_hand/kernels.rs"
    );
    let source = include_str!("kernels.rs")
        .lines()
        .nth(panic.line as usize - 1)
        .unwrap();
    assert_eq!(&source[panic.column as usize - 1..][..3], "at(", "{source}");
    let rank = panic.thread[0] + 8 * panic.thread[1];
    assert_eq!(panic.block, [2, 0, 0]);
    assert_eq!(
        panic.message,
        format!(
            "index out of bounds: the len is 40 but the index is {}",
            32 + rank
        )
    );
    let [tx, ty, _] = panic.thread;
    assert_eq!(
        panic.to_string(),
        format!(
            "kernel `reverse` panicked at {}:{}:{} in block (2, 0, 0), thread ({tx}, {ty}, 0): {}",
            panic.file, panic.line, panic.column, panic.message
        )
    );
    // The emulator goes on.
    let variant = reverse::variant(8).unwrap();
    reverse::launch(&stream, variant, Launch::blocks(2), 16, &mut x, &mut tiles).unwrap();
    assert_eq!(stream.download(&tiles).unwrap(), [8]);
}

/// Launches `total` on one element.
fn launch_total(launch: Launch) -> Result<(), Error> {
    let stream = stream();
    let x = stream.upload(&[1.0])?;
    let mut out = stream.zeros(1)?;
    total::launch(&stream, launch, &x, 1.0, &mut out)
}

/// Launches `jacobi` on a few elements.
fn launch_jacobi(launch: Cooperative) -> Result<(), Error> {
    let stream = stream();
    let (mut a, mut b) = (stream.zeros(4)?, stream.zeros(4)?);
    let rhs = stream.zeros(4)?;
    jacobi::launch(&stream, launch, &mut a, &mut b, &rhs, 1)
}

/// Launches `reverse` with blocks of 16 threads on 16 elements.
fn launch_reverse(launch: Launch, buf: usize) -> Result<(), Error> {
    let stream = stream();
    let (mut x, mut tiles) = (stream.zeros(16)?, stream.zeros(1)?);
    reverse::launch(
        &stream,
        reverse::variant(4)?,
        launch,
        buf,
        &mut x,
        &mut tiles,
    )
}

#[test]
fn an_empty_grid_is_refused() {
    assert_eq!(
        refused(launch_total(Launch::blocks(0).threads(32))),
        "kernel `total`: the grid is empty (0 blocks); there is nothing to launch"
    );
    assert_eq!(
        refused(launch_total(Launch::blocks((4, 0)).threads(32))),
        "kernel `total`: the grid is empty (4 × 0 = 0 blocks); there is nothing to launch"
    );
    assert_eq!(
        refused(launch_total(Launch::cover(0).threads(32))),
        "kernel `total`: the grid is empty (the launch covers 0 items); there is nothing to launch"
    );
    assert_eq!(
        refused(launch_jacobi(Cooperative::blocks(0).threads(32))),
        "kernel `jacobi`: the grid is empty (0 blocks); there is nothing to launch"
    );
}

#[test]
fn an_empty_block_is_refused() {
    assert_eq!(
        refused(launch_total(Launch::blocks(1).threads((32, 0)))),
        "kernel `total`: a block of 32 × 0 = 0 has no threads"
    );
}

#[test]
fn a_block_without_a_shape_is_refused() {
    assert_eq!(
        refused(launch_total(Launch::blocks(1))),
        "kernel `total` leaves the shape of its blocks to the launch: add `.threads(n)`"
    );
}

#[test]
fn a_block_that_tiles_do_not_divide_is_refused() {
    assert_eq!(
        refused(launch_total(Launch::blocks(1).threads((10, 10)))),
        "kernel `total` works in tiles of 32 threads, so a block must have a multiple of 32 threads; \
         the launch asks for blocks of 10 × 10 = 100"
    );
}

#[test]
fn another_shape_than_the_kernels_is_refused() {
    assert_eq!(
        refused(launch_reverse(Launch::blocks(1).threads(16), 16)),
        "kernel `reverse` is written for blocks of 8 × 2 = 16, and the launch asks for blocks of 16; \
         leave `.threads(..)` out"
    );
    launch_reverse(Launch::blocks(1).threads((8, 2)), 16).unwrap();
}

#[test]
fn too_many_threads_are_refused() {
    assert_eq!(
        refused(launch_total(Launch::blocks(1).threads(2048))),
        "kernel `total`: the launch asks for blocks of 2048, and the emulator runs at most 1024 \
         threads a block of this kernel"
    );
    assert_eq!(
        refused(launch_total(Launch::blocks(1).threads((usize::MAX, 2)))),
        "kernel `total`: the launch asks for blocks of 18446744073709551615 × 2 = \
         18446744073709551615, and the emulator runs at most 1024 threads a block of this kernel"
    );
    assert_eq!(
        refused(launch_total(Launch::blocks(1).threads((1, 1, 128)))),
        "kernel `total`: the launch asks for blocks of 1 × 1 × 128 = 128, and on the emulator the z \
         side is at most 64 threads"
    );
}

#[test]
fn a_grid_that_is_too_long_is_refused() {
    assert_eq!(
        refused(launch_total(Launch::blocks((1, 70_000)).threads(32))),
        "kernel `total`: the launch asks for a grid of 1 × 70000 = 70000 blocks, and on the emulator \
         the y side is at most 65535 blocks"
    );
    assert_eq!(
        refused(launch_total(Launch::cover(usize::MAX).threads(32))),
        "kernel `total`: the launch asks for a grid of 576460752303423488 blocks, and on the emulator \
         the x side is at most 2147483647 blocks"
    );
}

#[test]
fn a_cooperative_grid_that_is_not_resident_is_refused() {
    assert_eq!(
        refused(launch_jacobi(Cooperative::blocks((3, 3)).threads(64))),
        "kernel `jacobi` synchronises its whole grid, so all its blocks must be resident at once; the \
         launch asks for 9 blocks, and the emulator holds 8 (2 on each of 4 multiprocessors, with 64 \
         threads and 0 bytes of dynamic shared memory a block); `Cooperative::fill()` takes as many \
         as fit"
    );
    launch_jacobi(Cooperative::blocks((4, 2)).threads(64)).unwrap();
}

#[test]
fn too_much_shared_memory_is_refused() {
    assert_eq!(
        refused(launch_reverse(Launch::blocks(1), 20_000)),
        "kernel `reverse`: a block asks for 80000 bytes of shared memory, 80000 of them dynamic, and \
         the emulator has 49152 bytes for a block"
    );
    // The product with the size of an element is more than 64 bits.
    let text = refused(launch_reverse(Launch::blocks(1), usize::MAX));
    assert!(
        text.contains("a block asks for 18446744073709551615 bytes"),
        "{text}"
    );
}

#[test]
fn a_variant_that_is_not_declared_is_refused() {
    assert_eq!(
        refused(reverse::variant(5)),
        "kernel `reverse` has no variant N = 5; it declares N = 4, N = 8"
    );
}

#[test]
fn a_buffer_of_another_device_is_refused() {
    let (here, there) = (stream(), stream());
    let x = there.upload(&[1.0_f32]).unwrap();
    let mut out = here.zeros(1).unwrap();
    assert_eq!(
        refused(total::launch(
            &here,
            Launch::blocks(1).threads(32),
            &x,
            1.0,
            &mut out
        )),
        "the buffer for parameter `x` of kernel `total` lives on the emulator, and the stream belongs \
         to another: the emulator"
    );
    let text = "the buffer lives on the emulator, and the stream belongs to another: the emulator";
    assert_eq!(refused(here.download(&x)), text);
    assert_eq!(refused(there.write(&mut out, &[1.0])), text);
    assert_eq!(refused(there.clear(&mut out)), text);
    // Streams of one device share its buffers.
    let other = here.device().stream().unwrap();
    assert_eq!(other.download(&out).unwrap(), [0.0]);
}

#[test]
fn an_empty_buffer_for_one_value_is_refused() {
    let stream = stream();
    let x = stream.upload(&[1.0_f32]).unwrap();
    let mut out = stream.zeros(0).unwrap();
    assert_eq!(
        refused(total::launch(
            &stream,
            Launch::blocks(1).threads(32),
            &x,
            1.0,
            &mut out
        )),
        "parameter `out` of kernel `total` is a reference to one value, so its buffer must hold one; \
         it is empty"
    );
}

#[test]
fn a_kernel_without_an_image_says_why() {
    assert_eq!(
        refused(total::info().compiled()),
        "kernel `total` has no CUDA image, because the crate that holds it has no Phalanx build \
         script. Add to that crate's Cargo.toml\n\n    [build-dependencies]\n    phalanx-build = \
         \"0.1\"\n\nand to its build.rs\n\n    fn main() { phalanx_build::compile(); }\n\nor run the \
         kernel on `Device::emulator()`"
    );
    assert_eq!(
        refused(jacobi::info().compiled()),
        "kernel `jacobi` has no CUDA image: there is no nvcc on this machine"
    );
    reverse::info().compiled().unwrap();
}

#[test]
fn a_kernel_says_what_it_needs() {
    let info = reverse::info();
    assert_eq!(
        (info.name(), info.module()),
        ("reverse", "by_hand::kernels")
    );
    assert_eq!(
        info.location().0,
        "crates/phalanx-runtime/tests/by_hand/kernels.rs"
    );
    assert!(!info.cooperative() && jacobi::info().cooperative());
    let [four, eight] = info.variants() else {
        panic!("{:?}", info.variants())
    };
    assert_eq!((four.label, four.block_multiple), ("N = 4", 4));
    assert_eq!((eight.label, eight.block_multiple), ("N = 8", 8));
    assert_eq!(eight.block_shape, Some([8, 2, 1]));
    assert_eq!(info.resources(&Device::emulator(), 0).unwrap(), None);
    assert_eq!(
        refused(info.resident_blocks(&Device::emulator(), 2, (8, 2), 0)),
        "kernel `reverse` has no variant number 2; it declares N = 4, N = 8"
    );
}

/// The image's bytes must be where the driver reads words.
#[test]
fn an_image_is_aligned() {
    let image: &'static [u8] = match &reverse::__kernel().image {
        phalanx_runtime::rt::Image::Embedded { fatbin } => fatbin,
        other => panic!("{other:?}"),
    };
    assert_eq!(image.as_ptr().addr() % 16, 0);
    assert_eq!(image, b"not a fat binary");
}

/// A buffer is used from any thread, and so is a stream.
#[test]
fn handles_cross_threads() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<Device>();
    crosses::<Stream>();
    crosses::<DeviceBuffer<f32>>();
    crosses::<phalanx_runtime::Event>();
    crosses::<Error>();
}
