//! `edgeboard-zones <file>`: writes the data of zones into a file, for the npm package.

use std::io::Error;

fn main() -> Result<(), Error> {
    let file = std::env::args_os().nth(1).ok_or_else(|| Error::other("it takes a file"))?;
    std::fs::write(file, edgeboard_zones::BYTES)
}
