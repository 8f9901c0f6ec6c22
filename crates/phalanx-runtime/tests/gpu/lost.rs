//! What comes after a kernel has failed, in processes that are given up for it.

use std::{
    process::{Command, ExitCode},
    time::Duration,
};

use phalanx_runtime::{Device, Error, Launch};

use crate::{
    kernels::{add, look, stray},
    refused,
};

/// Which of the tests below this process is to run.
const VARIABLE: &str = "PHALANX_TEST_LOST";

/// Runs one of the tests below, if this process was started for it.
pub(crate) fn child() -> Option<ExitCode> {
    let test = match std::env::var(VARIABLE).ok()?.as_str() {
        "panic" => panics,
        "stray" => strays,
        other => panic!("{other}"),
    };
    // A panic, of an assertion, gives another code than these.
    Some(match test() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    })
}

fn in_a_process(test: &str) -> Result<(), Error> {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program)
        .env(VARIABLE, test)
        .output()
        .expect("it can be started");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{text}", output.status);
    Ok(())
}

pub(crate) fn after_a_panic(_: &Device) -> Result<(), Error> {
    in_a_process("panic")
}

pub(crate) fn after_an_illegal_address(_: &Device) -> Result<(), Error> {
    in_a_process("stray")
}

fn panics() -> Result<(), Error> {
    let device = Device::cuda(0)?;
    let stream = device.stream()?;
    let x = stream.upload(&[0_u32; 100])?;
    let mut y = stream.zeros::<u32>(100)?;
    let launch = Launch::blocks((2, 3)).threads((8, 4, 2));
    // An index within bounds is no panic.
    look::launch(&stream, launch, &x, 99)?;
    stream.synchronize()?;

    // A buffer that is freed in the meantime, and has to be ordered for it, does not take the error
    // with it.
    let between = stream.upload(&[1_u32])?;
    device.stream()?.download(&between)?;
    look::launch(&stream, launch, &x, 117)?;
    std::thread::sleep(Duration::from_millis(100));
    drop(between);
    let text = refused(stream.synchronize());
    assert_eq!(
        text,
        "kernel `look` panicked at src/look.rs:12:17 in block (1, 2, 0), thread (7, 3, 1): index out \
         of bounds: the len is 100 but the index is 117"
    );

    // Everything afterwards says that the context is lost, and why.
    let lost = format!(
        "the CUDA context of CUDA device 0 ({}) is lost, and with it all its buffers, since {text}; \
         only a new process can use the device again",
        device.name()
    );
    assert_eq!(refused(stream.synchronize()), lost);
    assert_eq!(refused(stream.download(&y)), lost);
    assert_eq!(refused(stream.upload(&[1])), lost);
    assert_eq!(refused(add::launch(&stream, launch, &x, &mut y, 1)), lost);
    assert_eq!(refused(device.stream()), lost);
    assert_eq!(
        refused(std::thread::scope(|scope| {
            scope.spawn(|| stream.record()).join().expect("no panic")
        })),
        lost
    );
    assert_eq!(refused(x.into_cuda_slice()), lost);
    // The emulator has nothing to do with it.
    assert_eq!(Device::emulator().stream()?.zeros::<u8>(2)?.len(), 2);
    Ok(())
}

fn strays() -> Result<(), Error> {
    let device = Device::cuda(0)?;
    let stream = device.stream()?;
    let mut out = stream.zeros(1)?;
    stray::launch(&stream, Launch::blocks(1).threads(1), &mut out)?;
    let text = refused(stream.download(&out));
    assert!(
        text.contains(" failed with CUDA_ERROR_ILLEGAL_ADDRESS: "),
        "{text}"
    );
    match stream.synchronize() {
        Err(Error::ContextLost { reason, .. }) => assert_eq!(reason, text),
        other => panic!("{other:?}"),
    }
    Ok(())
}
