//! What the code written by the macro calls. No part of the interface: it changes with the macro.
//!
//! The macro writes for each kernel a `static` [`Kernel`] and a function `launch`, which turns its
//! arguments into [`Arg`]s in the order of the kernel's parameters (groups are none), and the
//! kernel's Rust body into a closure for the emulator. `tests/by_hand.rs` shows all of it.

use std::{ffi::c_void, fmt, marker::PhantomData};

use phalanx_groups::{
    Atomic, AtomicValue, DeviceCopy,
    rt::{Ref, RefMut, Slice, SliceMut},
};

use crate::{
    buffer::{DeviceBuffer, Raw},
    cuda,
    device::Backend,
    emulated,
    error::Error,
    stream::Stream,
};
pub use crate::{
    kernel::{Aligned, Image, Kernel, KernelInfo, Loaded, SharedArray, Variant, VariantChoice},
    launch::{Request, cooperative, ordinary},
    panic::{MAX_VALUES, PanicRecord, PanicSite, Piece, ValueType},
};

// `usize` values and lengths are kernel parameters of 64 bits.
const _: () = assert!(size_of::<usize>() == 8, "CUDA runs on 64-bit hosts only");

/// An argument of a launch.
#[derive(Debug)]
pub struct Arg<'a>(pub(crate) Passed<'a>);

/// How an argument is passed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passed<'a> {
    /// For `&[T]`, `&mut [T]` and `&[Atomic<T>]`: a pointer and a length.
    Slice { buffer: &'a Raw, written: bool },
    /// For `&T`, `&mut T` and `&Atomic<T>`: a pointer.
    One { buffer: &'a Raw, written: bool },
    /// A value, by its address.
    Value(*const c_void, PhantomData<&'a ()>),
    /// For `#[shared] name: &mut [T]`: the array's length in elements.
    Shared(u64),
}

/// A value that a launch can pass.
#[diagnostic::on_unimplemented(
    message = "a launch cannot pass a `{Self}`",
    label = "not plain data that host and device share",
    note = "for a struct or enum of your own: `#[derive(Clone, Copy, DeviceCopy)]`",
    note = "a group has its own name among a kernel's parameters, `block: ThreadBlock<256>`: behind an alias it looks like a value"
)]
pub trait Argument {}

impl<T: DeviceCopy> Argument for T {}

impl<'a> Arg<'a> {
    /// A value that is passed as it is in memory.
    #[inline]
    pub fn value<T: Argument>(value: &'a T) -> Self {
        Arg(Passed::Value(std::ptr::from_ref(value).cast(), PhantomData))
    }

    /// The length of a dynamic shared array, in elements.
    #[inline]
    pub fn shared(length: usize) -> Self {
        Arg(Passed::Shared(length as u64))
    }

    /// The lengths of the dynamic shared arrays, in order.
    #[inline]
    pub(crate) fn shared_lengths<'b>(args: &'b [Arg<'_>]) -> impl Iterator<Item = u64> + 'b {
        args.iter().filter_map(|arg| {
            if let Passed::Shared(length) = arg.0 {
                Some(length)
            } else {
                None
            }
        })
    }
}

/// A buffer that a kernel reads: the launch's `&DeviceBuffer<T>`.
#[derive(Debug)]
pub struct Reads<'a, T>(&'a DeviceBuffer<T>)
where
    T: DeviceCopy;

/// A buffer that a kernel writes, or uses by atomics: the launch's `&mut DeviceBuffer<T>`. A copy
/// of the borrow, since both the arguments and the emulator's closure need it, and every emulated
/// thread takes its handle from the closure.
#[derive(Debug)]
pub struct Writes<'a, T>(&'a DeviceBuffer<T>)
where
    T: DeviceCopy;

/// The memory that a handle stands for: nothing on CUDA, where no handle is used.
fn host<T: DeviceCopy>(buffer: &DeviceBuffer<T>) -> Option<(*mut T, usize)> {
    buffer
        .raw
        .emulated()
        .map(|memory| (memory.pointer().cast(), buffer.len()))
}

/// The one object that a handle stands for.
fn one<T: DeviceCopy>(buffer: &DeviceBuffer<T>) -> *mut T {
    match host(buffer) {
        Some((pointer, 1..)) => pointer,
        _ => unreachable!(
            "only the emulator takes handles, and a launch has seen that the buffer is not empty"
        ),
    }
}

