//! A source file as the rules see it: its text, and its code without comments and strings.

use std::fs;
use std::path::Path;

/// A line that one rule passes over, and why: `// tidy: <reason>` at its end, or above it.
const ALLOWANCE: &str = "// tidy:";

/// A file of the project.
pub struct Source {
    /// Its path from the top folder, with `/`.
    pub path: String,
    pub text: String,
    /// The same lines, of which comments and the insides of strings are blanks.
    pub code: String,
}

impl Source {
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        let code = if path.ends_with(".rs") { blank(&text) } else { text.clone() };
        Self { path, text, code }
    }

    /// The numbered lines of code, up to the tests that a file may end with; none of a `tests.rs`.
    pub fn product_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_tests = self.path.ends_with("/tests.rs");
        self.code_lines().take_while(move |(_, line)| !is_tests && line.trim() != "#[cfg(test)]")
    }

    pub fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// Whether the line, or the one above it, says why a rule passes over it.
    pub fn allows(&self, number: usize) -> bool {
        let has_reason = |line: &str| {
            line.split_once(ALLOWANCE).is_some_and(|(_, reason)| reason.trim().len() >= 10)
        };
        let line = |number: usize| self.text.lines().nth(number.wrapping_sub(1));
        let is_above = |line: &str| line.trim_start().starts_with(ALLOWANCE) && has_reason(line);
        line(number).is_some_and(has_reason) || number > 1 && line(number - 1).is_some_and(is_above)
    }
}

/// The files below a folder whose names end in one of the endings, in the order of their paths.
pub fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the project") {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy();
            if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path).expect("a text file");
                found.push(Source::new(name.replace('\\', "/"), text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "{folder} has no file that ends in {endings:?}");
    found
}

/// Rust without its comments, and without what stands in its strings and characters: blanks are in
/// their place, and the lines are the same.
pub fn blank(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = at + token_len(&chars[at..], at > 0 && is_word(chars[at - 1]));
        if end - at == 1 {
            out.push(chars[at]);
        } else {
            out.extend(chars[at..end].iter().map(|&c| if c == '\n' { c } else { ' ' }));
        }
        at = end;
    }
    out
}

/// Whether a character belongs to a name.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the comment, string or character that begins here; 1 for anything else.
fn token_len(rest: &[char], after_word: bool) -> usize {
    let ahead = |index: usize| rest.get(index).copied().unwrap_or('\0');
    match (rest[0], ahead(1)) {
        ('/', '/') => rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
        ('/', '*') => block_comment_len(rest),
        ('"', _) => quoted_len(rest, '"'),
        ('\'', '\\') => quoted_len(rest, '\''),
        ('\'', _) if ahead(2) == '\'' => 3,
        ('r', '"' | '#') if !after_word => raw_string_len(rest),
        _ => 1,
    }
}

fn block_comment_len(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match (rest[at], rest.get(at + 1)) {
            ('/', Some('*')) => depth += 1,
            ('*', Some('/')) => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

fn quoted_len(rest: &[char], quote: char) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// `r#"…"#`; a name like `r#type` is no string.
fn raw_string_len(rest: &[char]) -> usize {
    let hashes = rest[1..].iter().take_while(|&&c| c == '#').count();
    if rest.get(1 + hashes) != Some(&'"') {
        return 1;
    }
    let is_end = |window: &[char]| window[0] == '"' && window[1..].iter().all(|&c| c == '#');
    let body = &rest[hashes + 2..];
    let end = body.windows(hashes + 1).position(is_end).unwrap_or(body.len());
    (hashes + 2 + end + hashes + 1).min(rest.len())
}

/// A function of a source and how many lines of code it has, blank ones and comments left out.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
}

/// The functions with a body in code that `blank` has gone over.
pub fn functions(code: &str) -> Vec<Function> {
    let starts = code.match_indices("fn ").filter(|(at, _)| !code[..*at].ends_with(is_word));
    starts.filter_map(|(at, _)| function_at(code, at)).collect()
}

fn function_at(code: &str, at: usize) -> Option<Function> {
    let name: String = code[at + 3..].chars().take_while(|&c| is_word(c)).collect();
    if name.is_empty() {
        return None;
    }
    let line_start = code[..at].rfind('\n').map_or(0, |index| index + 1);
    let end = at + body_end(&code[at..])?;
    let lines = code[line_start..end].lines().filter(|line| !line.trim().is_empty()).count();
    Some(Function { name, line: code[..at].matches('\n').count() + 1, lines })
}

/// Where the body ends that follows a signature, or nothing where a `;` ends the signature itself.
fn body_end(code: &str) -> Option<usize> {
    // Brackets of a signature may hold a `;`, as in `[u8; 4]`, and its body is in braces.
    let (mut braces, mut brackets) = (0_usize, 0_usize);
    for (index, c) in code.char_indices() {
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets = brackets.checked_sub(1)?,
            '{' => braces += 1,
            '}' => {
                braces = braces.checked_sub(1)?;
                if braces == 0 && brackets == 0 {
                    return Some(index + 1);
                }
            }
            ';' if braces == 0 && brackets == 0 => return None,
            _ => {}
        }
    }
    None
}
