//! Where names lie that are too long for their record.
//!
//! # Layout
//!
//! The arena is a list of chunks of 64 KiB, filled from front to back. A name longer than a quarter
//! of that gets a chunk of its own, of its size.
//!
//! ```text
//! owner    u32, little endian: the handle of the member, or DEAD once the member is gone
//! length   u32, little endian: bytes of the name
//! name     the bytes, and padding to a multiple of four
//! ```
//!
//! As everything is aligned to four bytes, a place (chunk and offset) fits in 32 bits.
//!
//! # Reuse
//!
//! A removed name leaves its bytes dead in its chunk. When the chunk being filled has no room for
//! a name, the chunk with the most dead bytes is *compacted*, its live names slide to the front
//! and it is filled next, if a quarter of it is dead. Only otherwise is a new chunk taken. So at
//! most about a quarter of the arena is dead in the long run, whatever lengths come and go, and
//! moving a name is paid for by at least a third as many bytes gained. A chunk in which nothing
//! lives is given back at once.

use alloc::vec::Vec;

use super::record::Record;
use crate::skiplist::Handle;
use crate::skiplist::arena::Table;

/// Bytes of a chunk.
const CHUNK_BYTES: usize = 64 * 1024;

/// A chunk is compacted when at least so many of its bytes are dead.
const DEAD_ENOUGH: usize = CHUNK_BYTES / 4;

/// Places count words of four bytes.
const WORD: usize = 4;

/// Bits of a place that hold the offset in the chunk, in words.
const OFFSET_BITS: u32 = (CHUNK_BYTES / WORD).ilog2();

/// Bytes in front of a name.
const HEADER: usize = 2 * WORD;

/// The owner of a dead name.
const DEAD: u32 = u32::MAX;

/// A name that takes more bytes than this gets a chunk of its own.
const LARGE: usize = CHUNK_BYTES / 4;

/// No chunk.
const NONE: usize = usize::MAX;

#[derive(Clone, Debug, Default)]
struct Chunk {
    /// Names with headers and padding.
    bytes: Vec<u8>,
    /// How many of the bytes are dead.
    dead: usize,
}

/// The names of all members whose records cannot hold them.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    chunks: Vec<Chunk>,
    /// The chunk being filled.
    filling: usize,
    /// Positions in `chunks` that hold nothing.
    unused: Vec<u32>,
}

/// Returns the bytes that a name takes with its header and padding.
fn footprint(name_len: usize) -> usize {
    HEADER + name_len.next_multiple_of(WORD)
}

fn split(place: u32) -> (usize, usize) {
    let offset = place & ((1 << OFFSET_BITS) - 1);
    ((place >> OFFSET_BITS) as usize, offset as usize * WORD)
}

fn join(chunk: usize, offset: usize) -> u32 {
    (chunk as u32) << OFFSET_BITS | (offset / WORD) as u32
}

impl Arena {
    pub(super) const fn new() -> Self {
        Arena { chunks: Vec::new(), filling: NONE, unused: Vec::new() }
    }

    /// Returns the name at a place.
    pub(super) fn get(&self, place: u32) -> &[u8] {
        let (chunk, offset) = split(place);
        let bytes = &self.chunks[chunk].bytes;
        let len = read_word(bytes, offset + WORD) as usize;
        &bytes[offset + HEADER..][..len]
    }

    /// Stores the name of a member and returns its place. The records of names that had to make
    /// room are told their new places.
    pub(super) fn insert(
        &mut self,
        name: &[u8],
        handle: Handle,
        records: &mut Table<Record>,
    ) -> u32 {
        let size = footprint(name.len());
        let chunk =
            if size > LARGE { self.take_chunk(size) } else { self.chunk_with_room(size, records) };
        let bytes = &mut self.chunks[chunk].bytes;
        let offset = bytes.len();
        if bytes.capacity() < offset + size {
            // Only the first chunk comes small; it grows by doubling.
            let capacity = (2 * bytes.capacity()).clamp(offset + size, CHUNK_BYTES);
            bytes.reserve_exact(capacity - offset);
        }
        bytes.extend_from_slice(&handle.0.to_le_bytes());
        bytes.extend_from_slice(&(name.len() as u32).to_le_bytes());
        bytes.extend_from_slice(name);
        bytes.resize(offset + size, 0);
        join(chunk, offset)
    }

