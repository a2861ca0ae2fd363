//! Members that are whole numbers: no names, no index, four bytes each.
//!
//! # Idea
//!
//! The number of a member is its handle, and all that is kept of it is its block. Blocks stand in
//! pages of 64 numbers each, which come when the first of their members does and go with the last
//! one. An index by the upper bits of a number, the one that also finds names, leads to its page.
//!
//! So numbers that are dense take about four bytes each, and a number that is alone in its page
//! takes 270: numbers that are spread at random over 32 bits are smaller as text in
//! [`Members`](super::Members).

use core::cmp::Ordering;

use super::index::Index;
use super::{Name, hash};
use crate::skiplist::arena::{Rows, Table};
use crate::skiplist::{BlockId, Directory, Handle};

/// Numbers of a page.
const PAGE: usize = 64;

/// The seed of the index.
const SEED: u64 = 0x696E_7465_6765_7273;

/// No page.
const NONE: u32 = u32::MAX;

/// The members of a set of numbers from 0 to 2^32 - 1. Each stands for its decimal text.
///
/// # Examples
///
/// ```
/// use edgeboard::members::Integers;
///
/// let mut members = Integers::new();
/// let seven = members.insert(7);
/// assert_eq!(members.name(seven), b"7");
/// ```
#[derive(Clone, Debug)]
pub struct Integers {
    /// From the upper bits of a number to the row of its page.
    index: Index,
    /// For each number of a page one more than its block, or 0 if it is in none.
    pages: Rows<u32, PAGE>,
    heads: Table<Head>,
    /// The first page that is not in use.
    unused: u32,
    len: usize,
}

/// What a page knows besides its numbers.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// The upper bits of its numbers, or in a page that is not in use the next such page.
    page: u32,
    /// Members.
    count: u32,
}

impl Integers {
    /// Returns a table without members, which has allocated nothing.
    #[must_use]
    pub const fn new() -> Self {
        Integers {
            index: Index::new(SEED),
            pages: Rows::new(),
            heads: Table::new(),
            unused: NONE,
            len: 0,
        }
    }

    /// Returns the number of members that are in a list. Computes in **O(1)** time.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no member is in a list. Computes in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the handle of a member, or `None` if it is in no list. Computes in **O(1)** time.
    #[must_use]
    pub fn get(&self, member: u32) -> Option<Handle> {
        (self.block(Handle(member)) != BlockId::NONE).then_some(Handle(member))
    }

    /// Returns the handle of a member that goes into a list. Computes in **O(1)** time.
    pub fn insert(&mut self, member: u32) -> Handle {
        let (page, at) = split(member);
        let row = self.row(page).unwrap_or_else(|| self.take_page(page));
        self.pages.ensure(row, at + 1);
        Handle(member)
    }

    /// Forgets a member that was taken out of its list. Computes in **O(1)** time.
    pub fn remove(&mut self, handle: Handle) {
        let (page, _) = split(handle.0);
        let Some(row) = self.row(page) else {
            return;
        };
        if self.heads[row].count == 0 {
            let heads = &self.heads;
            let hash_of = |other: Handle| hash_of(heads[other.0 as usize].page);
            self.index.remove(hash_of(Handle(row as u32)), Handle(row as u32), hash_of);
            self.heads[row].page = self.unused;
            self.unused = row as u32;
        }
    }

