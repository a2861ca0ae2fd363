//! Patterns as `KEYS` and `MATCH` take them.

/// Returns whether a text matches a pattern of bytes: `*` any run, `?` any byte, `[a-z]` one of,
/// `[^a]` none of, and a backslash before a byte that means itself.
///
/// Computes in **O(n * m)** time. Reading goes back to the last `*` alone, because what an earlier
/// one could give, the last one can give as well.
pub(super) fn matches(mut pattern: &[u8], mut text: &[u8]) -> bool {
    // Redis matches nothing with an empty text, except nothing; who calls has dealt with `*`.
    if text.is_empty() {
        return pattern.is_empty();
    }
    let mut last_star: Option<(&[u8], &[u8])> = None;
    loop {
        if let [b'*', rest @ ..] = pattern {
            pattern = rest;
            last_star = Some((pattern, text));
            if pattern.iter().all(|&byte| byte == b'*') {
                return true;
            }
            continue;
        }
        let step = text.split_first().and_then(|(&byte, behind)| {
            let rest = match_one(pattern, byte)?;
            Some((rest, behind))
        });
        if let Some((rest, behind)) = step {
            (pattern, text) = (rest, behind);
            if text.is_empty() && pattern.iter().all(|&byte| byte == b'*') {
                return true;
            }
            continue;
        }
        // One byte more for the last star.
        match last_star {
            Some((behind_star, [_, rest @ ..])) => {
                (pattern, text) = (behind_star, rest);
                last_star = Some((behind_star, rest));
            }
            _ => return false,
        }
    }
}

/// Matches one byte with the front of a pattern that is no star, and returns what is behind it.
fn match_one(pattern: &[u8], byte: u8) -> Option<&[u8]> {
    let (is_match, rest) = match pattern {
        [] => return None,
        [b'?', rest @ ..] => (true, rest),
        [b'[', rest @ ..] => match_class(rest, byte),
        [b'\\', escaped, rest @ ..] => (*escaped == byte, rest),
        [literal, rest @ ..] => (*literal == byte, rest),
    };
    is_match.then_some(rest)
}

/// Matches a byte with a class, from behind its bracket; a class that does not end ends with the
/// pattern.
fn match_class(class: &[u8], byte: u8) -> (bool, &[u8]) {
    let (is_negated, mut class) = match class {
        [b'^', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let mut is_member = false;
    loop {
        class = match class {
            [b'\\', escaped, rest @ ..] => {
                is_member |= *escaped == byte;
                rest
            }
            [] => return (is_member != is_negated, class),
            [b']', rest @ ..] => return (is_member != is_negated, rest),
            [a, b'-', b, rest @ ..] => {
                is_member |= (*a.min(b)..=*a.max(b)).contains(&byte);
                rest
            }
            [literal, rest @ ..] => {
                is_member |= *literal == byte;
                rest
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_as_in_redis() {
        let matching: [(&str, &str); 16] = [
            ("*", "abc"),
            ("a*", "a"),
            ("a**", "a"),
            ("*c", "abc"),
            ("a?c", "abc"),
            ("a[b]c", "abc"),
            ("[a-c]", "b"),
            ("[c-a]", "b"),
            ("[^x]", "a"),
            ("\\*", "*"),
            ("[\\]]", "]"),
            ("[a-", "-"),
            ("*a*b*", "xxaxxbxx"),
            ("\\", "\\"),
            ("[^", "a"),
            ("h[a-z]llo*", "hello world"),
        ];
        for (pattern, text) in matching {
            assert!(matches(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
        let not_matching: [(&str, &str); 11] = [
            ("", "a"),
            ("a", ""),
            ("**", ""),
            ("?", ""),
            ("a?", "a"),
            ("[^a]", "a"),
            ("\\*", "a"),
            ("a*b", "ac"),
            ("[", "["),
            ("[]", "]"),
            ("*a", "ab"),
        ];
        for (pattern, text) in not_matching {
            assert!(!matches(pattern.as_bytes(), text.as_bytes()), "{pattern} {text}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_takes_no_exponential_time() {
        let pattern = [b"*a".repeat(2_000), b"b".to_vec()].concat();
        assert!(!matches(&pattern, &b"a".repeat(5_000)));
    }
}
