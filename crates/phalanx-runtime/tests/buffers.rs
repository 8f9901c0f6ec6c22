//! Buffers hold what was put into them, and errors name both lengths.

use half::{bf16, f16};
use phalanx_groups::DeviceCopy;
use phalanx_runtime::{Device, Error, Stream, cudarc::driver::CudaContext};
use proptest::prelude::*;

fn stream() -> Stream {
    Device::emulator().stream().unwrap()
}

/// A struct with padding, which is copied with the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Particle {
    alive: bool,
    mass: f64,
    cell: [u16; 3],
}

// SAFETY: `#[repr(C)]`, made of plain data.
unsafe impl DeviceCopy for Particle {}

/// Puts `first` into a buffer, takes it out, replaces it by `second`, and takes that out.
fn round_trip<T: DeviceCopy + PartialEq + std::fmt::Debug>(first: &[T], second: &[T]) {
    let stream = stream();
    let mut buffer = stream.upload(first).unwrap();
    assert_eq!(buffer.len(), first.len());
    assert_eq!(buffer.is_empty(), first.is_empty());
    assert_eq!(stream.download(&buffer).unwrap(), first);
    stream.write(&mut buffer, second).unwrap();
    let mut host = first.to_vec();
    stream.download_into(&buffer, &mut host).unwrap();
    assert_eq!(host, second);
}

proptest! {
    #[test]
    fn bytes(pairs: Vec<(u8, u8)>) {
        let (first, second): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        round_trip(&first, &second);
    }

    #[test]
    fn words(pairs: Vec<(i64, i64)>) {
        let (first, second): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        round_trip(&first, &second);
    }

    #[test]
    fn halves(pairs: Vec<(i16, i16)>) {
        // Made from integers, so that no NaN comes, which is equal to nothing.
        let halves = |pick: fn(&(i16, i16)) -> i16| -> Vec<f16> {
            pairs.iter().map(|pair| f16::from_f32(pick(pair).into())).collect()
        };
        round_trip(&halves(|pair| pair.0), &halves(|pair| pair.1));
        let brains: Vec<_> = pairs.iter().map(|pair| bf16::from_f32(pair.0.into())).collect();
        round_trip(&brains, &brains);
    }

    #[test]
    fn structs(parts: Vec<(bool, i32, [u16; 3])>) {
        let particles: Vec<_> = parts
            .into_iter()
            .map(|(alive, mass, cell)| Particle { alive, mass: mass.into(), cell })
            .collect();
        let mut reversed = particles.clone();
        reversed.reverse();
        round_trip(&particles, &reversed);
    }

    #[test]
    fn one_value_again_and_again(value: [u32; 5], len in 0_usize..300) {
        let stream = stream();
        let mut buffer = stream.filled(value, len).unwrap();
        assert_eq!(stream.download(&buffer).unwrap(), vec![value; len]);
        stream.clear(&mut buffer).unwrap();
        assert_eq!(stream.download(&buffer).unwrap(), vec![[0; 5]; len]);
        assert_eq!(stream.download(&stream.zeros::<f64>(len).unwrap()).unwrap(), vec![0.0; len]);
    }
}

#[test]
fn lengths_that_differ_are_refused() {
    let stream = stream();
    let mut buffer = stream.upload(&[1_u8, 2, 3]).unwrap();
    let text = "the lengths differ: the buffer holds 3 elements, the slice 2";
    assert_eq!(
        stream
            .download_into(&buffer, &mut [0, 0])
            .unwrap_err()
            .to_string(),
        text
    );
    assert_eq!(
        stream.write(&mut buffer, &[0, 0]).unwrap_err().to_string(),
        text
    );
    assert_eq!(stream.download(&buffer).unwrap(), [1, 2, 3]);
}

#[test]
fn a_buffer_that_no_memory_can_hold_is_refused() {
    let stream = stream();
    assert_eq!(
        stream.zeros::<f32>(usize::MAX).unwrap_err().to_string(),
        format!(
            "a buffer of {} elements of 4 bytes does not fit into memory",
            usize::MAX
        )
    );
    let asked = isize::MAX as usize / 4;
    assert_eq!(
        stream.zeros::<u32>(asked).unwrap_err().to_string(),
        format!(
            "the emulator is out of memory: {} bytes were asked for",
            asked * 4
        )
    );
}

