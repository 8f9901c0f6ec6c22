//! The descriptor of a kernel: what the macro writes as a `static`, and what a user may ask of it.

use std::{
    fmt,
    marker::PhantomData,
    sync::{Mutex, atomic::AtomicPtr},
};

use crate::{cuda::OnDevice, device::Device, error::Error, launch::IntoExtent, panic::PanicSite};

/// Everything the runtime knows of a kernel.
#[derive(Debug)]
pub struct Kernel {
    /// The kernel's name, as the user wrote it.
    pub name: &'static str,
    /// `module_path!()` at the kernel.
    pub module: &'static str,
    /// `file!()` at the kernel.
    pub file: &'static str,
    /// Line of the kernel's name.
    pub line: u32,
    /// The compiled kernel, or why there is none.
    pub image: Image,
    /// Whether the launch must be cooperative: a parameter is a `CooperativeGrid`.
    pub cooperative: bool,
    /// Names of the parameters that are no groups, in order; the arguments of a launch have the
    /// same order.
    pub parameters: &'static [&'static str],
    /// The variants, in order; a kernel without variants has one with an empty label.
    pub variants: &'static [Variant],
    /// The places that can panic, in the order of their numbers in the CUDA code.
    pub sites: &'static [PanicSite],
    /// What has been loaded so far.
    pub loaded: Loaded,
}

/// The compiled kernel.
#[derive(Debug)]
pub enum Image {
    /// A fat binary for one or several compute capabilities.
    Embedded {
        /// The bytes, aligned to 16: see [`Aligned`].
        fatbin: &'static [u8],
    },
    /// The build script ran, but compiled nothing.
    NotBuilt {
        /// Why, for a person.
        reason: &'static str,
    },
    /// The crate has no build script that compiles kernels.
    NoBuildScript,
}

/// Gives the bytes of `include_bytes!` the alignment that the driver's loader reads them with.
#[derive(Debug)]
#[repr(C, align(16))]
pub struct Aligned<T>(pub T);

/// A dynamic shared array: a parameter `#[shared] name: &mut [T]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedArray {
    /// The parameter.
    pub name: &'static str,
    /// Bytes of an element.
    pub size: usize,
    /// Alignment of an element in bytes.
    pub align: usize,
}

/// One instance of a kernel with const or type parameters: what those parameters decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The values of the parameters, as `N = 8`; empty for a kernel that has none.
    pub label: &'static str,
    /// The instance's name in the CUDA image.
    pub symbol: &'static str,
    /// A block must have a multiple of so many threads: the largest tile among the kernel's
    /// parameters and, if a build script saw them, among those that are cut from the block on the
    /// way; or 1.
    pub block_multiple: u32,
    /// The block's shape in threads along x, y and z, if a parameter of type `ThreadBlock<X, Y, Z>`
    /// fixes it.
    pub block_shape: Option<[u32; 3]>,
    /// The dynamic shared arrays, in order.
    pub shared: &'static [SharedArray],
}

/// A variant of the kernel `K`, chosen at run time from those it declares: `kernel::variant(..)`
/// makes it.
pub struct VariantChoice<K> {
    index: usize,
    kernel: PhantomData<fn() -> K>,
}

impl<K> VariantChoice<K> {
    /// The variant of that index; called by the function that the macro writes.
    #[doc(hidden)]
    pub const fn new(index: usize) -> Self {
        VariantChoice {
            index,
            kernel: PhantomData,
        }
    }

    /// The variant's index among those that the kernel declares.
    pub const fn index(self) -> usize {
        self.index
    }
}

impl<K> Clone for VariantChoice<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for VariantChoice<K> {}

impl<K> fmt::Debug for VariantChoice<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VariantChoice({})", self.index)
    }
}

/// The CUDA devices that a kernel is loaded on: a list that only grows, so that a launch reads it
/// without a lock.
#[derive(Debug)]
pub struct Loaded {
    pub(crate) first: AtomicPtr<OnDevice>,
    /// Held while a device is added.
    pub(crate) growing: Mutex<()>,
}

impl Loaded {
    /// A kernel that is not loaded anywhere.
    #[allow(
        clippy::new_without_default,
        reason = "only a `static` needs one, and `Default` is not const"
    )]
    pub const fn new() -> Self {
        Loaded {
            first: AtomicPtr::new(std::ptr::null_mut()),
            growing: Mutex::new(()),
        }
    }
}

