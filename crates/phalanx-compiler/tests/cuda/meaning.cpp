// Runs a generated kernel, with one thread, on the inputs of `meaning.rs`. The kernel's source comes first.

#include "meaning_inputs.hpp"

int main()
{
    using namespace phalanx;
    for (const auto& input : inputs) {
        for (u32 n = 0; n < 28; ++n) {
            i64 y[32] = {};
            Atomic<u32> count{0};
            PanicRecord record{};
            phalanx_panic_record = &record;
            phalanx_panic_state = 0;
            bool panicked = false;
            try {
                generated::demo__kernel(n, input, 8, y, 32, &count);
            } catch (Trap) {
                panicked = true;
            }
            for (const i64 value : y) {
                std::printf("%lld ", value);
            }
            std::printf("%u\n", count.value);
            if (panicked) {
                std::printf("panic %u %llu %llu %llu %llu\n", record.site, record.values[0], record.values[1], record.values[2],
                    record.values[3]);
            }
        }
    }
}
