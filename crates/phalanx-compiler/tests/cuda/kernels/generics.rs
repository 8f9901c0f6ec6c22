#[device_fn]
fn largest<G: Reduce + Shuffle, T: Number, const N: usize>(g: &G, values: [T; N]) -> T {
    let mut best = values[0];
    for k in 1..N {
        best = best.max(values[k]);
    }
    g.shfl(g.reduce(best, Max), N - 1)
}

#[device_fn]
fn twice<T: Number>(v: T) -> T {
    v + v * T::ONE - T::ZERO
}

#[group_kernel(variants(T = [i16, u32, f32], N = [8, 32]))]
pub fn generics<T: Number, const N: usize>(block: ThreadBlock, tile: ThreadBlockTile<N>, x: &[T], y: &mut [T]) {
    let i = block.thread_rank();
    let mut acc = T::MIN;
    if i < N * 2 && x[i] > acc {
        acc = twice(x[i]);
    }
    y[i] = largest(&tile, [acc, x[i]]);
    let warp = block.tiled_partition::<32>();
    y[i] = largest(&warp, [acc; N]);
    if x[i] == acc {
        let active = coalesced_threads();
        y[i] = largest(&active, [acc]);
    }
}
