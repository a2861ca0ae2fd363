//! Segments in order, in blocks.

use alloc::vec::Vec;

use super::segment::{Merge, Segment};

/// Segments in a block.
pub(super) const BLOCK: usize = 64;

/// Segments that a block gets when all are packed anew, so that it takes some more.
const PACKED: usize = 48;

#[derive(Debug)]
struct Block {
    /// The `upper` of its last segment.
    last: i64,
    /// The members that its segments count.
    mass: u64,
    segments: Vec<Segment>,
}

impl Block {
    fn new() -> Self {
        Block { last: i64::MAX, mass: 0, segments: Vec::with_capacity(BLOCK) }
    }

    fn push(&mut self, segment: Segment) {
        self.last = segment.upper;
        self.mass += segment.mass();
        self.segments.push(segment);
    }
}

// A copy has the same room: a vector's own would grow with the next segment, to twice its size.
impl Clone for Block {
    fn clone(&self) -> Self {
        let mut segments = Vec::with_capacity(BLOCK);
        segments.extend_from_slice(&self.segments);
        Block { segments, ..*self }
    }
}

impl Clone for Blocks {
    fn clone(&self) -> Self {
        let mut blocks = Vec::with_capacity(self.most);
        blocks.extend(self.blocks.iter().cloned());
        Blocks { blocks, most: self.most }
    }
}

/// Where a segment is. Valid until one is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    block: usize,
    slot: usize,
}

/// A list of segments that is searched by score and by count.
///
/// A search looks at the ends of the blocks, and then into one. Memory is that of the blocks, of
/// which there is a fixed number at most: nothing is ever copied into something twice its size.
#[derive(Debug)]
pub(super) struct Blocks {
    blocks: Vec<Block>,
    most: usize,
}

impl Blocks {
    /// Returns a list of the last segment alone.
    pub(super) fn new(most: usize) -> Self {
        let mut blocks = Blocks { blocks: Vec::with_capacity(most), most };
        blocks.push(Segment::LAST, 1);
        blocks
    }

    /// Appends a segment; a block is left alone once it has so many.
    fn push(&mut self, segment: Segment, per_block: usize) {
        match self.blocks.last_mut() {
            Some(block) if block.segments.len() < per_block => block.push(segment),
            _ => {
                let mut block = Block::new();
                block.push(segment);
                self.blocks.push(block);
            }
        }
    }

    /// Returns a list of given segments, in blocks of given lengths.
    pub(super) fn restored(segments: &[Segment], lengths: &[u32], most: usize) -> Self {
        let mut blocks = Vec::with_capacity(most);
        let mut rest = segments;
        for &length in lengths {
            let (own, others) = rest.split_at(rest.len().min(length as usize));
            let mut block = Block::new();
            own.iter().for_each(|segment| block.push(*segment));
            blocks.push(block);
            rest = others;
        }
        Blocks { blocks, most }
    }

    /// How many blocks there can be.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    pub(super) fn lengths(&self) -> impl Iterator<Item = usize> {
        self.blocks.iter().map(|block| block.segments.len())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Segment> {
        self.blocks.iter().flat_map(|block| block.segments.iter().copied())
    }

    pub(super) fn len(&self) -> usize {
        self.lengths().sum()
    }

    /// The first segment whose end is at a score or above; the last one is above all.
    pub(super) fn find(&self, score: i64) -> Place {
        let block = self.blocks.partition_point(|block| block.last < score);
        let segments = &self.blocks[block].segments;
        Place { block, slot: segments.partition_point(|segment| segment.upper < score) }
    }

    /// The first segment with which the counts from the beginning reach a number, or the last.
    pub(super) fn reaching(&self, count: u64) -> Place {
        let mut left = count;
        for (at, block) in self.blocks.iter().enumerate() {
            if left <= block.mass {
                for (slot, segment) in block.segments.iter().enumerate() {
                    if left <= segment.mass() {
                        return Place { block: at, slot };
                    }
                    left -= segment.mass();
                }
            }
            left -= block.mass;
        }
        self.find(i64::MAX)
    }

