//! The rules of the house that a compiler does not know, as tests over the sources themselves.
//!
//! A line that has to break a rule says why: `// tidy: <reason>` at its end or above it. For
//! JavaScript, eslint.config.js has the rules for functions, files and words.

#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod rules;
mod source;

use rules::{ARROWS, RULES, has_word, parts_named};
use source::{Function, Source, blank, functions, sources};

const FUNCTION_LINES_MAX: usize = 70;
const FILE_LINES_MAX: usize = 500;
const COLUMNS_MAX: usize = 100;

/// The folders with sources, of whatever language.
const FOLDERS: &[&str] = &["src", "worker", "tests", "scripts", "pkg/entry", "www"];
const ENDINGS: &[&str] = &[".rs", ".mjs", ".js", ".html", ".css", ".toml"];

fn all_sources() -> impl Iterator<Item = Source> {
    let all = FOLDERS.iter().flat_map(|folder| sources(folder, ENDINGS));
    // What `npm run build` and wrangler write.
    all.filter(|source| !source.path.contains("/build/") && !source.path.contains("/.wrangler/"))
}

fn rust_sources() -> impl Iterator<Item = Source> {
    all_sources().filter(|source| source.path.ends_with(".rs"))
}

#[track_caller]
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn no_function_is_longer_than_its_limit() {
    let complaints: Vec<String> = rust_sources()
        .flat_map(|source| {
            let long = functions(&source.code).into_iter();
            let long = long.filter(|function| function.lines > FUNCTION_LINES_MAX);
            long.map(|Function { name, line, lines }| {
                format!("{}:{line}: {name} has {lines} lines", source.path)
            })
            .collect::<Vec<_>>()
        })
        .collect();
    assert_none(&complaints);
}

#[test]
fn no_file_is_longer_than_its_limit() {
    let long = all_sources().filter_map(|source| {
        let lines = source.text.lines().count();
        (lines > FILE_LINES_MAX).then(|| format!("{} has {lines} lines", source.path))
    });
    assert_none(&long.collect::<Vec<_>>());
}

