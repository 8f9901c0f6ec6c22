//! Memory on a device.

use std::{fmt, marker::PhantomData, mem::MaybeUninit, sync::Arc};

use cudarc::driver::CudaSlice;
use half::{bf16, f16};
use phalanx_groups::DeviceCopy;

use crate::{
    cuda::{self, CudaDevice},
    device::Backend,
    emulated,
    error::Error,
    kernel::Kernel,
    stream::Stream,
};

/// `len` elements of type `T` on a device. On CUDA this is global memory, on the emulator memory of
/// this process.
///
/// A buffer belongs to one device, and may be used on every stream of it: uses through this crate
/// are ordered as they depend on each other, whichever streams they are on. It is freed behind its
/// last use.
///
/// # Together with cudarc
///
/// [`Stream::adopt`] makes a buffer of a [`CudaSlice`], and
/// [`into_cuda_slice`](Self::into_cuda_slice) makes a slice of a buffer; neither copies. Both keep
/// the order as far as either side knows it:
///
/// * Work that cudarc has put on the slice before `adopt` is waited for, on the slice's stream, if
///   cudarc's event tracking was on for the slice. Work that other code put on *another* stream
///   without telling cudarc is not.
/// * Work that this crate has put on the buffer before `into_cuda_slice` is waited for on the
///   slice's stream, and, if cudarc's event tracking is on, on every stream that cudarc uses the
///   slice on.
pub struct DeviceBuffer<T> {
    pub(crate) raw: Raw,
    elements: PhantomData<T>,
}

/// A buffer without its type. The launch passes addresses of `pointer` and `len` as kernel
/// parameters.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) pointer: u64,
    pub(crate) len: u64,
    memory: Memory,
}

#[derive(Debug)]
enum Memory {
    Cuda(cuda::Memory),
    Emulated(emulated::Memory),
}

impl Raw {
    /// The buffer's memory, if it is on that CUDA device.
    #[inline]
    pub(crate) fn on_cuda(&self, device: &CudaDevice) -> Option<&cuda::Memory> {
        match &self.memory {
            Memory::Cuda(memory) if std::ptr::eq(memory.device(), device) => Some(memory),
            _ => None,
        }
    }

    /// The buffer's memory, if it is on that emulator.
    pub(crate) fn on_emulator(&self, device: &Arc<emulated::Device>) -> Option<&emulated::Memory> {
        match &self.memory {
            Memory::Emulated(memory) if Arc::ptr_eq(memory.device(), device) => Some(memory),
            _ => None,
        }
    }

    /// The buffer's memory, if it is on any emulator.
    pub(crate) fn emulated(&self) -> Option<&emulated::Memory> {
        match &self.memory {
            Memory::Emulated(memory) => Some(memory),
            Memory::Cuda(_) => None,
        }
    }

    fn label(&self) -> &str {
        match &self.memory {
            Memory::Cuda(memory) => memory.device().label(),
            Memory::Emulated(_) => emulated::LABEL,
        }
    }

    /// The error of a launch that is given this buffer on another device.
    #[cold]
    pub(crate) fn wrong_device(&self, kernel: &Kernel, parameter: usize, stream: &str) -> Error {
        let parameter = kernel.parameters.get(parameter).copied().unwrap_or("?");
        self.not_on(
            format!(
                "the buffer for parameter `{parameter}` of kernel `{}`",
                kernel.name
            ),
            stream,
        )
    }

    fn not_on(&self, what: String, stream: &str) -> Error {
        // Two emulators have one name.
        let other = if self.label() == stream {
            "another: "
        } else {
            ""
        };
        Error::WrongDevice {
            what,
            buffer: self.label().to_owned(),
            stream: format!("{other}{stream}"),
        }
    }

    /// Refuses an empty buffer for a parameter that is one value in memory.
    #[inline]
    pub(crate) fn check_one(&self, kernel: &Kernel, parameter: usize) -> Result<(), Error> {
        if self.len > 0 {
            return Ok(());
        }
        let parameter = kernel.parameters.get(parameter).copied().unwrap_or("?");
        Err(Error::EmptyBuffer {
            kernel: kernel.name,
            parameter,
        })
    }
}

