//! Devices, and which one is taken.

use std::{fmt, sync::Arc};

use cudarc::driver::{CudaContext, CudaStream};
use phalanx_emulator::Properties;

use crate::{
    cuda::{self, CudaDevice},
    emulated,
    error::Error,
    limits::Limits,
    stream::Stream,
};

/// The environment variable that [`Device::open`] obeys.
const VARIABLE: &str = "PHALANX_DEVICE";

/// What kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// A CUDA device.
    Cuda,
    /// The emulator in this process.
    Emulator,
}

/// A CUDA device, or the emulator. A handle: clones stand for the same device.
///
/// After a panic in a kernel the context of a CUDA device is lost with all its buffers, and only a
/// new process can use the device again; the emulator goes on as if nothing had happened.
#[derive(Clone)]
pub struct Device {
    pub(crate) backend: Backend,
    why: Arc<str>,
}

#[derive(Clone)]
pub(crate) enum Backend {
    Cuda(&'static CudaDevice),
    Emulated(Arc<emulated::Device>),
}

impl Backend {
    /// As `CUDA device 0 (NVIDIA H200)` or `the emulator`.
    pub(crate) fn label(&self) -> &str {
        match self {
            Backend::Cuda(device) => device.label(),
            Backend::Emulated(_) => emulated::LABEL,
        }
    }
}

impl PartialEq for Backend {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Backend::Cuda(a), Backend::Cuda(b)) => std::ptr::eq(*a, *b),
            (Backend::Emulated(a), Backend::Emulated(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Device {
    /// The first CUDA device that kernels can run on, or else the emulator;
    /// [`description`](Self::description) says which it is and why.
    ///
    /// The environment variable `PHALANX_DEVICE` chooses: `emulator`, `cuda` (the first, and an
    /// error if there is none) or `cuda:1` (the one of that index).
    ///
    /// # Errors
    /// [`Error::UnknownDevice`] if the variable holds something else, the errors of
    /// [`cuda`](Self::cuda) if it names a CUDA device that cannot be used, and [`Error::Cuda`] if
    /// there is a CUDA device that no context can be made on.
    pub fn open() -> Result<Self, Error> {
        let choice = std::env::var_os(VARIABLE).map(|value| value.to_string_lossy().into_owned());
        Self::choose(choice.as_deref())
    }

    fn choose(choice: Option<&str>) -> Result<Self, Error> {
        let why = || format!("chosen by {VARIABLE}={}", choice.unwrap_or_default());
        match choice.map(str::trim) {
            None | Some("") => Self::first(),
            Some("emulator") => Ok(Self::emulated(Properties::default(), &why())),
            Some("cuda") => Self::cuda_because(0, &why()),
            Some(other) => match other
                .strip_prefix("cuda:")
                .and_then(|index| index.parse().ok())
            {
                Some(index) => Self::cuda_because(index, &why()),
                None => Err(Error::UnknownDevice {
                    value: other.to_owned(),
                }),
            },
        }
    }

    fn first() -> Result<Self, Error> {
        let none = |reason: String| Ok(Self::emulated(Properties::default(), &reason));
        let count = match cuda::init().and_then(|()| cuda::device_count()) {
            Ok(count) => count,
            Err(Error::NoDriver) => {
                return none("there is no CUDA driver on this machine".to_owned());
            }
            Err(error) => return none(error.to_string()),
        };
        let mut reasons = Vec::new();
        for index in 0..count {
            match CudaDevice::open(index) {
                Ok(device) => return Ok(Self::of(Backend::Cuda(device), "the first CUDA device")),
                Err(error @ Error::ComputeCapabilityTooLow { .. }) => {
                    reasons.push(error.to_string())
                }
                Err(error) => return Err(error),
            }
        }
        none(reasons.join("; "))
    }

    /// The CUDA device of that index, counted from 0.
    ///
    /// # Errors
    /// [`Error::NoDriver`], [`Error::DriverTooOld`], [`Error::NoDevice`], [`Error::NoSuchDevice`],
    /// [`Error::ComputeCapabilityTooLow`], and [`Error::Cuda`] if no context can be made on it.
    pub fn cuda(index: usize) -> Result<Self, Error> {
        Self::cuda_because(index, "asked for by index")
    }

    fn cuda_because(index: usize, why: &str) -> Result<Self, Error> {
        cuda::init()?;
        Ok(Self::of(Backend::Cuda(CudaDevice::open(index)?), why))
    }

    /// How many CUDA devices this machine has, those too old for kernels included.
    ///
    /// # Errors
    /// [`Error::NoDriver`], [`Error::DriverTooOld`], [`Error::NoDevice`].
    pub fn cuda_count() -> Result<usize, Error> {
        cuda::init()?;
        cuda::device_count()
    }

    /// The emulator, with the properties of a small device: see [`Properties`].
    pub fn emulator() -> Self {
        Self::emulator_with(Properties::default())
    }

    /// The emulator, with these properties. Two emulators share no buffers, like two CUDA devices.
    pub fn emulator_with(properties: Properties) -> Self {
        Self::emulated(properties, "asked for")
    }

    fn emulated(properties: Properties, why: &str) -> Self {
        Self::of(
            Backend::Emulated(Arc::new(emulated::Device::new(properties))),
            why,
        )
    }

    /// The device of a context of cudarc's.
    ///
    /// # Errors
    /// [`Error::ComputeCapabilityTooLow`], [`Error::DriverTooOld`].
    pub fn from_cudarc(context: Arc<CudaContext>) -> Result<Self, Error> {
        cuda::init()?;
        Ok(Self::of(
            Backend::Cuda(CudaDevice::of(context)?),
            "a context of cudarc's",
        ))
    }

    fn of(backend: Backend, why: &str) -> Self {
        Device {
            backend,
            why: why.into(),
        }
    }

    /// Whether this is a CUDA device or the emulator.
    pub fn kind(&self) -> DeviceKind {
        match self.backend {
            Backend::Cuda(_) => DeviceKind::Cuda,
            Backend::Emulated(_) => DeviceKind::Emulator,
        }
    }

    /// Whether this is a CUDA device.
    pub fn is_cuda(&self) -> bool {
        self.kind() == DeviceKind::Cuda
    }

    /// The product's name, as `NVIDIA H200`, or `emulator`.
    pub fn name(&self) -> &str {
        match &self.backend {
            Backend::Cuda(device) => device.name(),
            Backend::Emulated(_) => "emulator",
        }
    }

    /// Which device this is and why it was taken, in one line for a person: `CUDA device 0 (NVIDIA
    /// H200), compute capability 9.0, 132 multiprocessors: the first CUDA device`.
    pub fn description(&self) -> String {
        let Limits {
            compute_capability,
            multiprocessors,
            ..
        } = self.limits();
        let capability = compute_capability.map_or_else(String::new, |(major, minor)| {
            format!(", compute capability {major}.{minor}")
        });
        format!(
            "{}{capability}, {multiprocessors} multiprocessors: {}",
            self.backend.label(),
            self.why
        )
    }

    /// What the device allows a launch.
    pub fn limits(&self) -> &Limits {
        match &self.backend {
            Backend::Cuda(device) => device.limits(),
            Backend::Emulated(device) => device.limits(),
        }
    }

    /// A new stream: work on it is done in order, and independently of other streams.
    ///
    /// # Errors
    /// [`Error::ContextLost`], [`Error::Cuda`]; none on the emulator.
    pub fn stream(&self) -> Result<Stream, Error> {
        match &self.backend {
            Backend::Cuda(device) => Ok(Stream::on_cuda(self.clone(), cuda::Stream::new(device)?)),
            Backend::Emulated(_) => Ok(Stream::emulated(self.clone())),
        }
    }

    /// A stream of cudarc's, to launch kernels on.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] if the stream's context is not this device's,
    /// [`Error::PerThreadStream`] for the per-thread default stream.
    pub fn stream_from_cudarc(&self, stream: Arc<CudaStream>) -> Result<Stream, Error> {
        match self.backend {
            Backend::Cuda(device) if device.context().cu_ctx() == stream.context().cu_ctx() => Ok(
                Stream::on_cuda(self.clone(), cuda::Stream::of(device, stream)?),
            ),
            _ => Err(Error::WrongDevice {
                what: "the stream".to_owned(),
                buffer: format!("CUDA device {}", stream.context().ordinal()),
                stream: self.backend.label().to_owned(),
            }),
        }
    }

    /// The device's context, for code that uses cudarc; `None` on the emulator.
    pub fn cudarc_context(&self) -> Option<&Arc<CudaContext>> {
        self.cuda_device().map(CudaDevice::context)
    }

    pub(crate) fn cuda_device(&self) -> Option<&'static CudaDevice> {
        match self.backend {
            Backend::Cuda(device) => Some(device),
            Backend::Emulated(_) => None,
        }
    }
}

/// Two handles are equal if they stand for the same device. Every emulator is a device of its own.
impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        self.backend == other.backend
    }
}

