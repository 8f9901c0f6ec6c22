//! The driver's library: whether it is there, and what its calls return.

use std::sync::OnceLock;

use cudarc::driver::DriverError;
pub(crate) use cudarc::driver::sys;
use sys::CUresult;

use crate::error::Error;

/// A call of the driver that failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    pub(crate) call: &'static str,
    pub(crate) code: CUresult,
}

/// Calls a function of the driver; an error carries the function's name. The driver must have been
/// found before: see [`init`].
macro_rules! cu {
    ($function:ident($($argument:expr),* $(,)?)) => {
        $crate::cuda::driver::check(stringify!($function), $crate::cuda::driver::sys::$function($($argument),*))
    };
}

/// The result of a call of the driver.
#[inline]
pub(crate) fn check(call: &'static str, code: CUresult) -> Result<(), Failure> {
    match code {
        CUresult::CUDA_SUCCESS => Ok(()),
        code => Err(Failure { call, code }),
    }
}

impl Failure {
    /// The failure of a call that cudarc made.
    pub(crate) fn of(call: &'static str, error: DriverError) -> Self {
        Failure {
            call,
            code: error.0,
        }
    }

    /// The driver's name of the error.
    pub(crate) fn name(self) -> String {
        // cudarc's enumeration has the driver's own names.
        format!("{:?}", self.code)
    }

    /// The driver's text for the error.
    pub(crate) fn text(self) -> String {
        let error = DriverError(self.code);
        match error.error_string() {
            Ok(text) => text.to_string_lossy().into_owned(),
            Err(_) => "no description".to_owned(),
        }
    }

    /// The failure as it is, without a look at what a kernel may have left.
    pub(crate) fn plain(self) -> Error {
        Error::Cuda {
            call: self.call,
            name: self.name(),
            text: self.text(),
        }
    }

    /// Whether the context can do nothing more after this error (CUDA Driver API, `CUresult`: "the
    /// process must be terminated and relaunched").
    pub(crate) fn loses_context(self) -> bool {
        use CUresult::*;
        matches!(
            self.code,
            CUDA_ERROR_ILLEGAL_ADDRESS
                | CUDA_ERROR_LAUNCH_TIMEOUT
                | CUDA_ERROR_CONTEXT_IS_DESTROYED
                | CUDA_ERROR_ASSERT
                | CUDA_ERROR_HARDWARE_STACK_ERROR
                | CUDA_ERROR_ILLEGAL_INSTRUCTION
                | CUDA_ERROR_MISALIGNED_ADDRESS
                | CUDA_ERROR_INVALID_ADDRESS_SPACE
                | CUDA_ERROR_INVALID_PC
                | CUDA_ERROR_LAUNCH_FAILED
                | CUDA_ERROR_ECC_UNCORRECTABLE
                | CUDA_ERROR_NVLINK_UNCORRECTABLE
        )
    }
}

/// The oldest CUDA version whose driver has every function that is called here; the youngest of
/// them is `cuEventElapsedTime_v2`. cudarc panics on a function that the library lacks, so this is
/// asked first.
const OLDEST: (u32, u32) = (12, 8);

/// Finds and initialises the driver. Everything else of the driver may be called once this has
/// succeeded.
pub(crate) fn init() -> Result<(), Error> {
    static PRESENT: OnceLock<bool> = OnceLock::new();
    // SAFETY: loads the driver's library and lets go of it; the library's initialisers have no
    // preconditions.
    if !*PRESENT.get_or_init(|| unsafe { sys::is_culib_present() }) {
        return Err(Error::NoDriver);
    }
    let mut version = 0;
    // SAFETY: the library is present, both functions exist in every version of it, and the pointer
    // is to a live integer.
    unsafe {
        cu!(cuInit(0)).map_err(no_device)?;
        cu!(cuDriverGetVersion(&mut version)).map_err(no_device)?;
    }
    // The driver gives 1000 × major + 10 × minor.
    let has = (version as u32 / 1000, version as u32 % 1000 / 10);
    if has < OLDEST {
        return Err(Error::DriverTooOld { has, needs: OLDEST });
    }
    Ok(())
}

/// How many CUDA devices there are. Call [`init`] first.
pub(crate) fn device_count() -> Result<usize, Error> {
    let mut count = 0;
    // SAFETY: the driver is initialised, and the pointer is to a live integer.
    unsafe { cu!(cuDeviceGetCount(&mut count)) }.map_err(no_device)?;
    match usize::try_from(count) {
        Ok(0) | Err(_) => Err(Error::NoDevice {
            reason: "the CUDA driver lists none".to_owned(),
        }),
        Ok(count) => Ok(count),
    }
}

fn no_device(failure: Failure) -> Error {
    Error::NoDevice {
        reason: format!(
            "{} failed with {}: {}",
            failure.call,
            failure.name(),
            failure.text()
        ),
    }
}
