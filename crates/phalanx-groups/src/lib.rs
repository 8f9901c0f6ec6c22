//! The vocabulary of Phalanx: group types, capabilities, operators and memory types.