/// A kernel as a user sees it: what it needs, and what it takes on a device. Every kernel has it as
/// `kernel::info()`.
#[derive(Clone, Copy)]
pub struct KernelInfo(&'static Kernel);

/// What one kernel takes on a CUDA device, as the driver says (CUDA Driver API,
/// `cuFuncGetAttribute`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resources {
    /// Registers a thread.
    pub registers: u32,
    /// Bytes of static shared memory a block.
    pub static_shared: usize,
    /// Bytes of local memory a thread: arrays and spilled registers.
    pub local: usize,
    /// Most threads in a block, with these registers.
    pub max_threads_per_block: u32,
    /// The compute capability that the code in use was compiled for, as (major, minor).
    pub compiled_for: (u32, u32),
}

impl KernelInfo {
    /// The information on a kernel; called by the function that the macro writes.
    pub fn new(kernel: &'static Kernel) -> Self {
        KernelInfo(kernel)
    }

    /// The kernel's name.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// The path of the module that holds the kernel.
    pub fn module(&self) -> &'static str {
        self.0.module
    }

    /// The file and line of the kernel.
    pub fn location(&self) -> (&'static str, u32) {
        (self.0.file, self.0.line)
    }

    /// Whether the kernel must be launched with [`Cooperative`](crate::Cooperative).
    pub fn cooperative(&self) -> bool {
        self.0.cooperative
    }

    /// The declared variants, in order, and what each asks of a launch; one with an empty label if
    /// the kernel has no parameters to choose.
    pub fn variants(&self) -> &'static [Variant] {
        self.0.variants
    }

    /// Whether the kernel was compiled for CUDA; the error says why not.
    pub fn compiled(&self) -> Result<(), Error> {
        self.0.fatbin().map(drop)
    }

    /// What the variant of that index takes on a device; `None` on the emulator, which has no
    /// registers.
    ///
    /// # Errors
    /// [`Error::VariantNotDeclared`] if there are fewer variants; the errors of a launch that needs
    /// the kernel's image.
    pub fn resources(&self, device: &Device, variant: usize) -> Result<Option<Resources>, Error> {
        device
            .cuda_device()
            .map(|cuda| crate::cuda::resources(cuda, self.0, variant))
            .transpose()
    }

    /// How many blocks of the variant of that index can be resident on one multiprocessor, with so
    /// many threads and bytes of dynamic shared memory a block (CUDA Driver API,
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`).
    ///
    /// # Errors
    /// Those of a launch with such blocks.
    pub fn resident_blocks(
        &self,
        device: &Device,
        variant: usize,
        threads: impl IntoExtent,
        shared: usize,
    ) -> Result<u32, Error> {
        crate::launch::resident_blocks(
            device,
            self.0,
            variant,
            threads.into_extent(),
            shared as u64,
        )
    }
}

impl fmt::Debug for KernelInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Kernel {
            name,
            module,
            file,
            line,
            ..
        } = self.0;
        write!(f, "KernelInfo({module}::{name} at {file}:{line})")
    }
}

impl Kernel {
    /// The kernel's image, or the error that says why it has none.
    pub(crate) fn fatbin(&self) -> Result<&'static [u8], Error> {
        match self.image {
            Image::Embedded { fatbin } => Ok(fatbin),
            Image::NotBuilt { reason } => Err(Error::NotBuilt {
                kernel: self.name,
                reason,
            }),
            Image::NoBuildScript => Err(Error::NoBuildScript { kernel: self.name }),
        }
    }

    /// The variant of that index, or the error that there is none.
    #[inline]
    pub(crate) fn variant(&self, index: usize) -> Result<&'static Variant, Error> {
        self.variants
            .get(index)
            .ok_or_else(|| self.undeclared(format!("number {index}")))
    }

    /// The error of a launch with undeclared values for the kernel's parameters.
    pub(crate) fn undeclared(&self, asked: String) -> Error {
        let declared = self
            .variants
            .iter()
            .map(|variant| variant.label)
            .collect::<Vec<_>>()
            .join(", ");
        Error::VariantNotDeclared {
            kernel: self.name,
            asked,
            declared,
        }
    }
}
