//! Codecs: the engine's two, and decimal digits side by side in a text.

use std::hint::black_box;

use edgeboard::codec::{CompositeScore, ScoreLayout, decode, encode};

use crate::workload::Splitmix;
use crate::{AnyError, Session, meter};

const MAX_POINTS: i64 = CompositeScore::MAX_POINTS;
const MAX_SECONDS: i64 = CompositeScore::MAX_SECONDS;

/// Points and seconds in one code that has their order.
pub trait Codec {
    type Code;
    fn encode(&self, points: i64, seconds: i64) -> Self::Code;
    fn decode(&self, code: &Self::Code) -> (i64, i64);
}

/// The functions of the documented layout.
pub struct Composite;

impl Codec for Composite {
    type Code = i64;

    fn encode(&self, points: i64, seconds: i64) -> i64 {
        encode(points, seconds).unwrap_or(-1)
    }

    fn decode(&self, code: &i64) -> (i64, i64) {
        decode(*code).map_or((-1, -1), |decoded| (decoded.points, decoded.seconds))
    }
}

impl Codec for ScoreLayout {
    type Code = u128;

    fn encode(&self, points: i64, seconds: i64) -> u128 {
        ScoreLayout::encode(self, &[points.into(), seconds.into()]).unwrap_or(u128::MAX)
    }

    fn decode(&self, code: &u128) -> (i64, i64) {
        let Ok(values) = ScoreLayout::decode(self, *code) else { return (-1, -1) };
        let mut values = values.iter().map(|value| value as i64);
        (values.next().unwrap_or(-1), values.next().unwrap_or(-1))
    }
}

/// Both numbers with leading zeros, compared as text.
pub struct Decimal;

impl Codec for Decimal {
    type Code = String;

    fn encode(&self, points: i64, seconds: i64) -> String {
        format!("{points:08}{:09}", MAX_SECONDS - seconds)
    }

    fn decode(&self, code: &String) -> (i64, i64) {
        let number = |digits: &str| digits.parse().unwrap_or(-1);
        (number(&code[..8]), MAX_SECONDS - number(&code[8..]))
    }
}

/// A session that times a codec.
pub struct Run<C>(pub C);

impl<C: Codec> Session for Run<C> {
    fn answer(&mut self, line: &str) -> Result<String, AnyError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [what, count, seed] = words[..] else {
            return Err(format!("this is no command: {line:?}").into());
        };
        let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
        let mut random = Splitmix(seed);
        let mut draw = |max: i64| (random.next() % (max as u64 + 1)) as i64;
        let pairs: Vec<_> = (0..count).map(|_| (draw(MAX_POINTS), draw(MAX_SECONDS))).collect();
        // Twice, so that the memory of the codes is there when the clock runs.
        let mut codes: Vec<C::Code> = Vec::new();
        codes.extend(pairs.iter().map(|&(points, seconds)| self.0.encode(points, seconds)));
        codes.clear();

        let start = meter::cpu_ns();
        codes.extend(pairs.iter().map(|&(points, seconds)| self.0.encode(points, seconds)));
        let encoded = meter::cpu_ns();
        // One after the other, as they come from a reply: sums in the loop would be vectorised.
        let decoded = codes.iter().map(|code| black_box(self.0.decode(black_box(code))));
        let sum: i64 = decoded.map(|(points, seconds)| points ^ seconds).sum();
        let ended = meter::cpu_ns();

        let ns = match what {
            "encode" => encoded - start,
            "decode" => ended - encoded,
            _ => return Err(format!("there is no command {what:?}").into()),
        };
        Ok(format!("{{\"ns\":{},\"sum\":{sum}}}", ns as f64 / count as f64))
    }
}
