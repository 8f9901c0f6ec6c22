//! Kernels in every place in which a crate may have them.

use phalanx::prelude::*;

pub mod kernels;
pub mod inline {
    //! A module without a file.

    use phalanx::prelude::*;

    /// Writes to `out` what only this module knows.
    #[group_kernel]
    pub fn mark(grid: Grid, out: &mut [u32]) {
        for i in grid.stride(0..out.len()) {
            out[i] = MARK;
        }
    }

    const MARK: u32 = 0xabcd;
}
#[path = "../shapes/elsewhere.rs"]
pub mod shapes;

/// What the features say; the kernel [`width`] must agree.
#[cfg(feature = "wide")]
pub const WIDTH: u32 = 64;
#[cfg(not(feature = "wide"))]
pub const WIDTH: u32 = 16;

/// Writes [`WIDTH`].
#[group_kernel]
pub fn width(_grid: Grid, out: &mut u32) {
    *out = WIDTH;
}

/// There only with a feature that is not on.
#[cfg(feature = "narrow")]
#[group_kernel]
pub fn narrow(_grid: Grid, out: &mut u32) {
    *out = absent_without_the_feature();
}

/// Behind a `cfg` that build.rs itself sets, and tells the build step of.
#[cfg(set_by_build_rs)]
#[group_kernel]
pub fn told(_grid: Grid, out: &mut u32) {
    *out = 1;
}

/// The device to test on: the first CUDA device, else the emulator. A crate that was compiled with CUDA
/// code has it for every kernel.
pub fn stream() -> Result<Stream, Error> {
    Device::open()?.stream()
}

/// Fails if the kernel was compiled without machine code although that was required.
#[track_caller]
pub fn assert_compiled(kernel: phalanx::KernelInfo) {
    if option_env!("PHALANX_CUDA") == Some("require") {
        kernel.compiled().unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There only in tests.
    #[group_kernel]
    fn only_in_tests(_grid: Grid, out: &mut u32) {
        *out = 7;
    }

    #[test]
    fn cfgs_are_those_of_the_crate() -> Result<(), Error> {
        let stream = stream()?;
        let mut out = stream.zeros(1)?;
        let one = Launch::blocks(1).threads(1);
        assert_compiled(width::info());
        width::launch(&stream, one, &mut out)?;
        assert_eq!(stream.download(&out)?, [64]);
        assert_compiled(told::info());
        told::launch(&stream, one, &mut out)?;
        assert_eq!(stream.download(&out)?, [1]);
        assert_compiled(only_in_tests::info());
        only_in_tests::launch(&stream, one, &mut out)?;
        assert_eq!(stream.download(&out)?, [7]);
        Ok(())
    }

    #[test]
    fn a_kernel_may_stand_in_a_test() -> Result<(), Error> {
        #[group_kernel]
        fn local(_grid: Grid, out: &mut u32) {
            *out = 9;
        }
        let stream = stream()?;
        let mut out = stream.zeros(1)?;
        assert_compiled(local::info());
        local::launch(&stream, Launch::blocks(1).threads(1), &mut out)?;
        assert_eq!(stream.download(&out)?, [9]);
        Ok(())
    }
}
