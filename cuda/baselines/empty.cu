// A kernel that does nothing: what a bare launch costs.

extern "C" __global__ void empty_by_hand(const float* x, unsigned long long n, float* out, unsigned long long out_n) {
    if (n == 0xffffffffffffffffull && out_n != 0) out[0] = x[0];
}