impl<'a, T: DeviceCopy> Reads<'a, T> {
    /// Of a launch's argument.
    #[inline]
    pub fn new(buffer: &'a DeviceBuffer<T>) -> Self {
        Reads(buffer)
    }

    /// The argument for a parameter `&[T]`.
    #[inline]
    pub fn slice_arg(&self) -> Arg<'a> {
        Arg(Passed::Slice {
            buffer: &self.0.raw,
            written: false,
        })
    }

    /// The argument for a parameter `&T`.
    #[inline]
    pub fn one_arg(&self) -> Arg<'a> {
        Arg(Passed::One {
            buffer: &self.0.raw,
            written: false,
        })
    }

    /// The emulator's `&[T]`.
    pub fn slice(&self) -> Slice<'a, T> {
        // SAFETY: the buffer holds as many initialised elements, and is borrowed for `'a`.
        host(self.0).map_or_else(Slice::empty, |(pointer, len)| unsafe {
            Slice::from_raw(pointer, len)
        })
    }

    /// The emulator's `&T`.
    pub fn one(&self) -> Ref<'a, T> {
        // SAFETY: the buffer holds at least one initialised element, and is borrowed for `'a`.
        unsafe { Ref::from_raw(one(self.0)) }
    }
}

impl<'a, T: DeviceCopy> Writes<'a, T> {
    /// Of a launch's argument.
    #[inline]
    pub fn new(buffer: &'a mut DeviceBuffer<T>) -> Self {
        Writes(buffer)
    }

    /// The argument for a parameter `&mut [T]` or `&[Atomic<T>]`.
    #[inline]
    pub fn slice_arg(&self) -> Arg<'a> {
        Arg(Passed::Slice {
            buffer: &self.0.raw,
            written: true,
        })
    }

    /// The argument for a parameter `&mut T` or `&Atomic<T>`.
    #[inline]
    pub fn one_arg(&self) -> Arg<'a> {
        Arg(Passed::One {
            buffer: &self.0.raw,
            written: true,
        })
    }

    /// The emulator's `&mut [T]`.
    pub fn slice_mut(&self) -> SliceMut<'a, T> {
        // SAFETY: the buffer holds as many initialised elements, and is exclusively borrowed for
        // `'a`; only handles use it then.
        host(self.0).map_or_else(SliceMut::empty, |(pointer, len)| unsafe {
            SliceMut::from_raw(pointer, len)
        })
    }

    /// The emulator's `&mut T`.
    pub fn one_mut(&self) -> RefMut<'a, T> {
        // SAFETY: the buffer holds at least one initialised element, and is exclusively borrowed
        // for `'a`.
        unsafe { RefMut::from_raw(one(self.0)) }
    }

    /// The emulator's `&[Atomic<T>]`.
    pub fn atomic_slice(&self) -> Slice<'a, Atomic<T>>
    where
        T: AtomicValue,
    {
        // SAFETY: as for `slice_mut`; an `Atomic<T>` is a `T` in memory, and the allocation is
        // aligned for it.
        host(self.0).map_or_else(Slice::empty, |(pointer, len)| unsafe {
            Slice::from_raw(pointer.cast(), len)
        })
    }

    /// The emulator's `&Atomic<T>`.
    pub fn atomic(&self) -> Ref<'a, Atomic<T>>
    where
        T: AtomicValue,
    {
        // SAFETY: as for `one_mut`; an `Atomic<T>` is a `T` in memory, and the allocation is
        // aligned for it.
        unsafe { Ref::from_raw(one(self.0).cast()) }
    }
}

/// Launches the variant of that index. `body` runs one thread of the kernel; only the emulator
/// calls it.
#[inline]
pub fn launch(
    kernel: &'static Kernel,
    variant: usize,
    stream: &Stream,
    request: Request,
    args: &[Arg<'_>],
    body: &(dyn Fn() + Sync),
) -> Result<(), Error> {
    match (stream.cuda(), &stream.device().backend) {
        (Some(stream), _) => cuda::launch(kernel, variant, stream, request, args),
        (None, Backend::Emulated(device)) => {
            emulated::launch(kernel, variant, device, request, args, body)
        }
        (None, Backend::Cuda(_)) => unreachable!("a stream of a CUDA device is a CUDA stream"),
    }
}

/// The error of a launch with values for the kernel's parameters that it does not declare:
/// `format_args!("N = {N}")`.
#[cold]
pub fn undeclared(kernel: &'static Kernel, asked: fmt::Arguments<'_>) -> Error {
    kernel.undeclared(asked.to_string())
}
