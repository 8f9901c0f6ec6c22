// The kernels of the tests in main.rs, with the parameters and globals that the compiler would give them.
// kernels.ptx beside this file is made from it, so that the tests need neither nvcc nor a build script:
//
//     nvcc -std=c++17 -ptx -arch=compute_75 -I ../../../../cuda/include kernels.cu -o kernels.ptx

#include <phalanx/panic.cuh>

using u64 = unsigned long long;

static __device__ u64 thread_rank() { return u64{blockIdx.x} * blockDim.x + threadIdx.x; }

// grid: Grid, x: &[u32], y: &mut [u32], n: u32
extern "C" __global__ void add(const unsigned* __restrict__ x, u64 x_len, unsigned* __restrict__ y, u64 y_len, unsigned n)
{
    u64 i = thread_rank();
    if (i < x_len && i < y_len) {
        y[i] = x[i] + n;
    }
}

// grid: Grid, nanoseconds: u64, x: &[u32], y: &mut [u32]: copies after a while.
extern "C" __global__ void copy_late(u64 nanoseconds, const unsigned* x, u64 x_len, unsigned* y, u64 y_len)
{
    u64 start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        __nanosleep(1000);
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - start < nanoseconds);
    u64 i = thread_rank();
    if (i < x_len && i < y_len) {
        y[i] = x[i];
    }
}

// grid: Grid, blocks: &mut u32: how many blocks there are.
extern "C" __global__ void count_blocks(unsigned* blocks)
{
    if (thread_rank() == 0) {
        *blocks = gridDim.x;
    }
}

// grid: CooperativeGrid, seen: &mut [u32], rounds: u32: each block counts up, waits for all, and checks its neighbour.
extern "C" __global__ void meet(unsigned* seen, u64 seen_len, unsigned rounds, unsigned* barrier)
{
    for (unsigned round = 1; round <= rounds; ++round) {
        if (threadIdx.x == 0) {
            atomicExch(&seen[blockIdx.x], round);
        }
        for (int phase = 0; phase < 2; ++phase) {
            __syncthreads();
            if (threadIdx.x == 0) {
                __threadfence();
                unsigned add = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
                unsigned old = atomicAdd(barrier, add);
                while (((old ^ atomicAdd(barrier, 0u)) & 0x80000000u) == 0) {
                }
                __threadfence();
            }
            __syncthreads();
            if (phase == 0 && threadIdx.x == 0) {
                unsigned neighbour = atomicAdd(&seen[(blockIdx.x + 1) % gridDim.x], 0u);
                if (neighbour != round) {
                    atomicExch(&seen[seen_len - 1], 0xffffffffu);
                }
            }
        }
    }
}

// block: ThreadBlock, #[shared] a: &mut [u8], #[shared] b: &mut [u64], out: &mut u64
extern "C" __global__ void sum_shared(u64 a_len, u64 b_len, u64* out)
{
    extern __shared__ __align__(16) unsigned char dynamic[];
    unsigned char* a = dynamic;
    u64* b = reinterpret_cast<u64*>(dynamic + (a_len + 15) / 16 * 16);
    for (u64 i = threadIdx.x; i < a_len; i += blockDim.x) {
        a[i] = static_cast<unsigned char>(i);
    }
    for (u64 i = threadIdx.x; i < b_len; i += blockDim.x) {
        b[i] = i;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        u64 sum = 0;
        for (u64 i = 0; i < a_len; ++i) sum += a[i];
        for (u64 i = 0; i < b_len; ++i) sum += b[i];
        *out = sum;
    }
}

struct Parts {
    signed char first;
    double second;
    unsigned short third[3];
};

// a: bool, b: i8, c: u16, d: f32, e: f64, f: usize, g: Parts, out: &mut [f64]
extern "C" __global__ void values(bool a, signed char b, unsigned short c, float d, double e, u64 f, Parts g, double* out, u64 out_len)
{
    double all[] = {a ? 1.0 : 0.0, double(b), double(c), double(d), e, double(f),
        double(g.first), g.second, double(g.third[0]), double(g.third[2])};
    for (u64 i = 0; i < out_len && i < 10; ++i) {
        out[i] = all[i];
    }
}

// grid: Grid, x: &[u32], index: usize: `x[index]` in the last thread of the last block.
extern "C" __global__ void look(const unsigned* x, u64 x_len, u64 index)
{
    bool last = threadIdx.x == blockDim.x - 1 && threadIdx.y == blockDim.y - 1 && threadIdx.z == blockDim.z - 1
        && blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1 && blockIdx.z == gridDim.z - 1;
    if (last && index >= x_len) {
        phalanx::panic_bounds(1, index, x_len);
    }
}

// Reads where there is no memory: an error without a panic.
extern "C" __global__ void stray(unsigned* out)
{
    *out = *reinterpret_cast<unsigned volatile*>(0x10);
}
