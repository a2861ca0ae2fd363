//! What may not stand where, and why.

use super::source::{Source, is_word};

/// Words that the code of some folders must not have.
pub struct Rule {
    /// Beginnings of paths. Tests at the end of a file are free.
    pub below: &'static [&'static str],
    pub except: &'static [&'static str],
    /// Whole words; a `*` at the end stands for any rest of the word.
    pub words: &'static [&'static str],
    pub why: &'static str,
}

const ENGINE: &[&str] = &["src/"];
const RUST: &[&str] = &["src/", "worker/src/"];
const BINDINGS: &[&str] = &["src/wasm/"];

/// The rules for words in Rust.
pub const RULES: &[Rule] = &[
    Rule {
        below: RUST,
        except: &[],
        words: &[".unwrap()", ".expect(", "panic!", "unreachable!", "unimplemented!"],
        why: "bad input is an `Err`, and a trap takes every object of the isolate with it",
    },
    Rule {
        below: RUST,
        except: &[],
        words: &["dbg!", "todo!", "print!", "println!", "eprint!", "eprintln!"],
        why: "left over from looking for something",
    },
    Rule {
        below: ENGINE,
        except: BINDINGS,
        words: &[
            "std::*",
            "SystemTime",
            "Instant",
            "Date::now",
            "rand",
            "getrandom",
            "RandomState",
        ],
        why: "the engine is a function of its inputs: time and seeds are arguments",
    },
    Rule {
        below: ENGINE,
        except: BINDINGS,
        words: &["static mut", "thread_local!", "Once*", "Lazy*", "Atomic*", "Mutex", "RefCell"],
        why: "the engine has no state but what its caller holds",
    },
    Rule {
        below: ENGINE,
        except: &["src/wasm/", "src/lib.rs"],
        words: &["wasm_bindgen*", "js_sys", "JsValue", "worker::*", "target_arch", "feature"],
        why: "the engine is the same on every host; adapters translate",
    },
    Rule {
        below: &["src/skiplist/", "src/sorted_set/", "src/redis/"],
        except: &[],
        words: &["BTreeMap", "BTreeSet", "BinaryHeap", ".sort*", "binary_search*"],
        why: "the skip list is what orders here, and there is no second one beside it",
    },
    Rule {
        below: &["src/skiplist/"],
        except: &[],
        words: &["score", "Score", "member", "Member", "Timestamp", "stamp", "period"],
        why: "the skip list orders keys with handles, whatever they mean",
    },
    Rule {
        below: BINDINGS,
        except: &[],
        words: &["skiplist", "Handle", "Directory", "BlockId"],
        why: "the bindings translate and call; the parts of the engine are not theirs",
    },
    Rule {
        below: &["worker/src/"],
        except: &["worker/src/clock.rs"],
        words: &["Date::now", "SystemTime", "Instant"],
        why: "`clock.rs` is the one clock",
    },
    Rule {
        below: &["worker/src/"],
        except: &["worker/src/store/sql.rs"],
        words: &[".exec(", "SqlStorage", "SqlCursor"],
        why: "SQL runs through `store/sql.rs` alone, which knows what traps",
    },
];

/// Which parts of the engine a part may know, beside itself. No arrow points back.
pub const ARROWS: &[(&str, &[&str])] = &[
    ("rank", &[]),
    ("score", &[]),
    ("snapshot", &[]),
    ("time", &[]),
    ("codec", &["score"]),
    ("estimator", &[]),
    ("period", &["time"]),
    ("skiplist", &["rank"]),
    ("members", &["skiplist", "snapshot"]),
    ("sorted_set", &["members", "rank", "score", "skiplist", "snapshot"]),
    ("redis", &["members", "rank", "score", "skiplist", "snapshot", "sorted_set", "time"]),
    (
        "leaderboard",
        &[
            "codec",
            "estimator",
            "members",
            "period",
            "rank",
            "score",
            "skiplist",
            "snapshot",
            "time",
        ],
    ),
    ("ledger", &["leaderboard", "period", "time"]),
];

impl Rule {
    fn covers(&self, path: &str) -> bool {
        let is_below = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
        is_below(self.below) && !is_below(self.except)
    }

    /// What is wrong with a source, a line each.
    pub fn complaints(&self, source: &Source) -> Vec<String> {
        if !self.covers(&source.path) {
            return Vec::new();
        }
        let lines = source.product_lines().filter(|(number, _)| !source.allows(*number));
        lines
            .flat_map(|(number, line)| {
                let words = self.words.iter().filter(move |word| has_word(line, word));
                words.map(move |word| format!("{}:{number}: {word} ({})", source.path, self.why))
            })
            .collect()
    }
}

/// Whether a line has a word as a whole, or its beginning if the word ends in `*`.
pub fn has_word(line: &str, word: &str) -> bool {
    let (stem, any_rest) = word.strip_suffix('*').map_or((word, false), |stem| (stem, true));
    line.match_indices(stem).any(|(at, _)| {
        let begins = !stem.starts_with(is_word) || !line[..at].ends_with(is_word);
        let rest = &line[at + stem.len()..];
        begins && (any_rest || !stem.ends_with(is_word) || !rest.starts_with(is_word))
    })
}

/// The parts of the engine that a line names as `crate::part`.
pub fn parts_named(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("crate::").map(|(at, prefix)| {
        let rest = &line[at + prefix.len()..];
        &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())]
    })
}
