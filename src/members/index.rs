//! From the bytes of a name to its handle.

use hashbrown::HashTable;

use crate::skiplist::Handle;

/// The handles of all members, by the hashes of their names.
#[derive(Clone, Debug)]
pub(super) struct Index {
    seed: u64,
    table: HashTable<Handle>,
}

impl Index {
    pub(super) const fn new(seed: u64) -> Self {
        Index { seed, table: HashTable::new() }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns the hash of a name.
    pub(super) fn hash(&self, name: &[u8]) -> u64 {
        hash(name, self.seed)
    }

    /// Returns the handle with this hash for which `is_it` holds.
    pub(super) fn get(&self, hash: u64, is_it: impl Fn(Handle) -> bool) -> Option<Handle> {
        self.table.find(hash, |&handle| is_it(handle)).copied()
    }

    /// Adds a handle that is not there. `hash_of` knows the hashes of those that are.
    pub(super) fn insert(&mut self, hash: u64, handle: Handle, hash_of: impl Fn(Handle) -> u64) {
        self.table.insert_unique(hash, handle, |&other| hash_of(other));
    }

    /// Takes a handle out.
    pub(super) fn remove(&mut self, hash: u64, handle: Handle) {
        if let Ok(entry) = self.table.find_entry(hash, |&other| other == handle) {
            entry.remove();
        }
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        self.table.allocation_size()
    }
}

/// Returns the hash of some bytes: folded multiplication, as in wyhash (Wang Yi, public domain)
/// and foldhash, with 32-bit halves so that it is cheap on wasm32 too.
pub(super) fn hash(bytes: &[u8], seed: u64) -> u64 {
    const K0: u64 = 0x243F_6A88_85A3_08D3; // digits of pi
    const K1: u64 = 0x1319_8A2E_0370_7344;
    let mut state = seed ^ (bytes.len() as u64).wrapping_mul(K1);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        state = fold(state ^ u64::from_le_bytes(*word), K0);
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    state = fold(state ^ u64::from_le_bytes(last), K1);
    state ^ state >> 32
}

/// Multiplies crosswise and folds the halves, so that each bit of the result depends on both.
fn fold(a: u64, b: u64) -> u64 {
    let (a_low, a_high) = (a & 0xFFFF_FFFF, a >> 32);
    let (b_low, b_high) = (b & 0xFFFF_FFFF, b >> 32);
    (a_low * b_high) ^ (a_high * b_low).rotate_right(32) ^ a.wrapping_mul(b).rotate_left(23)
}
