//! Rules, instants, ids and data of zones that nobody has checked.

use std::sync::LazyLock;

use edgeboard::period::{Calendar, PeriodKind, PeriodRule, ZoneName, Zones};
use edgeboard::time::Timestamp;

use super::source::Source;

static ZONES: LazyLock<Zones> =
    LazyLock::new(|| Zones::parse(edgeboard_zones::BYTES).expect("the data of zones"));

const FIELDS: [&str; 9] =
    ["keep", "weekStart", "startAt", "zone", "base", "length", "id", "startsAt", "endsAt"];

/// Texts that some field takes.
const WORDS: [&str; 16] = [
    "3d",
    "1mo",
    "36h",
    "4294967295w",
    "sunday",
    "thursday",
    "23:59",
    "02:30",
    "UTC",
    "+14:00",
    "-23:59",
    "2026-10-25T01:30:00+01:00",
    "9999-12-31T23:59:59.999Z",
    "spring",
    "1970-01-01T00:00Z",
    "x",
];

/// What the input asks for: never a panic, and whatever has an id is found by it.
pub(crate) fn period(input: &[u8]) {
    let mut source = Source::new(input);
    match source.below(3) {
        0 => data(&mut source),
        _ => rules(&mut source),
    }
}

fn rules(source: &mut Source<'_>) {
    let kind = PeriodKind::ALL[source.below(8) as usize];
    let mut rule = PeriodRule::from(kind);
    for _ in 0..source.below(6) {
        let field = FIELDS[source.below(9) as usize];
        let set = match source.below(8) {
            0 => rule.set_number(field, source.below(u64::MAX) as f64),
            1 => rule.set_number(field, f64::from_bits(source.below(u64::MAX))),
            2 => rule.set_text(field, &text(source)),
            3 => {
                let count = ZONES.names().count() as u64;
                let name = ZONES.names().nth(source.below(count) as usize);
                rule.set_text("zone", name.unwrap_or_default())
            }
            _ => rule.set_text(field, WORDS[source.below(16) as usize]),
        };
        let _refused = set.map_err(|error| assert!(!error.to_string().is_empty()));
    }
    let Ok(calendar) = rule.calendar(&ZoneName::Utc, &ZONES) else { return };
    for _ in 0..8 {
        let ms = source.below(Timestamp::MAX.ms() + 1);
        let ms = if ms.is_multiple_of(2) { ms } else { ms % 5_000_000_000_000 };
        check(&calendar, Timestamp::from_ms(ms).expect("within time"));
        let id = text(source);
        if let Some(period) = calendar.parse(&id) {
            assert_eq!(period.id, id);
            assert_eq!(calendar.parse_key(&period.key()), Some(period));
        }
        let _found = calendar.parse_key(&id);
    }
}

fn check(calendar: &Calendar, at: Timestamp) {
    let Some(period) = calendar.of(at) else { return };
    assert_eq!(calendar.parse(&period.id).as_ref(), Some(&period), "at {at}");
    assert_eq!(calendar.parse_key(&period.key()).as_ref(), Some(&period));
    let Some(bounds) = period.bounds else { return };
    assert!(bounds.start <= at && (at < bounds.end || at == Timestamp::MAX), "{period:?}, {at}");
    assert_eq!(calendar.of(bounds.start).as_ref(), Some(&period), "it begins with itself");
    if let Some(next) = calendar.next(&period) {
        assert_eq!(calendar.previous(&next).as_ref(), Some(&period));
    }
    let _kept = calendar.kept_until(&period).map(|until| assert!(until >= bounds.end));
}

/// Any bytes as the data of zones, and behind a right header as one zone.
fn data(source: &mut Source<'_>) {
    let body = source.bytes(4_000);
    let _refused = Zones::parse(body.to_vec());
    let length = (body.len() as u16).to_le_bytes();
    let content = [b"\x01v\x01\0\x01\0\x01A\0\0", &length[..], body].concat();
    let hash = content.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let bytes = [b"ebzones\x01", &hash.to_le_bytes()[..], &content].concat();
    let zones = Zones::parse(bytes).expect("data with a right header");
    let name = ZoneName::parse("A").expect("a name");
    let Ok(zone) = zones.zone(&name) else { return };
    // Its clocks are what nobody has seen: periods need not be found again, but have bounds.
    for (number, kind) in PeriodKind::ALL.into_iter().enumerate() {
        let Ok(calendar) = PeriodRule::from(kind).calendar(&name, &zones) else { continue };
        for shift in 0..3 {
            let last = zone.next_change(Timestamp::EPOCH).unwrap_or_default().ms();
            let ms = last.saturating_sub(number as u64 * 1_000) + shift * 40_000_000_000;
            let Some(period) = Timestamp::from_ms(ms).ok().and_then(|at| calendar.of(at)) else {
                continue;
            };
            let _found = (calendar.parse(&period.id), calendar.kept_until(&period));
            let _beside = (calendar.next(&period), calendar.previous(&period));
        }
    }
}

fn text(source: &mut Source<'_>) -> String {
    let length = source.below(24) as usize;
    String::from_utf8_lossy(source.bytes(length)).into_owned()
}
