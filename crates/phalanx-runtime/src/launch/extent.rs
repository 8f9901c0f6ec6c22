//! Sizes of grids and blocks as a user writes them.

use phalanx_groups::Dim3;

mod sealed {
    pub trait Sealed {}
}

/// A size in one, two or three dimensions: `n`, `(x, y)` or `(x, y, z)` of `usize`, or a [`Dim3`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of a grid or a block",
    label = "expected a `usize`, or a tuple of two or three of them",
    note = "write `256`, `(16, 16)` or `(8, 8, 4)`; convert other integers with `as usize`"
)]
pub trait IntoExtent: sealed::Sealed {
    /// The sides along x, y and z; those not given are 1.
    fn into_extent(self) -> [u64; 3];
}

macro_rules! into_extent {
    ($($type:ty: $value:pat => [$x:expr, $y:expr, $z:expr];)*) => {$(
        impl sealed::Sealed for $type {}
        #[diagnostic::do_not_recommend]
        impl IntoExtent for $type {
            fn into_extent(self) -> [u64; 3] {
                let $value = self;
                // `usize` has at most 64 bits on every platform that CUDA runs on.
                [$x as u64, $y as u64, $z as u64]
            }
        }
    )*};
}

into_extent! {
    usize: x => [x, 1, 1];
    (usize, usize): (x, y) => [x, y, 1];
    (usize, usize, usize): (x, y, z) => [x, y, z];
    Dim3: Dim3 { x, y, z } => [x, y, z];
}
