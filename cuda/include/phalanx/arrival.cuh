// `Arrival<G>`: a barrier between its two steps.

#pragma once

namespace phalanx {

/// What `arrive` gives. The front-end sees to it that it is waited on once, and that nothing is asked of the group before.
template <class G>
struct Arrival {
    const G& group;

    __device__ void wait() const { group.finish(); }
};

} // namespace phalanx
