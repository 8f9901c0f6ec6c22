//! Kernels as items: anywhere, of any visibility, generic over constants and types.

use phalanx::prelude::*;
use phalanx_language::each_device;

fn labels(info: phalanx::KernelInfo) -> Vec<&'static str> {
    info.variants()
        .iter()
        .map(|variant| variant.label)
        .collect()
}

/// The tile's size is chosen at run time.
#[group_kernel(variants(N = [4, 8, 32]))]
fn tile_sums<const N: usize>(grid: Grid, tile: ThreadBlockTile<N>, x: &[u32], y: &mut [u32]) {
    let i = grid.thread_rank();
    let sum = tile.reduce(if i < x.len() { x[i] } else { 0 }, Plus);
    if i < y.len() {
        y[i] = sum * 100 + tile.num_threads() as u32;
    }
}

#[test]
fn a_constant_is_chosen_at_run_time() {
    each_device(|stream| {
        let values: Vec<u32> = (0..64).collect();
        let x = stream.upload(&values)?;
        for n in [4, 8, 32] {
            let mut y = stream.zeros::<u32>(64)?;
            let launch = Launch::cover(64).threads(32);
            tile_sums::launch(stream, tile_sums::variant(n)?, launch, &x, &mut y)?;
            let expected: Vec<u32> = (0..64)
                .map(|i| values[i / n * n..][..n].iter().sum::<u32>() * 100 + n as u32)
                .collect();
            assert_eq!(stream.download(&y)?, expected);
        }
        Ok(())
    });
    let error = tile_sums::variant(16).unwrap_err().to_string();
    assert!(
        error.contains("N = 16") && error.contains("N = 4, N = 8, N = 32"),
        "{error}"
    );
    assert_eq!(labels(tile_sums::info()), ["N = 4", "N = 8", "N = 32"]);
}

/// A block has a multiple of the chosen tile's threads, not of the largest's.
#[test]
fn each_variant_has_its_own_needs() {
    each_device(|stream| {
        let x = stream.upload(&[1_u32; 8])?;
        let mut y = stream.zeros::<u32>(8)?;
        let launch = Launch::blocks(1).threads(8);
        tile_sums::launch(stream, tile_sums::variant(8)?, launch, &x, &mut y)?;
        let error = tile_sums::launch(stream, tile_sums::variant(32)?, launch, &x, &mut y);
        assert!(error.unwrap_err().to_string().contains("32"));
        Ok(())
    });
}

/// The type is that of the buffers.
#[group_kernel(variants(T = [f32, f64, i32]))]
fn axpy<T: Number>(grid: Grid, a: T, x: &[T], y: &mut [T]) {
    for i in grid.stride(0..x.len()) {
        y[i] = a * x[i] + y[i];
    }
}

#[test]
fn a_type_is_inferred_from_the_arguments() {
    each_device(|stream| {
        let x = stream.upload(&[1.0_f64, 2.0, 3.0])?;
        let mut y = stream.upload(&[0.5_f64; 3])?;
        axpy::launch(stream, Launch::fill().threads(32), 2.0, &x, &mut y)?;
        assert_eq!(stream.download(&y)?, [2.5, 4.5, 6.5]);
        let x = stream.upload(&[1, 2, 3])?;
        let mut y = stream.upload(&[i32::MAX; 3])?;
        axpy::launch(stream, Launch::fill().threads(32), 1, &x, &mut y)?;
        assert_eq!(stream.download(&y)?, [i32::MIN, i32::MIN + 1, i32::MIN + 2]);
        Ok(())
    });
    assert_eq!(labels(axpy::info()), ["T = f32", "T = f64", "T = i32"]);
}

/// Three parameters: one chosen, two inferred, one of them a constant in the type of an argument.
#[group_kernel(variants(T = [u32, u64], N = [1, 2], B = [64, 32], ROUND = [true, false]))]
fn mixed<T: Integer, const N: usize, const B: u32, const ROUND: bool>(
    block: ThreadBlock<B>,
    table: [T; N],
    x: &[[T; N]],
    #[shared] buffer: &mut [T],
    y: &mut [T],
) {
    let rank = block.thread_rank();
    buffer[rank] = table[N - 1] + x[0][0];
    block.sync();
    if rank < y.len() {
        y[rank] = buffer[block.num_threads() - 1 - rank];
        if ROUND {
            y[rank] = y[rank] & !T::ONE;
        }
    }
}