/// The memory of a buffer together with the stream that a copy is put on.
enum Copying<'a> {
    Cuda(&'a cuda::Memory, &'a Arc<cuda::Stream>),
    Emulated(&'a emulated::Memory),
}

impl<T: DeviceCopy> DeviceBuffer<T> {
    /// Memory for so many elements, which are undefined.
    pub(crate) fn new(stream: &Stream, len: usize) -> Result<Self, Error> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .filter(|&bytes| isize::try_from(bytes).is_ok())
            .ok_or(Error::BufferTooLarge {
                len,
                size: size_of::<T>(),
            })?;
        let (pointer, memory) = match (&stream.device().backend, stream.cuda()) {
            (Backend::Emulated(device), _) => {
                let memory = emulated::Memory::new(device.clone(), bytes, align_of::<T>())?;
                (memory.pointer().addr() as u64, Memory::Emulated(memory))
            }
            (Backend::Cuda(_), Some(stream)) => {
                let memory = cuda::Memory::new(stream, bytes)?;
                (memory.pointer(), Memory::Cuda(memory))
            }
            (Backend::Cuda(_), None) => unreachable!("a stream of a CUDA device is a CUDA stream"),
        };
        Ok(DeviceBuffer {
            raw: Raw {
                pointer,
                len: len as u64,
                memory,
            },
            elements: PhantomData,
        })
    }

    pub(crate) fn adopt(stream: &Stream, slice: CudaSlice<T>) -> Result<Self, Error> {
        let device = stream.device().cuda_device();
        match device.filter(|device| device.context().cu_ctx() == slice.context().cu_ctx()) {
            Some(device) => {
                let (memory, len) = cuda::Memory::from_slice(device, slice)?;
                let raw = Raw {
                    pointer: memory.pointer(),
                    len: len as u64,
                    memory: Memory::Cuda(memory),
                };
                Ok(DeviceBuffer {
                    raw,
                    elements: PhantomData,
                })
            }
            None => Err(Error::WrongDevice {
                what: "the slice".to_owned(),
                buffer: format!("CUDA device {}", slice.ordinal()),
                stream: stream.device().backend.label().to_owned(),
            }),
        }
    }

    /// Elements in the buffer.
    pub fn len(&self) -> usize {
        self.raw.len as usize
    }

    /// Whether the buffer has no elements.
    pub fn is_empty(&self) -> bool {
        self.raw.len == 0
    }

    fn bytes(&self) -> usize {
        self.len() * size_of::<T>()
    }

    /// The buffer as a slice of cudarc's, on the stream that it was made on.
    ///
    /// # Errors
    /// [`Error::NotCuda`] for a buffer of the emulator, which is freed then; what an earlier launch
    /// caused.
    pub fn into_cuda_slice(self) -> Result<CudaSlice<T>, Error> {
        let len = self.len();
        match self.raw.memory {
            // SAFETY: the memory was made for `len` elements of type `T`.
            Memory::Cuda(memory) => unsafe { memory.into_slice(len) },
            Memory::Emulated(_) => Err(Error::NotCuda {
                what: "the buffer",
                device: emulated::LABEL.to_owned(),
            }),
        }
    }

    fn copying<'a>(&'a self, stream: &'a Stream) -> Result<Copying<'a>, Error> {
        let copying = match (&stream.device().backend, stream.cuda()) {
            (Backend::Cuda(device), Some(stream)) => self
                .raw
                .on_cuda(device)
                .map(|memory| Copying::Cuda(memory, stream)),
            (Backend::Emulated(device), _) => self.raw.on_emulator(device).map(Copying::Emulated),
            (Backend::Cuda(_), None) => None,
        };
        copying.ok_or_else(|| {
            self.raw
                .not_on("the buffer".to_owned(), stream.device().backend.label())
        })
    }

    pub(crate) fn to_vec(&self, stream: &Stream) -> Result<Vec<T>, Error> {
        let mut values = Vec::with_capacity(self.len());
        self.read_uninit(stream, &mut values.spare_capacity_mut()[..self.len()])?;
        // SAFETY: all of them have just been written, with the bytes of values of type `T`.
        unsafe { values.set_len(self.len()) };
        Ok(values)
    }

    pub(crate) fn read(&self, stream: &Stream, to: &mut [T]) -> Result<(), Error> {
        self.check_len(to.len())?;
        // SAFETY: only initialised values are written to it.
        let to = unsafe { &mut *(std::ptr::from_mut(to) as *mut [MaybeUninit<T>]) };
        self.read_uninit(stream, to)
    }

    fn read_uninit(&self, stream: &Stream, to: &mut [MaybeUninit<T>]) -> Result<(), Error> {
        assert_eq!(to.len(), self.len());
        let to = to.as_mut_ptr();
        match self.copying(stream)? {
            // SAFETY: both sides hold as many bytes, and the host's are exclusively borrowed.
            Copying::Cuda(memory, stream) => unsafe {
                memory.read(stream, to.cast(), self.bytes())
            },
            Copying::Emulated(memory) => {
                // SAFETY: as above; launches on the emulator have ended when they return, and have
                // left whole values.
                unsafe {
                    std::ptr::copy_nonoverlapping(
                        memory.pointer().cast_const().cast(),
                        to,
                        self.len(),
                    )
                };
                Ok(())
            }
        }
    }

    pub(crate) fn write(&mut self, stream: &Stream, from: &[T]) -> Result<(), Error> {
        self.check_len(from.len())?;
        match self.copying(stream)? {
            // SAFETY: both sides hold as many bytes.
            Copying::Cuda(memory, stream) => unsafe {
                memory.write(stream, from.as_ptr().cast(), self.bytes())
            },
            Copying::Emulated(memory) => {
                // SAFETY: both sides hold as many elements, and the buffer is exclusively borrowed.
                unsafe {
                    std::ptr::copy_nonoverlapping(
                        from.as_ptr(),
                        memory.pointer().cast(),
                        self.len(),
                    )
                };
                Ok(())
            }
        }
    }

    pub(crate) fn clear(&mut self, stream: &Stream) -> Result<(), Error>
    where
        T: Zeroable,
    {
        match self.copying(stream)? {
            Copying::Cuda(memory, stream) => memory.clear(stream, self.bytes()),
            Copying::Emulated(memory) => {
                // SAFETY: the memory has that many bytes and is exclusively borrowed; zero bytes
                // are a value of `T`.
                unsafe { memory.pointer().write_bytes(0, self.bytes()) };
                Ok(())
            }
        }
    }

    fn check_len(&self, slice: usize) -> Result<(), Error> {
        let buffer = self.len();
        if slice == buffer {
            Ok(())
        } else {
            Err(Error::LengthsDiffer { buffer, slice })
        }
    }
}

impl<T: DeviceCopy> fmt::Debug for DeviceBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "DeviceBuffer<{}>({} elements on {})",
            std::any::type_name::<T>(),
            self.len(),
            self.raw.label()
        )
    }
}

/// A type whose bytes may all be zero, so that memory can be cleared to it.
///
/// # Safety
/// Zero bytes are a value of the type.
#[diagnostic::on_unimplemented(
    message = "zero bytes may be no value of `{Self}`",
    label = "cannot be cleared to zeros",
    note = "use `stream.filled(value, n)`, or implement `Zeroable` for a struct whose fields may all be zero"
)]
pub unsafe trait Zeroable: DeviceCopy {}

macro_rules! zeroable {
    ($($type:ty)*) => {$(
        // SAFETY: zero bytes are the number 0, or `false`.
        #[diagnostic::do_not_recommend]
        unsafe impl Zeroable for $type {}
    )*};
}

zeroable! { bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f16 bf16 f32 f64 }

// SAFETY: each element may be zero.
#[diagnostic::do_not_recommend]
unsafe impl<T: Zeroable, const N: usize> Zeroable for [T; N] {}
