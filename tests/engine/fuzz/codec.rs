//! Layouts of drawn fields: order, inverse, limits and addition.

use std::cmp::Ordering;

use edgeboard::codec::{FieldOrder, ScoreField, ScoreLayout, TimeUnit};

use super::source::Source;

const FIELDS_MAX: u64 = 8;
const UNITS: [Option<TimeUnit>; 3] = [None, Some(TimeUnit::Second), Some(TimeUnit::Day)];

/// Draws a layout and tuples of values from the input, and checks what codes promise.
pub(crate) fn codec(input: &[u8]) {
    let mut source = Source::new(input);
    let fields = fields(&mut source);
    let bits: u32 = fields.iter().map(|field| field.bits).sum();
    let Ok(layout) = ScoreLayout::new(fields) else {
        assert!(bits > ScoreLayout::MAX_BITS);
        return;
    };
    assert_eq!(layout.bits(), bits);
    let mut previous: Option<(Vec<i128>, u128)> = None;
    while !source.is_empty() {
        let values: Vec<i128> = layout.fields().iter().map(|f| value(&mut source, f)).collect();
        let Some(code) = encoded(&layout, &values) else { continue };
        if let Some((others, other)) = &previous {
            assert_eq!(code.cmp(other), compare(&layout, &values, others), "{values:?} {others:?}");
        }
        add(&mut source, &layout, &values, code);
        previous = Some((values, code));
    }
}

fn fields(source: &mut Source<'_>) -> Vec<ScoreField> {
    let count = 1 + source.below(FIELDS_MAX);
    let draw = |at| {
        let width = [8, 40, 127][source.below(3) as usize];
        ScoreField {
            name: format!("field {at}").into(),
            bits: 1 + source.below(width) as u32,
            order: if source.below(2) == 0 { FieldOrder::Desc } else { FieldOrder::Asc },
            unit: UNITS[source.below(3) as usize],
        }
    };
    (0..count).map(draw).collect()
}

fn max(field: &ScoreField) -> i128 {
    ((1_u128 << field.bits) - 1) as i128
}

/// A value of a field, seldom one outside.
fn value(source: &mut Source<'_>, field: &ScoreField) -> i128 {
    let max = max(field);
    match source.below(16) {
        0 => -1 - i128::from(source.below(3)),
        1 => max.saturating_add(1 + i128::from(source.below(3))),
        2..5 => 0,
        5..8 => max,
        _ => {
            let high = u128::from(source.below(u64::MAX)) << 64;
            (high | u128::from(source.below(u64::MAX))) as i128 & max
        }
    }
}

/// The code of values, after it was decoded in every way; none where a value is outside.
fn encoded(layout: &ScoreLayout, values: &[i128]) -> Option<u128> {
    let outside = layout.fields().iter().zip(values).find(|(f, v)| !(0..=max(f)).contains(*v));
    let code = match (layout.encode(values), outside) {
        (Ok(code), None) => code,
        (Err(error), Some((field, value))) => {
            let expected = format!("{} is {value}, outside 0..={}", field.name, max(field));
            assert_eq!(error.to_string(), expected);
            return None;
        }
        (answer, outside) => panic!("{answer:?}, {outside:?}"),
    };
    let decoded = layout.decode(code).unwrap();
    assert!(decoded.iter().eq(values.iter().copied()), "{values:?}");
    for (field, value) in layout.fields().iter().zip(values) {
        assert_eq!(decoded.get(&field.name), Some(*value));
    }
    assert_eq!(layout.decode_text(&code.to_string()), Ok(decoded));
    match layout.encode_score(values) {
        Ok(score) => assert_eq!(layout.decode_score(score), Ok(decoded)),
        Err(error) => assert!(layout.bits() > 53, "{error}"),
    }
    // Its neighbours are codes of other values, or outside.
    for other in [code.wrapping_sub(1), code.wrapping_add(1)] {
        assert_ne!(layout.decode(other).map(|values| values.code()), Ok(code));
        assert_eq!(layout.decode(other).is_ok(), other <= layout.max_code());
    }
    Some(code)
}

/// The order of the values: by the first field in which they differ, the better one larger.
fn compare(layout: &ScoreLayout, a: &[i128], b: &[i128]) -> Ordering {
    let by_field =
        layout.fields().iter().zip(a.iter().zip(b)).map(|(field, (a, b))| match field.order {
            FieldOrder::Desc => a.cmp(b),
            FieldOrder::Asc => b.cmp(a),
        });
    by_field.fold(Ordering::Equal, Ordering::then)
}

/// Adds to a code, and compares with the values by hand.
fn add(source: &mut Source<'_>, layout: &ScoreLayout, values: &[i128], code: u128) {
    let at = |timed| {
        let fields = layout.fields().iter().enumerate();
        fields.filter(move |(_, field)| field.unit.is_some() == timed).map(|(at, _)| at)
    };
    let delta = value(source, &layout.fields()[0]).saturating_sub(1 << source.below(100));
    let time = value(source, &layout.fields()[layout.fields().len() - 1]);
    let answer = layout.add(Some(code), delta, time);
    let (Some(points), 1) = (at(false).next(), at(true).count()) else {
        assert_eq!(answer.unwrap_err().code(), "invalid_request");
        return;
    };
    let mut sums = values.to_vec();
    sums[points] = sums[points].saturating_add(delta);
    at(true).for_each(|at| sums[at] = time);
    let expected = layout.encode(&sums);
    if expected.is_err() {
        assert_eq!(answer.unwrap_err().code(), "column_out_of_range");
    } else {
        assert_eq!(answer, if delta == 0 { Ok(code) } else { expected });
    }
}
