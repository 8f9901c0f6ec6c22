// The sum of floats as one writes it by hand with cooperative groups: grid-stride loop over 16-byte
// loads, a reduction a warp, one a block through shared memory, one atomic addition a block.
// What `benches/` compares the generated kernel with.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ static float block_sum(const cg::thread_block& block, float v) {
    __shared__ float partial[32];
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    v = cg::reduce(warp, v, cg::plus<float>());
    if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = v;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        v = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0.0f;
        v = cg::reduce(warp, v, cg::plus<float>());
    }
    return v;
}

extern "C" __global__ void sum_by_hand(const float4* __restrict__ x, unsigned long long n, float* out) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    float sum = 0.0f;
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.num_threads()) {
        float4 v = x[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = block_sum(block, sum);
    if (block.thread_rank() == 0) atomicAdd(out, sum);
}
