//! The programs that must be refused are in `cases/`, each with the errors that its user reads.