#[test]
fn the_emulator_has_no_cuda_handles() {
    let stream = stream();
    assert!(stream.cudarc_stream().is_none() && stream.device().cudarc_context().is_none());
    assert_eq!(
        stream.cu_stream().unwrap_err().to_string(),
        "the stream belongs to the emulator, so there is no CUDA handle for it"
    );
    assert_eq!(
        stream
            .zeros::<u8>(1)
            .unwrap()
            .into_cuda_slice()
            .unwrap_err()
            .to_string(),
        "the buffer belongs to the emulator, so there is no CUDA handle for it"
    );
}

#[test]
fn time_goes_forward() {
    let stream = stream();
    let start = stream.record().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(2));
    let end = stream.record().unwrap();
    end.synchronize().unwrap();
    assert!(end.elapsed_since(&start).unwrap() >= std::time::Duration::from_millis(2));
    assert!(start.elapsed_since(&end).unwrap().is_zero());
}

/// The texts of errors that only a CUDA device gives.
#[test]
fn texts() {
    let device = || "CUDA device 0 (NVIDIA T4)".to_owned();
    let texts = [
        (
            Error::NoDriver,
            "no CUDA driver: its library (libcuda.so, or nvcuda.dll on Windows) is not on this \
             machine; install NVIDIA's driver, or use `Device::emulator()`",
        ),
        (
            Error::DriverTooOld {
                has: (12, 4),
                needs: (12, 8),
            },
            "the CUDA driver is too old: it supports CUDA 12.4, and at least 12.8 is needed",
        ),
        (
            Error::NoDevice {
                reason: "the CUDA driver lists none".to_owned(),
            },
            "no CUDA device: the CUDA driver lists none",
        ),
        (
            Error::ComputeCapabilityTooLow {
                device: device(),
                has: (7, 0),
                needs: (7, 5),
            },
            "CUDA device 0 (NVIDIA T4) has compute capability 7.0, and at least 7.5 is needed",
        ),
        (
            Error::ContextLost {
                device: device(),
                reason: "a kernel trapped".to_owned(),
            },
            "the CUDA context of CUDA device 0 (NVIDIA T4) is lost, and with it all its buffers, \
             since a kernel trapped; only a new process can use the device again",
        ),
        (
            Error::Cuda {
                call: "cuLaunchKernel",
                name: "CUDA_ERROR_INVALID_VALUE".to_owned(),
                text: "invalid argument".to_owned(),
            },
            "cuLaunchKernel failed with CUDA_ERROR_INVALID_VALUE: invalid argument",
        ),
        (
            Error::OutOfMemory {
                device: device(),
                asked: 99,
                free: Some((10, 20)),
            },
            "CUDA device 0 (NVIDIA T4) is out of memory: 99 bytes were asked for, and 10 of 20 are \
             free",
        ),
        (
            Error::NoImageForDevice {
                kernel: "k",
                device: device(),
                capability: (7, 5),
                detail: "CUDA_ERROR_NO_BINARY_FOR_GPU: no kernel image is available".to_owned(),
            },
            "no part of the CUDA image of kernel `k` runs on CUDA device 0 (NVIDIA T4), which has \
             compute capability 7.5 (CUDA_ERROR_NO_BINARY_FOR_GPU: no kernel image is available); \
             build it with a target for that device in the environment variable PHALANX_TARGETS or \
             in `phalanx_build::Build::targets`",
        ),
        (
            Error::CooperativeUnsupported {
                kernel: "k",
                device: device(),
            },
            "kernel `k` synchronises its whole grid, and CUDA device 0 (NVIDIA T4) has no \
             cooperative launch",
        ),
        (
            Error::EventsOfTwoDevices,
            "the two events were recorded on different devices",
        ),
    ];
    for (error, text) in texts {
        assert_eq!(error.to_string(), text);
    }
}

/// cudarc panics when it cannot find the driver. Nothing here may reach it then.
#[test]
fn without_a_driver_there_is_no_panic() {
    if let Err(Error::NoDriver) = Device::cuda(0) {
        assert!(matches!(Device::cuda_count(), Err(Error::NoDriver)));
        assert!(std::panic::catch_unwind(|| CudaContext::new(0)).is_err());
    }
}
