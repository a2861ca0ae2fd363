//! Texts that commands of Redis take, or refuse, as arguments.

/// Scores: ties, all spellings of zero and infinity, denormals, the edges of exact integers.
pub(super) const SCORES: [&str; 36] = [
    "0",
    "-0",
    "1",
    "1",
    "1",
    "-1",
    "2",
    "3",
    "5",
    "10",
    "0.1",
    "0.2",
    "0.30000000000000004",
    ".5",
    "5.",
    "007",
    "+3",
    "1e3",
    "-2.5e-3",
    "inf",
    "-inf",
    "+inf",
    "Infinity",
    "5e-324",
    "-4.9e-324",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "-1e308",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "1e17",
    "0x1p4",
    "0e400",
    "123456789.123456789",
];

/// What is no score.
pub(super) const NOT_SCORES: [&str; 16] = [
    "",
    " 1",
    "1 ",
    "nan",
    "-nan",
    "1e400",
    "-1e400",
    "1e-400",
    "2.47e-324",
    "1_0",
    "1,5",
    "--1",
    "infx",
    "0x",
    "1e",
    "abc",
];

/// Bounds of scores that are no scores, or only nearly.
pub(super) const SCORE_BOUNDS: [&str; 16] = [
    "(1", "(0", "(inf", "(-inf", "-inf", "+inf", "(", "", " 1", "( 1", "1e400", "1e-400", "((1",
    "[1", "nan", "(abc",
];

/// Bounds of members.
pub(super) const LEX_BOUNDS: [&[u8]; 16] = [
    b"-",
    b"+",
    b"-",
    b"+",
    b"[",
    b"(",
    b"[a",
    b"(a",
    b"[a\0",
    b"(aa",
    b"[\xff",
    b"(user:1234567",
    b"[9",
    b"[A",
    b"(10",
    b"[user:",
];

/// What is no bound of members.
pub(super) const NOT_LEX_BOUNDS: [&[u8]; 5] = [b"", b"a", b"+x", b"-x", b" ["];

/// Whole numbers at the edges.
pub(super) const INTEGERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "-2",
    "100",
    "-100",
    "9223372036854775807",
    "-9223372036854775808",
    "4611686018427387904",
    "-9223372036854775807",
    "4294967296",
];

/// What is no whole number.
pub(super) const NOT_INTEGERS: [&str; 12] = [
    "",
    "+1",
    "01",
    "-0",
    " 1",
    "1 ",
    "1.0",
    "1e3",
    "abc",
    "9223372036854775808",
    "-",
    "-9223372036854775809",
];

/// Instants, in seconds: long ago, far ahead, at the ends of what fits.
pub(super) const SECONDS: [&str; 9] = [
    "1",
    "1000",
    "4102444800",
    "4102444801",
    "32503680000",
    "9223372036854775",
    "9223372036854776",
    "0",
    "-5",
];

/// Instants, in milliseconds.
pub(super) const MILLISECONDS: [&str; 9] = [
    "1",
    "1000",
    "4102444800123",
    "4102444800499",
    "4102444800500",
    "32503680000999",
    "9223372036854775807",
    "0",
    "-5",
];

/// Values of strings and of fields of hashes.
pub(super) const VALUES: [&[u8]; 16] = [
    b"",
    b"v",
    b"w",
    b"0",
    b"1",
    b"-1",
    b"41",
    b"007",
    b" 1",
    b"1.5",
    b"9223372036854775806",
    b"-9223372036854775808",
    b"9223372036854775808",
    b"\xff\0\r\n",
    b"-0",
    b"a text of exactly forty-four bytes, as said..",
];

/// Patterns of names.
pub(super) const PATTERNS: [&[u8]; 17] = [
    b"*", b"*", b"?", b"a*", b"[a-z]*", b"[^a]*", b"[z-a]?", b"\\*", b"*\xff*", b"user:*7", b"[",
    b"[a", b"\\", b"**a**", b"", b"?*?", b"[^",
];