    pub(super) fn get(&self, place: Place) -> Segment {
        self.blocks[place.block].segments[place.slot]
    }

    pub(super) fn set(&mut self, place: Place, segment: Segment) {
        let block = &mut self.blocks[place.block];
        block.mass -= block.segments[place.slot].mass();
        block.mass += segment.mass();
        block.segments[place.slot] = segment;
    }

    pub(super) fn next(&self, place: Place) -> Option<Place> {
        let Place { block, slot } = place;
        if slot + 1 < self.blocks[block].segments.len() {
            return Some(Place { block, slot: slot + 1 });
        }
        (block + 1 < self.blocks.len()).then_some(Place { block: block + 1, slot: 0 })
    }

    pub(super) fn previous(&self, place: Place) -> Option<Place> {
        match place {
            Place { block: 0, slot: 0 } => None,
            Place { block, slot: 0 } => {
                Some(Place { block: block - 1, slot: self.blocks[block - 1].segments.len() - 1 })
            }
            Place { block, slot } => Some(Place { block, slot: slot - 1 }),
        }
    }

    /// The segment before a place, if there is one.
    pub(super) fn before(&self, place: Place) -> Option<Segment> {
        self.previous(place).map(|place| self.get(place))
    }

    /// How many members the segments before a place count.
    pub(super) fn mass_before(&self, place: Place) -> u64 {
        let blocks: u64 = self.blocks[..place.block].iter().map(|block| block.mass).sum();
        let segments = &self.blocks[place.block].segments[..place.slot];
        blocks + segments.iter().map(Segment::mass).sum::<u64>()
    }

    /// Whether a segment can be inserted wherever it belongs.
    pub(super) fn has_room(&self) -> bool {
        self.blocks.len() < self.most
    }

    /// Inserts a segment before a place and returns where it is. The caller has seen that there is
    /// room.
    pub(super) fn insert(&mut self, place: Place, segment: Segment) -> Place {
        let mut place = place;
        if self.blocks[place.block].segments.len() == BLOCK {
            self.split(place.block);
            let first = self.blocks[place.block].segments.len();
            if place.slot >= first {
                place = Place { block: place.block + 1, slot: place.slot - first };
            }
        }
        let block = &mut self.blocks[place.block];
        block.mass += segment.mass();
        block.segments.insert(place.slot, segment);
        place
    }

    fn split(&mut self, at: usize) {
        let mut upper = Block::new();
        let lower = &mut self.blocks[at];
        lower.segments.drain(BLOCK / 2..).for_each(|segment| upper.push(segment));
        lower.mass -= upper.mass;
        lower.last = lower.segments.last().map_or(i64::MIN, |segment| segment.upper);
        self.blocks.insert(at + 1, upper);
    }

    /// How many segments there would be after [`merge`](Self::merge).
    pub(super) fn merged_len(&self, rule: Merge) -> usize {
        let mut len = 0;
        rule.run(self.iter(), |_| len += 1);
        len
    }

    /// Makes neighbours one as a rule says, and packs what is left. Old blocks go as new ones come.
    pub(super) fn merge(&mut self, rule: Merge) {
        let old = core::mem::replace(&mut self.blocks, Vec::with_capacity(self.most));
        let segments = old.into_iter().flat_map(|block| block.segments);
        rule.run(segments, |segment| self.push(segment, PACKED));
    }

    /// What is wrong with the blocks themselves, for tests.
    pub(super) fn validate(&self) -> Result<(), &'static str> {
        if self.blocks.is_empty() || self.blocks.len() > self.most {
            return Err("no blocks, or too many");
        }
        for block in &self.blocks {
            if block.segments.is_empty() || block.segments.len() > BLOCK {
                return Err("a block is empty or too long");
            }
            if block.segments.capacity() != BLOCK {
                return Err("a block has grown");
            }
            if block.segments.last().map(|segment| segment.upper) != Some(block.last) {
                return Err("a block ends elsewhere than it says");
            }
            if block.segments.iter().map(Segment::mass).sum::<u64>() != block.mass {
                return Err("a block has another mass than it says");
            }
        }
        Ok(())
    }
}