    /// Returns the decimal text of a member.
    #[must_use]
    pub fn name(&self, handle: Handle) -> Name<'static> {
        Name::decimal(handle.0)
    }

    /// Returns the greatest member, or `None` if there is none. Computes in **O(n)** time with a
    /// small factor: one step for each page, and a few for one of them.
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        let rows = (0..self.heads.len()).filter(|&row| self.heads[row].count > 0);
        let row = rows.max_by_key(|&row| self.heads[row].page)?;
        let at = self.pages.row(row).iter().rposition(|&place| place != 0)?;
        Some(self.heads[row].page * PAGE as u32 + at as u32)
    }

    /// Removes all members and gives the memory back.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Returns the bytes that the table has allocated. Computes in **O(n)** time with a very small
    /// factor.
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        self.index.allocated_bytes() + self.pages.allocated_bytes() + self.heads.allocated_bytes()
    }

    /// Checks that the pages hold as many members as they count. Computes in **O(n)** time.
    ///
    /// # Errors
    ///
    /// A sentence that names the first broken invariant.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        let (mut len, mut unused, mut next) = (0, 0, self.unused);
        while next != NONE {
            (unused, next) = (unused + 1, self.heads[next as usize].page);
            if unused > self.heads.len() {
                return Err("the list of unused pages ends");
            }
        }
        for row in 0..self.heads.len() {
            let count = self.pages.row(row).iter().filter(|&&place| place != 0).count();
            if count != self.heads[row].count as usize {
                return Err("a page counts its members");
            }
            if count > 0 && self.row(self.heads[row].page) != Some(row) {
                return Err("the index leads to the page of a member");
            }
            len += count;
        }
        if self.index.len() + unused != self.heads.len() {
            return Err("every page is in the index or in the list of unused ones");
        }
        if len == self.len { Ok(()) } else { Err("the table counts its members") }
    }

    /// Returns the row of a page, if there is one.
    #[inline]
    fn row(&self, page: u32) -> Option<usize> {
        let is_it = |row: Handle| self.heads[row.0 as usize].page == page;
        self.index.get(hash_of(page), is_it).map(|row| row.0 as usize)
    }

    #[cold]
    fn take_page(&mut self, page: u32) -> usize {
        let head = Head { page, count: 0 };
        let row = match self.unused {
            NONE => self.heads.push(head),
            row => {
                self.unused = self.heads[row as usize].page;
                self.heads[row as usize] = head;
                row as usize
            }
        };
        let heads = &self.heads;
        let hash_of_row = |other: Handle| hash_of(heads[other.0 as usize].page);
        self.index.insert(hash_of(page), Handle(row as u32), hash_of_row);
        row
    }
}

impl Default for Integers {
    fn default() -> Self {
        Self::new()
    }
}

/// Members with equal keys are in the order of their decimal texts, so 10 comes before 9.
impl Directory for Integers {
    fn tie(&self, a: Handle, b: Handle) -> Ordering {
        order_of_text(a.0).cmp(&order_of_text(b.0))
    }

    #[inline]
    fn block(&self, handle: Handle) -> BlockId {
        let (page, at) = split(handle.0);
        let place = self.row(page).and_then(|row| self.pages.row(row).get(at));
        BlockId::from_number(place.copied().unwrap_or(0).wrapping_sub(1))
    }

    fn place(&mut self, handle: Handle, block: BlockId) {
        let (page, at) = split(handle.0);
        let Some(row) = self.row(page) else {
            return;
        };
        let place = &mut self.pages.row_mut(row)[at];
        let was_in_list = *place != 0;
        *place = block.number().wrapping_add(1);
        let count = &mut self.heads[row].count;
        match (was_in_list, *place != 0) {
            (false, true) => (*count, self.len) = (*count + 1, self.len + 1),
            (true, false) => (*count, self.len) = (*count - 1, self.len - 1),
            _ => {}
        }
    }
}

/// The page of a number, and its position there.
#[inline]
fn split(number: u32) -> (u32, usize) {
    (number / PAGE as u32, number as usize % PAGE)
}

#[inline]
fn hash_of(page: u32) -> u64 {
    hash::short(0, (u64::from(page), 0), SEED)
}

/// Returns a number in the order of decimal texts: the digits moved to the front of ten, and how
/// many there are.
fn order_of_text(number: u32) -> (u64, u32) {
    const DIGITS: u32 = u32::MAX.ilog10() + 1;
    let digits = number.checked_ilog10().unwrap_or(0) + 1;
    (u64::from(number) * 10u64.pow(DIGITS - digits), digits)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn ties_are_in_the_order_of_the_texts() {
        let numbers = [0, 1, 9, 10, 11, 19, 99, 100, 101, 1_000, 999_999_999, 1 << 31, u32::MAX];
        for a in numbers {
            assert_eq!(Name::decimal(a), *a.to_string());
            for b in numbers {
                let expected = a.to_string().cmp(&b.to_string());
                assert_eq!(Integers::new().tie(Handle(a), Handle(b)), expected, "{a} {b}");
            }
        }
    }
}