    /// Marks a name dead.
    pub(super) fn remove(&mut self, place: u32) {
        let (at, offset) = split(place);
        let chunk = &mut self.chunks[at];
        chunk.bytes[offset..offset + WORD].copy_from_slice(&DEAD.to_le_bytes());
        chunk.dead += footprint(read_word(&chunk.bytes, offset + WORD) as usize);
        if chunk.dead == chunk.bytes.len() {
            *chunk = Chunk::default();
            self.unused.push(at as u32);
            if self.filling == at {
                self.filling = NONE;
            }
        }
    }

    /// Returns a chunk that is not full: the one being filled, a compacted one, or a new one.
    fn chunk_with_room(&mut self, size: usize, records: &mut Table<Record>) -> usize {
        let fits = |used: usize| used + size <= CHUNK_BYTES;
        if self.chunks.get(self.filling).is_some_and(|chunk| fits(chunk.bytes.len())) {
            return self.filling;
        }
        let worth_it = |(_, chunk): &(usize, &Chunk)| {
            chunk.dead >= DEAD_ENOUGH && fits(chunk.bytes.len() - chunk.dead)
        };
        let chunks = self.chunks.iter().enumerate();
        let deadest = chunks.filter(worth_it).max_by_key(|(_, chunk)| chunk.dead);
        self.filling = match deadest {
            Some((at, _)) => {
                self.compact(at, records);
                at
            }
            None if self.chunks.is_empty() => self.take_chunk(size),
            None => self.take_chunk(CHUNK_BYTES),
        };
        self.filling
    }

    /// Slides the live names of a chunk to its front.
    fn compact(&mut self, at: usize, records: &mut Table<Record>) {
        let chunk = &mut self.chunks[at];
        let (mut from, mut to) = (0, 0);
        while from < chunk.bytes.len() {
            let owner = read_word(&chunk.bytes, from);
            let size = footprint(read_word(&chunk.bytes, from + WORD) as usize);
            if owner != DEAD {
                records[owner as usize].set_place(join(at, to));
                chunk.bytes.copy_within(from..from + size, to);
                to += size;
            }
            from += size;
        }
        chunk.bytes.truncate(to);
        chunk.dead = 0;
    }

    /// Returns an empty chunk with room for `size` bytes.
    fn take_chunk(&mut self, size: usize) -> usize {
        let chunk = Chunk { bytes: Vec::with_capacity(size), dead: 0 };
        match self.unused.pop() {
            Some(at) => {
                self.chunks[at as usize] = chunk;
                at as usize
            }
            None => {
                assert!(self.chunks.len() < 1 << (32 - OFFSET_BITS), "the arena of names is full");
                self.chunks.push(chunk);
                self.chunks.len() - 1
            }
        }
    }

    /// Returns the bytes that the arena has allocated.
    pub(super) fn allocated_bytes(&self) -> usize {
        let bytes: usize = self.chunks.iter().map(|chunk| chunk.bytes.capacity()).sum();
        bytes + self.chunks.capacity() * size_of::<Chunk>()
    }

    /// Checks that the chunks hold the given names, each under its handle, and dead ones.
    pub(super) fn internal_validate<'a>(
        &self,
        names: impl Iterator<Item = (Handle, &'a [u8], u32)>,
    ) -> Result<(), &'static str> {
        let mut live = 0;
        for (handle, name, place) in names {
            let (chunk, offset) = split(place);
            if read_word(&self.chunks[chunk].bytes, offset) != handle.0 {
                return Err("the owner of a live name is its member");
            }
            live += footprint(name.len());
        }
        let held: usize = self.chunks.iter().map(|chunk| chunk.bytes.len() - chunk.dead).sum();
        if live == held { Ok(()) } else { Err("the chunks count their dead bytes") }
    }
}

fn read_word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + WORD].iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}