#[test]
fn no_line_is_wider_than_its_limit() {
    let complaints: Vec<String> = all_sources()
        .flat_map(|source| {
            let lines = source.text.lines().enumerate();
            let wide = lines
                .filter(|(_, line)| line.chars().count() > COLUMNS_MAX && !is_unbreakable(line));
            wide.map(|(index, _)| format!("{}:{} is too wide", source.path, index + 1))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_none(&complaints);
}

/// Whether a line is an address, or the row of a table in documentation.
fn is_unbreakable(line: &str) -> bool {
    line.contains("https://") || line.trim_start().starts_with("//! |")
}

#[test]
fn no_word_stands_where_it_is_banned() {
    let complaints: Vec<String> = rust_sources()
        .flat_map(|source| {
            RULES.iter().flat_map(|rule| rule.complaints(&source)).collect::<Vec<_>>()
        })
        .collect();
    assert_none(&complaints);
}

#[test]
fn nothing_is_left_for_later_in_a_comment() {
    // Put together here, so that this line is none of them.
    let words =
        [concat!("FIX", "ME"), concat!("TO", "DO"), concat!("X", "XX"), concat!("HA", "CK")];
    let complaints: Vec<String> = all_sources()
        .flat_map(|source| {
            let lines = source.text.lines().enumerate();
            let left = lines.filter(|(_, line)| words.iter().any(|word| has_word(line, word)));
            left.map(|(index, line)| format!("{}:{}: {line}", source.path, index + 1))
                .collect::<Vec<_>>()
        })
        .collect();
    assert_none(&complaints);
}

#[test]
fn no_part_of_the_engine_knows_a_part_above_it() {
    let mut complaints = Vec::new();
    for source in sources("src", &[".rs"]) {
        let Some((part, known)) = ARROWS.iter().find(|(part, _)| is_of(&source.path, part)) else {
            continue;
        };
        for (number, line) in source.product_lines() {
            let unknown = parts_named(line).filter(|named| named != part && !known.contains(named));
            complaints.extend(unknown.map(|named| format!("{}:{number}: {named}", source.path)));
        }
    }
    assert_none(&complaints);
}

/// Whether a file of the engine belongs to a part: `src/rank.rs`, or below `src/skiplist/`.
fn is_of(path: &str, part: &str) -> bool {
    let rest = path.strip_prefix("src/").and_then(|rest| rest.strip_prefix(part));
    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

#[test]
fn the_arrows_between_the_parts_have_no_circle() {
    let mut above: Vec<&str> = ARROWS.iter().map(|(part, _)| *part).collect();
    // Takes away what knows only what was taken away before, until nothing is left.
    while !above.is_empty() {
        let count = above.len();
        let knows =
            |part: &str| ARROWS.iter().find(|(name, _)| *name == part).map(|(_, known)| known);
        let before = above.clone();
        above.retain(|part| {
            knows(part).is_none_or(|known| known.iter().any(|name| before.contains(name)))
        });
        assert!(above.len() < count, "a circle among {above:?}");
    }
}

#[test]
fn comments_and_strings_are_no_code() {
    let text =
        "a /* b /* c */ d */ e // f\n\"g \\\" h\" 'i' '\\'' &'static r#\"j \" k\"# r#type \"l\nm\"";
    let words: String = blank(text).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words, "a e &'static r#type");
    assert_eq!(blank(text).lines().count(), text.lines().count());
}

#[test]
fn functions_are_found_with_their_lines_of_code() {
    let code = blank(
        "trait A { fn none(&self) -> [u8; 2]; }\n\
         pub const fn one() -> [u8; 2] { [1; 2] }\n\
         fn four<F: Fn(u8)>(f: F)\nwhere\n F: Copy,\n{\n\n // {\n f('{' as u8)\n}\n\
         type B = fn (u8);",
    );
    let found = functions(&code);
    let names: Vec<(&str, usize, usize)> =
        found.iter().map(|found| (found.name.as_str(), found.line, found.lines)).collect();
    assert_eq!(names, [("one", 2, 1), ("four", 3, 6)]);
}

#[test]
fn a_word_is_found_as_a_whole_or_by_its_beginning() {
    assert!(has_word("use rand::Rng;", "rand") && !has_word("operand", "rand"));
    assert!(!has_word("random", "rand") && has_word("random", "rand*"));
    assert!(has_word("a.sort_unstable()", ".sort*") && !has_word("resort()", ".sort*"));
    assert!(has_word("x.unwrap()", ".unwrap()") && !has_word("x.unwrap_or(1)", ".unwrap()"));
}

#[test]
fn a_rule_is_broken_in_the_code_of_its_folders_unless_the_line_says_why() {
    let complaints = |path: &str, text: &str| {
        let source = Source::new(path, text);
        RULES.iter().flat_map(|rule| rule.complaints(&source)).count()
    };
    assert_eq!(complaints("src/sorted_set/a.rs", "names.sort();"), 1);
    assert_eq!(complaints("src/leaderboard/a.rs", "names.sort();"), 0);
    assert_eq!(complaints("src/sorted_set/a.rs", "// names.sort();\n\"x.sort()\""), 0);
    assert_eq!(complaints("src/sorted_set/a.rs", "// tidy: the sample is small.\na.sort();"), 0);
    assert_eq!(complaints("src/sorted_set/a.rs", "a.sort(); // tidy: the sample is small."), 0);
    assert_eq!(complaints("src/sorted_set/a.rs", "a.sort(); // tidy:"), 1);
    assert_eq!(
        complaints("src/score.rs", "a.unwrap();\n#[cfg(test)]\nmod tests { b.unwrap() }"),
        1
    );
    assert_eq!(complaints("src/skiplist/tests.rs", "a.unwrap();"), 0);
    assert_eq!(complaints("src/time.rs", "use std::time::Instant;"), 2);
}