#[test]
fn all_kinds_of_parameters_at_once() {
    each_device(|stream| {
        let x = stream.upload(&[[10_u64, 20]])?;
        for (threads, round) in [(64, true), (64, false), (32, true), (32, false)] {
            let mut y = stream.zeros::<u64>(2)?;
            let variant = mixed::variant(threads, round)?;
            mixed::launch(
                stream,
                variant,
                Launch::blocks(1),
                [0, 5],
                &x,
                threads as usize,
                &mut y,
            )?;
            assert_eq!(stream.download(&y)?, [if round { 14 } else { 15 }; 2]);
        }
        let x = stream.upload(&[[10_u32]])?;
        let mut y = stream.zeros::<u32>(2)?;
        mixed::launch(
            stream,
            mixed::variant(32, false)?,
            Launch::blocks(1),
            [1],
            &x,
            32,
            &mut y,
        )?;
        assert_eq!(stream.download(&y)?, [11; 2]);
        Ok(())
    });
    assert_eq!(mixed::info().variants().len(), 16);
    assert_eq!(
        labels(mixed::info())[5],
        "T = u32, N = 2, B = 64, ROUND = false"
    );
    assert!(mixed::variant(16, true).is_err());
}

/// A parameter that occurs in the body alone is named.
#[group_kernel(variants(T = [u8, u64]))]
fn widths<T: Integer>(grid: Grid, y: &mut [u32]) {
    if grid.thread_rank() == 0 {
        let ones = !T::ZERO;
        y[0] = if ones >> 60 == T::ZERO { 0 } else { 1 };
    }
}

#[test]
fn a_type_may_be_named() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(1)?;
        widths::launch::<u64>(stream, Launch::blocks(1).threads(1), &mut y)?;
        assert_eq!(stream.download(&y)?, [1]);
        Ok(())
    });
}

mod outer {
    pub(crate) mod inner {
        use phalanx::prelude::*;

        const STEP: u32 = 3;

        /// As visible as it says.
        #[group_kernel]
        pub(in crate::outer) fn hidden(grid: Grid, y: &mut [u32]) {
            for i in grid.stride(0..y.len()) {
                y[i] += STEP;
            }
        }

        #[group_kernel]
        pub(crate) fn same_name(grid: Grid, y: &mut [u32]) {
            for i in grid.stride(0..y.len()) {
                y[i] += 100;
            }
        }
    }

    pub(crate) fn call(
        stream: &phalanx::Stream,
        y: &mut phalanx::DeviceBuffer<u32>,
    ) -> Result<(), phalanx::Error> {
        inner::hidden::launch(stream, phalanx::Launch::blocks(1).threads(4), y)
    }
}

#[group_kernel]
fn same_name(grid: Grid, y: &mut [u32]) {
    for i in grid.stride(0..y.len()) {
        y[i] += 1000;
    }
}

#[test]
fn modules_and_visibility() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(3)?;
        outer::call(stream, &mut y)?;
        outer::inner::same_name::launch(stream, Launch::blocks(1).threads(4), &mut y)?;
        same_name::launch(stream, Launch::blocks(1).threads(4), &mut y)?;
        assert_eq!(stream.download(&y)?, [1103; 3]);
        Ok(())
    });
}

/// A kernel's name is a type: values may have it too.
#[test]
fn a_local_may_have_the_name_of_a_kernel() {
    let same_name = 3;
    let axpy = |x: i32| x + same_name;
    assert_eq!(axpy(1), 4);
}

#[test]
fn a_kernel_in_a_function() {
    #[group_kernel]
    fn local(grid: Grid, stream: u32, config: &mut [u32], variant: &Atomic<u32>) {
        for i in grid.stride(0..config.len()) {
            config[i] = stream;
            variant.fetch_add(1, Relaxed);
        }
    }
    each_device(|stream| {
        let (mut y, mut count) = (stream.zeros::<u32>(5)?, stream.zeros::<u32>(1)?);
        local::launch(stream, Launch::fill().threads(32), 9, &mut y, &mut count)?;
        assert_eq!(stream.download(&y)?, [9; 5]);
        assert_eq!(stream.download(&count)?, [5]);
        Ok(())
    });
}

/// Of two with one name, the one that `cfg` keeps.
#[group_kernel]
#[cfg(any())]
fn configured(grid: Grid, y: &mut [u32], value: f64) {
    y[grid.thread_rank()] = value as u32;
}

/// Its attributes may stand on either side.
#[inline]
#[group_kernel]
#[cfg(not(any()))]
fn configured(grid: Grid, y: &mut [u32], configured: u32) {
    y[grid.thread_rank()] = configured;
}

