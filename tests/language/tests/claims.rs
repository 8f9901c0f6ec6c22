//! What a kernel claims in `unsafe`, without proof.

use phalanx::Properties;
use phalanx::prelude::*;
use phalanx_language::each_device;

/// The sum over each block, of as many threads as the data says, doubled as often as it says.
#[group_kernel]
fn told(block: ThreadBlock, rounds: &[u32], kind: &[u32], x: &[u32], sums: &mut [u32]) {
    let b = block.group_index().x;
    let r = block.thread_rank();
    let i = b * block.num_threads() + r;
    let mut sum = 0;
    let why_not = rounds[i];
    // SAFETY: the host writes one number for each block.
    for _ in 0..unsafe { assume_uniform(&block, why_not, "one number a block, see `data`") } {
        sum += block.reduce(x[i], Plus);
    }
    if unsafe { agreed(&block, kind[i]) } == 1 {
        sum += block.reduce(1, Plus);
    }
    if r == 0 {
        sums[b] = sum;
    }
}

/// The line of the claim below.
const CLAIM: u32 = line!() + 8;

/// # Safety
///
/// All threads of the group give one value.
#[device_fn]
unsafe fn agreed<G: Barrier, T: Number>(group: &G, value: T) -> Uniform<G, T> {
    // SAFETY: the caller says so.
    unsafe { assume_uniform(group, value, "the caller says so") }
}

const THREADS: usize = 64;

fn data() -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let blocks = [0, 1, 2, 3].iter();
    let rounds = blocks.clone().flat_map(|b| [5 - b; THREADS]).collect();
    let kind = blocks.flat_map(|b| [b % 2; THREADS]).collect();
    (rounds, kind, (0..4 * THREADS as u32).collect())
}

#[test]
fn true_claims_cost_nothing_and_change_nothing() {
    let (rounds, kind, x) = data();
    each_device(|stream| {
        let (rounds, kind) = (stream.upload(&rounds)?, stream.upload(&kind)?);
        let data = stream.upload(&x)?;
        let mut sums = stream.zeros::<u32>(4)?;
        let launch = Launch::blocks(4).threads(THREADS);
        told::launch(stream, launch, &rounds, &kind, &data, &mut sums)?;
        let expected: Vec<u32> = (0..4)
            .map(|b| {
                let of_block = x[b * THREADS..][..THREADS].iter().sum::<u32>();
                of_block * (5 - b as u32) + (b as u32 % 2) * THREADS as u32
            })
            .collect();
        assert_eq!(stream.download(&sums)?, expected);
        Ok(())
    });
}

#[test]
fn the_emulator_finds_a_false_claim() {
    let (rounds, mut kind, x) = data();
    kind[THREADS + 7] = 9;
    let stream = Device::emulator_with(Properties::default())
        .stream()
        .unwrap();
    let (rounds, kind) = (
        stream.upload(&rounds).unwrap(),
        stream.upload(&kind).unwrap(),
    );
    let data = stream.upload(&x).unwrap();
    let mut sums = stream.zeros::<u32>(4).unwrap();
    let launch = Launch::blocks(4).threads(THREADS);
    let error = told::launch(&stream, launch, &rounds, &kind, &data, &mut sums).unwrap_err();
    let expected = format!(
        "kernel `told`: {}:{CLAIM}:14: a value is not equal for all threads of a `ThreadBlock`, though \
         `assume_uniform` says so\n  \
         threads 0-6 of block (1, 0, 0) have 1\n  \
         thread 7 of block (1, 0, 0) has 9\n  \
         the reason given: the caller says so",
        file!()
    );
    assert_eq!(error.to_string(), expected);
}