impl Eq for Device {}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({})", self.description())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_chooses_the_emulator_and_says_so() {
        let device = Device::choose(Some("emulator")).unwrap();
        assert_eq!(device.kind(), DeviceKind::Emulator);
        assert!(
            device
                .description()
                .ends_with("multiprocessors: chosen by PHALANX_DEVICE=emulator"),
            "{device:?}"
        );
    }

    #[test]
    fn a_variable_that_names_no_device_is_an_error() {
        for value in ["gpu", "cuda:", "cuda:-1", "cuda:x", "cuda0", "Emulator"] {
            assert_eq!(
                Device::choose(Some(value)).unwrap_err().to_string(),
                format!(
                    "PHALANX_DEVICE is `{value}`; it must be `emulator`, `cuda`, or `cuda:` and the device's index, as in `cuda:1`"
                )
            );
        }
    }

    /// Holds on every machine: a device that is not there is an error value, and `open` then falls
    /// back and says why.
    #[test]
    fn a_missing_driver_or_device_is_an_error_value() {
        let error = match Device::choose(Some("cuda:4096")) {
            Err(error) => error,
            Ok(device) => panic!("there is no CUDA device 4096, but got {device:?}"),
        };
        let opened = Device::first().unwrap();
        match error {
            Error::NoDriver => {
                assert!(
                    opened.description().starts_with("the emulator, ")
                        && opened
                            .description()
                            .ends_with(": there is no CUDA driver on this machine"),
                    "{opened:?}"
                );
            }
            Error::NoSuchDevice { index: 4096, count } => {
                assert_eq!(
                    error.to_string(),
                    format!("no CUDA device 4096: this machine has {count}, counted from 0")
                );
            }
            Error::NoDevice { .. } | Error::DriverTooOld { .. } => assert!(!opened.is_cuda()),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn each_emulator_is_a_device_of_its_own() {
        let (one, other) = (Device::emulator(), Device::emulator());
        assert_eq!(one, one.clone());
        assert_ne!(one, other);
    }
}
