//! The macros that nvcc finds in the headers of CUDA and of C: a name that is one is replaced before C++ sees it.

/// How many of them begin.
const PREFIXES: &[&str] = &[
    "ADJ_", "BC_", "CLOCK", "CUDA", "CU_", "FD_", "FP_", "HUGE_VAL", "MOD_", "M_", "NV_",
    "PHALANX_", "PTHREAD_", "RENAME_", "SEEK_", "SNAN", "STA_", "XATTR_", "cuda", "phalanx_",
];

/// The others, as `nvcc -E -Xcompiler -dM` lists them with glibc, and some of other systems.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "AIO_PRIO_DELTA_MAX", "BIG_ENDIAN", "BOOL_MAX", "BOOL_WIDTH", "BUFSIZ", "BYTE_ORDER",
    "CHARCLASS_NAME_MAX", "CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "CHAR_WIDTH", "COLL_WEIGHTS_MAX",
    "DELAYTIMER_MAX", "DOMAIN", "EOF", "EXIT_FAILURE", "EXIT_SUCCESS", "EXPR_NEST_MAX", "FALSE",
    "FILENAME_MAX", "FOPEN_MAX", "HOST_NAME_MAX", "IF_DEVICE_OR_CUDACC", "INFINITY", "INT_MAX",
    "INT_MIN", "INT_WIDTH", "IOV_MAX", "LINE_MAX", "LITTLE_ENDIAN", "LLONG_MAX", "LLONG_MIN",
    "LLONG_WIDTH", "LOGIN_NAME_MAX", "LONG_BIT", "LONG_LONG_MAX", "LONG_LONG_MIN", "LONG_MAX",
    "LONG_MIN", "LONG_WIDTH", "L_ctermid", "L_cuserid", "L_tmpnam", "MATH_ERREXCEPT",
    "MATH_ERRNO", "MAXFLOAT", "MAX_CANON", "MAX_INPUT", "MB_CUR_MAX", "MB_LEN_MAX",
    "MQ_PRIO_MAX", "NAME_MAX", "NAN", "NFDBITS", "NGROUPS_MAX", "NL_ARGMAX", "NL_LANGMAX",
    "NL_MSGMAX", "NL_NMAX", "NL_SETMAX", "NL_TEXTMAX", "NULL", "NZERO", "OVERFLOW", "PATH_MAX",
    "PDP_ENDIAN", "PIPE_BUF", "PLOSS", "P_tmpdir", "RAND_MAX", "RE_DUP_MAX", "RTSIG_MAX",
    "SCHAR_MAX", "SCHAR_MIN", "SCHAR_WIDTH", "SEM_VALUE_MAX", "SHRT_MAX", "SHRT_MIN",
    "SHRT_WIDTH", "SING", "SSIZE_MAX", "TIMER_ABSTIME", "TIME_UTC", "TLOSS", "TMP_MAX", "TRUE",
    "TTY_NAME_MAX", "UCHAR_MAX", "UCHAR_WIDTH", "UINT_MAX", "UINT_WIDTH", "ULLONG_MAX",
    "ULLONG_WIDTH", "ULONG_LONG_MAX", "ULONG_MAX", "ULONG_WIDTH", "UNDERFLOW", "USHRT_MAX",
    "USHRT_WIDTH", "WCONTINUED", "WEXITED", "WEXITSTATUS", "WIFCONTINUED", "WIFEXITED",
    "WIFSIGNALED", "WIFSTOPPED", "WNOHANG", "WNOWAIT", "WORD_BIT", "WSTOPPED", "WSTOPSIG",
    "WTERMSIG", "WUNTRACED", "alloca", "assert", "assert_perror", "be16toh", "be32toh",
    "be64toh", "errno", "fpclassify", "htobe16", "htobe32", "htobe64", "htole16", "htole32",
    "htole64", "isalnum_l", "isalpha_l", "isascii", "isascii_l", "isblank_l", "iscntrl_l",
    "isdigit_l", "isfinite", "isgraph_l", "isgreater", "isinf", "isless", "islower_l", "isnan",
    "isnormal", "isprint_l", "ispunct_l", "isspace_l", "issubnormal", "isunordered", "isupper_l",
    "isxdigit_l", "le16toh", "le32toh", "le64toh", "linux", "major", "makedev",
    "math_errhandling", "minor", "offsetof", "signbit", "stderr", "stdin", "stdout", "strdupa",
    "strndupa", "toascii", "toascii_l", "unix",
];

/// Whether the name may be a macro.
pub(super) fn is_macro(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || NAMES.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(NAMES.is_sorted());
        assert!(is_macro("NULL") && is_macro("M_PI") && !is_macro("TILE"));
    }
}