#[test]
fn a_kernel_behind_a_cfg() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(4)?;
        configured::launch(stream, Launch::blocks(1).threads(4), &mut y, 3)?;
        assert_eq!(stream.download(&y)?, [3; 4]);
        Ok(())
    });
}

/// # Safety
///
/// `y` has at least as many elements as there are threads.
#[group_kernel]
unsafe fn trusting(grid: Grid, y: &mut [u32]) {
    // SAFETY: the caller's.
    unsafe { *y.get_unchecked_mut(grid.thread_rank()) = 1 }
}

#[test]
fn an_unsafe_kernel_has_an_unsafe_launch() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(32)?;
        // SAFETY: 32 elements, 32 threads.
        unsafe { trusting::launch(stream, Launch::blocks(1).threads(32), &mut y)? };
        assert_eq!(stream.download(&y)?, [1; 32]);
        Ok(())
    });
}

/// Shapes of blocks, fixed by types.
#[group_kernel]
fn shaped(block: ThreadBlock<4, 3, 2>, tile: ThreadBlockTile<8>, y: &mut [usize]) {
    let at = block.thread_index();
    if block.thread_rank() < y.len() {
        y[block.thread_rank()] = at.x + 10 * at.y + 100 * at.z + 1000 * tile.meta_group_rank();
    }
}

#[test]
fn a_fixed_shape_needs_no_threads() {
    each_device(|stream| {
        let mut y = stream.zeros::<usize>(24)?;
        shaped::launch(stream, Launch::blocks(1), &mut y)?;
        let expected: Vec<usize> = (0..24)
            .map(|i| i % 4 + 10 * (i / 4 % 3) + 100 * (i / 12) + 1000 * (i / 8))
            .collect();
        assert_eq!(stream.download(&y)?, expected);
        let error = shaped::launch(stream, Launch::blocks(1).threads((4, 6)), &mut y).unwrap_err();
        assert!(error.to_string().contains('4'), "{error}");
        Ok(())
    });
    assert_eq!(shaped::info().variants()[0].block_shape, Some([4, 3, 2]));
}

/// Without the prelude.
mod bare {
    #[phalanx::group_kernel]
    pub(super) fn kernel(tile: phalanx::ThreadBlockTile<32>, y: &mut [u32]) {
        let sum = tile.reduce(1, phalanx::Plus);
        y[tile.thread_rank()] = sum + tile.num_threads() as u32;
    }
}

#[test]
fn no_import_is_needed() {
    each_device(|stream| {
        let mut y = stream.zeros::<u32>(32)?;
        bare::kernel::launch(stream, Launch::blocks(1).threads(32), &mut y)?;
        assert_eq!(stream.download(&y)?, [64; 32]);
        Ok(())
    });
}

/// Cuts tiles from a block that it did not shape.
#[device_fn]
fn of_tiles<const N: usize>(block: &ThreadBlock) -> usize {
    block.tiled_partition::<N>().thread_rank()
}

#[group_kernel(variants(N = [1, 16]))]
fn cut<const N: usize>(block: ThreadBlock, y: &mut [usize]) {
    let own = block.tiled_partition::<8>().thread_rank();
    y[block.thread_rank()] = own * 100 + of_tiles::<N>(&block);
}

/// Also where the tiles are no parameters: cut in the body, and in a function that it calls.
#[test]
fn blocks_that_cannot_be_cut_are_refused() {
    each_device(|stream| {
        let mut y = stream.zeros::<usize>(48)?;
        cut::launch(
            stream,
            cut::variant(16).unwrap(),
            Launch::blocks(1).threads(48),
            &mut y,
        )?;
        let expected: Vec<usize> = (0..48).map(|i| i % 8 * 100 + i % 16).collect();
        assert_eq!(stream.download(&y)?, expected);
        cut::launch(
            stream,
            cut::variant(1).unwrap(),
            Launch::blocks(1).threads(24),
            &mut y,
        )?;
        let error = cut::launch(
            stream,
            cut::variant(16).unwrap(),
            Launch::blocks(1).threads(24),
            &mut y,
        )
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "kernel `cut` works in tiles of 16 threads, so a block must have a multiple of 16 threads; the launch \
             asks for blocks of 24"
        );
        let error = cut::launch(
            stream,
            cut::variant(1).unwrap(),
            Launch::blocks(1).threads(12),
            &mut y,
        )
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "kernel `cut` works in tiles of 8 threads, so a block must have a multiple of 8 threads; the launch asks \
             for blocks of 12"
        );
        Ok(())
    });
}
