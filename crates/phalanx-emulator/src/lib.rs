//! Runs Phalanx kernels without a GPU and reports what went wrong.
//!
//! [`run`] calls the Rust body of a kernel once for each thread of a launch. Each thread is a
//! coroutine; the groups and memory handles of [`phalanx_groups`] that the body uses come back here
//! through [`phalanx_groups::exec::Context`].
//!
//! | to find | look in |
//! |---|---|
//! | how a launch is set up | `launch` |
//! | what the emulated device is like | `properties` |
//! | how an operating-system thread picks the blocks that it runs | `worker` |
//! | in which order blocks do what others see; barriers of the grid | `turns` |
//! | in which order the threads of a block run | `scheduler`, `schedule` |
//! | what a block is made of | `block` |
//! | how the members of a group meet | `rendezvous` |
//! | who is in a coalesced group | `coalesce` |
//! | whether all who run spin for ever | `spin` |
//! | shared memory and its poison | `shared` |
//! | what orders accesses to memory, and which race | `race` |
//! | how a thread is started, suspended, unwound | `fiber`, `stack` |
//! | what a failure says | `fault`, and `report`, which gathers it |
//!
//! This crate knows nothing of buffers, streams or particular operations: an operation brings its
//! own meaning in an [`Operation`](phalanx_groups::exec::Operation).

mod block;
mod coalesce;
mod context;
mod fault;
mod fiber;
mod hook;
mod launch;
mod pool;
mod properties;
mod race;
mod rendezvous;
mod report;
mod schedule;
mod scheduler;
mod set;
mod shared;
mod spin;
mod stack;
mod turns;
mod worker;

pub use fault::{Arrival, Fault, Place, Said, Spin, Touch, Wait, Who};
pub use launch::{Buffer, DynamicArray, Shape, run};
pub use properties::Properties;
pub use schedule::Schedule;
