// The Jacobi solver as one writes it by hand: one cooperative launch with a grid barrier between
// sweeps, and a kernel of one sweep to be launched again and again or captured in a graph.
// What `benches/` compares the generated kernel with.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void jacobi_by_hand(float* a, float* b, const float* __restrict__ rhs, int n, int sweeps) {
    cg::grid_group grid = cg::this_grid();
    for (int it = 0; it < sweeps; ++it) {
        for (int i = static_cast<int>(grid.thread_rank()) + 1; i < n - 1; i += static_cast<int>(grid.num_threads())) {
            b[i] = 0.5f * (a[i - 1] + a[i + 1] - rhs[i]);
        }
        grid.sync();
        float* t = a;
        a = b;
        b = t;
    }
}

extern "C" __global__ void jacobi_sweep_by_hand(const float* __restrict__ a, float* __restrict__ b,
                                                const float* __restrict__ rhs, int n) {
    int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) + 1;
    if (i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1] - rhs[i]);
}
