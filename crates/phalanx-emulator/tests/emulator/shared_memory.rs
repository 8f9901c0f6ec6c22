//! Shared memory, static and dynamic.

use phalanx_emulator::{DynamicArray, Fault};
use phalanx_groups::rt::{self, SharedObject, SliceMut, dynamic_shared};
use phalanx_groups::{Atomic, Collectives, DeviceCopy, Group, Relaxed, ThreadBlock};
use proptest::prelude::*;

use crate::common::{block, input, launch, output};

/// The sum of the block's values, in rank 0.
fn block_sum<const N: usize>(block: &ThreadBlock, value: f32) -> f32 {
    let partial = block.shared::<[f32; N]>();
    let rank = block.thread_rank();
    partial.at(rank).write(value);
    block.sync();
    let mut half = N / 2;
    while half > 0 {
        if rank < half {
            partial
                .at(rank)
                .write(partial.at(rank).read() + partial.at(rank + half).read());
        }
        block.sync();
        half /= 2;
    }
    partial.at(0).read()
}

fn tree_sum(values: &[f32]) -> f32 {
    match values {
        [value] => *value,
        _ => {
            let (low, high) = values.split_at(values.len() / 2);
            tree_sum(&low.iter().zip(high).map(|(a, b)| a + b).collect::<Vec<_>>())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_block_sums_through_shared_memory(values in prop::collection::vec(-1e3f32..1e3, 128 * 20)) {
        let mut sums = vec![0.0f32; 20];
        let (x, out) = (input(&values), output(&mut sums));
        launch(20, 128).run(|| {
            let block = block();
            let index = block.group_index().x;
            let sum = block_sum::<128>(&block, x.at(index * 128 + block.thread_rank()).read());
            if block.thread_rank() == 0 {
                out.at(index).write(sum);
            }
        }).unwrap();
        let expected: Vec<f32> = values.chunks(128).map(tree_sum).collect();
        prop_assert_eq!(sums, expected);
    }
}

#[test]
fn one_object_for_each_place_and_type() {
    fn place<T: phalanx_groups::Number>(block: &ThreadBlock) -> SliceMut<'static, T> {
        block.shared::<[T; 2]>()
    }
    let mut seen = [0u32; 4];
    let out = output(&mut seen);
    launch(1, 64)
        .run(|| {
            let block = block();
            let (ints, floats) = (place::<u32>(&block), place::<f32>(&block));
            let mut same = Vec::new();
            for _ in 0..2 {
                same.push(block.shared::<[u32; 1]>());
            }
            if block.thread_rank() == 5 {
                ints.at(0).write(7);
                floats.at(0).write(1.5);
                same[0].at(0).write(9);
            }
            block.sync();
            if block.thread_rank() == 60 {
                out.at(0).write(place::<u32>(&block).at(0).read());
                out.at(1).write(floats.at(0).read().to_bits());
                out.at(2).write(same[1].at(0).read());
            }
        })
        .unwrap();
    assert_eq!(seen, [7, 1.5f32.to_bits(), 9, 0]);
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Particle {
    kind: u8,
    position: [f32; 3],
    charge: (i16, f64),
}

// SAFETY: plain data of a defined layout, which these tests do not share with a device.
unsafe impl DeviceCopy for Particle {}
impl SharedObject for Particle {}

#[test]
fn fields_of_a_shared_struct() {
    let mut out = [0.0f64; 5];
    let results = output(&mut out);
    launch(1, 32)
        .run(|| {
            let block = block();
            let particle = block.shared::<Particle>();
            match block.thread_rank() {
                0 => rt::field!(particle, kind).write(3),
                1 => rt::field!(particle, position).at(1).write(2.5),
                2 => rt::field!(rt::field!(particle, charge), 1).write(-1.0),
                3 => {
                    rt::field!(particle, position).at(0).write(0.5);
                    rt::field!(particle, position).at(2).write(4.5);
                    rt::field!(rt::field!(particle, charge), 0).write(8);
                }
                _ => {}
            }
            block.sync();
            if block.thread_rank() == 31 {
                // Read as a whole, padding and all.
                let Particle {
                    kind,
                    position,
                    charge,
                } = particle.read();
                let values = [
                    f64::from(kind),
                    position[0].into(),
                    position[1].into(),
                    charge.0.into(),
                    charge.1,
                ];
                for (i, value) in values.into_iter().enumerate() {
                    results.at(i).write(value);
                }
            }
        })
        .unwrap();
    assert_eq!(out, [3.0, 0.5, 2.5, 8.0, -1.0]);
}

#[test]
fn atomics_in_shared_memory() {
    let mut out = [0u32; 3];
    let results = output(&mut out);
    launch(3, 100)
        .run(|| {
            let block = block();
            let (total, bins) = (
                block.shared::<Atomic<u32>>(),
                block.shared::<[Atomic<u32>; 4]>(),
            );
            if block.thread_rank() < 4 {
                total.store(0, Relaxed);
                bins.at(block.thread_rank()).store(0, Relaxed);
            }
            block.sync();
            bins.at(block.thread_rank() % 4).fetch_add(1, Relaxed);
            block.sync();
            if block.thread_rank() < 4 {
                total.fetch_add(bins.at(block.thread_rank()).load(Relaxed), Relaxed);
            }
            block.sync();
            if block.thread_rank() == 99 {
                results.at(block.group_index().x).write(total.load(Relaxed));
            }
        })
        .unwrap();
    assert_eq!(out, [100; 3]);
}

#[test]
fn dynamic_arrays_in_order() {
    let mut launch = launch(2, 8);
    launch.dynamic = vec![
        DynamicArray { bytes: 3, align: 1 },
        DynamicArray {
            bytes: 64,
            align: 8,
        },
        DynamicArray { bytes: 0, align: 4 },
    ];
    let mut out = [0.0f64; 2];
    let results = output(&mut out);
    launch
        .run(|| {
            let block = block();
            let (bytes, doubles) = (dynamic_shared::<u8>(0), dynamic_shared::<f64>(1));
            assert_eq!(
                (bytes.len(), doubles.len(), dynamic_shared::<u32>(2).len()),
                (3, 8, 0)
            );
            doubles
                .at(block.thread_rank())
                .write(block.thread_rank() as f64);
            if block.thread_rank() < 3 {
                bytes.at(block.thread_rank()).write(0xff);
            }
            block.sync();
            if block.thread_rank() == 0 {
                let sum = (0..8).map(|i| doubles.at(i).read()).sum();
                results.at(block.group_index().x).write(sum);
            }
        })
        .unwrap();
    assert_eq!(out, [28.0; 2]);
}

#[test]
fn the_next_block_finds_poison_again() {
    let fault = launch(2, 1).workers(1).fault(|| {
        let block = block();
        let object = block.shared::<u64>();
        if block.group_index().x == 0 {
            object.write(1);
        }
        object.read();
    });
    assert!(
        matches!(
            fault,
            Fault::UninitialisedShared {
                block: [1, 0, 0],
                ..
            }
        ),
        "{fault}"
    );
}

#[test]
fn a_read_modify_write_of_poison_is_a_read() {
    let fault = launch(1, 1).fault(|| {
        block().shared::<Atomic<f32>>().fetch_add(1.0, Relaxed);
    });
    assert!(
        matches!(fault, Fault::UninitialisedShared { .. }),
        "{fault}"
    );
}

#[test]
fn slices_of_shared_memory() {
    let mut out = [0u16; 1];
    let results = output(&mut out);
    launch(1, 1)
        .run(|| {
            let all = block().shared::<[u16; 8]>();
            let part = all.sub(2..=5).sub(1..);
            assert_eq!(part.len(), 3);
            part.at(0).write(3);
            all.at(4).write(4);
            results
                .at(0)
                .write(all.at(3).read() + part.as_slice().at(1).read());
        })
        .unwrap();
    assert_eq!(out, [7]);
}
