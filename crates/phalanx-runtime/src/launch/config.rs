//! The launch types: [`Launch`] for ordinary kernels, [`Cooperative`] for those that synchronise
//! their whole grid.

use super::extent::IntoExtent;

/// The grid of a launch, before the kernel and the device are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    /// So many blocks along x, y and z.
    Blocks([u64; 3]),
    /// As many blocks as it takes for one thread an item.
    Cover(u64),
    /// As many blocks as can be resident at once.
    Fill,
}

/// What a launch asks for; [`Launch`] and [`Cooperative`] differ in their type only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub(crate) grid: Grid,
    pub(crate) block: Option<[u64; 3]>,
}

impl Request {
    fn new(grid: Grid) -> Self {
        Request { grid, block: None }
    }
}

/// The launch of an ordinary kernel: one without a `CooperativeGrid` among its parameters.
///
/// ```
/// # use phalanx_runtime::Launch;
/// Launch::blocks(64).threads(256);             // 64 blocks of 256 threads
/// Launch::blocks((8, 8)).threads((16, 16));    // a grid and blocks in two dimensions
/// Launch::cover(1_000_000).threads(256);       // a thread for each of a million items
/// Launch::fill().threads(256);                 // as many blocks as the device holds at once
/// ```
///
/// The block's shape is left out when the kernel fixes it by a parameter of type `ThreadBlock<X, Y,
/// Z>`. The lengths of dynamic shared arrays are arguments of the kernel's own `launch` function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "this only describes a launch: give it to a kernel's `launch` function"]
pub struct Launch(Request);

impl Launch {
    /// A grid of that many blocks: `n`, `(x, y)` or `(x, y, z)`.
    pub fn blocks(blocks: impl IntoExtent) -> Self {
        Launch(Request::new(Grid::Blocks(blocks.into_extent())))
    }

    /// As many blocks in a row as it takes for at least one thread an item: `items` by the threads
    /// of a block, rounded up.
    pub fn cover(items: usize) -> Self {
        Launch(Request::new(Grid::Cover(items as u64)))
    }

    /// As many blocks in a row as can be resident on the device at once, with this kernel's
    /// registers, block and shared memory. The kernel strides over its work: see the groups'
    /// `stride`.
    pub fn fill() -> Self {
        Launch(Request::new(Grid::Fill))
    }

    /// The shape of a block in threads: `n`, `(x, y)` or `(x, y, z)`.
    pub fn threads(mut self, threads: impl IntoExtent) -> Self {
        self.0.block = Some(threads.into_extent());
        self
    }
}

/// The launch of a kernel with a `CooperativeGrid` among its parameters: every block is resident,
/// so the grid can synchronise (CUDA C++ Programming Guide, "Cooperative Groups", "Grid
/// Synchronization").
///
/// ```
/// # use phalanx_runtime::Cooperative;
/// Cooperative::fill().threads(256);            // as many blocks as the device holds at once
/// Cooperative::blocks(132).threads(256);       // an error at launch if they are not all resident
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "this only describes a launch: give it to a kernel's `launch` function"]
pub struct Cooperative(Request);

impl Cooperative {
    /// A grid of that many blocks: `n`, `(x, y)` or `(x, y, z)`. The launch is an error if they
    /// cannot all be resident.
    pub fn blocks(blocks: impl IntoExtent) -> Self {
        Cooperative(Request::new(Grid::Blocks(blocks.into_extent())))
    }

    /// As many blocks in a row as can be resident on the device at once, with this kernel's
    /// registers, block and shared memory.
    pub fn fill() -> Self {
        Cooperative(Request::new(Grid::Fill))
    }

    /// The shape of a block in threads: `n`, `(x, y)` or `(x, y, z)`.
    pub fn threads(mut self, threads: impl IntoExtent) -> Self {
        self.0.block = Some(threads.into_extent());
        self
    }
}

mod sealed {
    pub trait Sealed {
        fn request(self) -> super::Request;
    }

    impl Sealed for super::Launch {
        fn request(self) -> super::Request {
            self.0
        }
    }

    impl Sealed for super::Cooperative {
        fn request(self) -> super::Request {
            self.0
        }
    }
}

/// The launches that an ordinary kernel takes: [`Launch`].
#[diagnostic::on_unimplemented(
    message = "this kernel does not synchronise its grid, so it takes an ordinary launch and not `{Self}`",
    label = "expected a `Launch`",
    note = "write `Launch::blocks(n).threads(m)`, `Launch::cover(items).threads(m)` or `Launch::fill().threads(m)`",
    note = "a kernel is launched with `Cooperative` when one of its parameters is a `CooperativeGrid`"
)]
pub trait OrdinaryLaunch: sealed::Sealed {}

impl OrdinaryLaunch for Launch {}

/// The launches that a kernel with a `CooperativeGrid` takes: [`Cooperative`].
#[diagnostic::on_unimplemented(
    message = "this kernel synchronises its grid, so it must be launched cooperatively and not with `{Self}`",
    label = "expected a `Cooperative` launch",
    note = "write `Cooperative::fill().threads(n)`, or `Cooperative::blocks(n).threads(m)` with no more blocks than are resident",
    note = "the kernel asks for this with its parameter of type `CooperativeGrid`; `Grid` has ranks and strides without it"
)]
pub trait CooperativeLaunch: sealed::Sealed {}

impl CooperativeLaunch for Cooperative {}

/// What an ordinary launch asks for; called by the `launch` function that the macro writes.
pub fn ordinary(launch: impl OrdinaryLaunch) -> Request {
    launch.request()
}

/// What a cooperative launch asks for; called by the `launch` function that the macro writes.
pub fn cooperative(launch: impl CooperativeLaunch) -> Request {
    launch.request()
}
