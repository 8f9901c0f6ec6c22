//! What can go wrong in a launch.

use thiserror::Error;

/// Why a launch failed.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A thread panicked.
    #[error("{file}:{line}:{column}: {message} (block {block:?}, thread {thread:?})")]
    Panic {
        /// The panic's message.
        message: String,
        /// The source file.
        file: String,
        /// Line in the file, from 1.
        line: u32,
        /// Column in the line, from 1.
        column: u32,
        /// Index of the block in the grid.
        block: [u32; 3],
        /// Index of the thread in the block.
        thread: [u32; 3],
    },
}
