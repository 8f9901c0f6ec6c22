//! Three extents or coordinates.

use core::fmt;

/// Three extents or coordinates, in threads or in blocks; x runs fastest in linear ranks, as in
/// CUDA's `dim3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dim3 {
    /// Along x.
    pub x: usize,
    /// Along y.
    pub y: usize,
    /// Along z.
    pub z: usize,
}

impl Dim3 {
    pub(crate) const fn from_u32([x, y, z]: [u32; 3]) -> Self {
        Self {
            x: x as usize,
            y: y as usize,
            z: z as usize,
        }
    }
}

impl fmt::Display for Dim3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.x, self.y, self.z)
    }
}
