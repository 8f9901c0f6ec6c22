#[group_kernel(variants(T = [f16, bf16]))]
pub fn halves<T: Float>(tile: ThreadBlockTile<16>, x: &[T], y: &mut [T]) {
    let i = tile.thread_rank();
    let mut v = x[i] * x[i + 1] + T::ONE;
    if v > T::ZERO {
        v = -v.sqrt();
    }
    v += x[0].min(v);
    y[i] = tile.reduce(v.mul_add(v, v), Plus);
}
