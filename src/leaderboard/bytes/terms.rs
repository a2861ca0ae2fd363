//! The rules of a board as bytes.
//!
//! ```text
//! words       1       bits 0..2 op, 2 tie, 3..5 rank kind, 5 what happens when full, 6 out of
//!                     range; each the place of the value in the documentation, from 0
//! name        varint  the longest name of a member, in bytes
//! members     varint  the most members plus one; 0 for no limit
//! window      varint  how long event ids are known, in ms
//! bounds      1       bit 0 a smallest score, bit 1 a largest
//!   min, max  signed  as far as there are any
//! columns     1       how many have names; 0 for the only one that has none
//! for each column, or the one:
//!   name      varint  its length, and the bytes; not where there are no names
//!   form      1       bit 0 order (0 desc, 1 asc), bits 1..5 decimals
//!   min, max  signed  its range; not where there are no names
//! ```

use alloc::vec::Vec;

use super::{Bytes, put_signed, put_text, put_varint};
use crate::leaderboard::{
    Bounds, Column, Columns, Decimals, MAX_MEMBER_BYTES, OnFull, Operator, OutOfRange, RankKind,
    SortOrder, Terms, Tie,
};

const OPERATORS: [Operator; 3] = [Operator::Sum, Operator::Best, Operator::Latest];
const TIES: [Tie; 2] = [Tie::Earliest, Tie::Member];
const RANK_KINDS: [RankKind; 4] =
    [RankKind::Ordinal, RankKind::Competition, RankKind::Dense, RankKind::Modified];
const ON_FULL: [OnFull; 2] = [OnFull::Refuse, OnFull::Trim];
const OUT_OF_RANGE: [OutOfRange; 2] = [OutOfRange::Reject, OutOfRange::Clamp];
const ORDERS: [SortOrder; 2] = [SortOrder::Desc, SortOrder::Asc];

/// The place of a value among all of its kind, which are at most eight.
fn place<T: PartialEq>(all: &[T], value: &T) -> u8 {
    all.iter().position(|other| other == value).unwrap_or(0) as u8
}

/// Adds rules to bytes.
pub(in crate::leaderboard) fn write_terms(terms: &Terms, out: &mut Vec<u8>) {
    let Terms {
        op,
        columns,
        bounds,
        tie,
        rank_kind,
        max_members,
        on_full,
        max_member_bytes,
        id_window_ms,
    } = terms;
    out.push(
        place(&OPERATORS, op)
            | place(&TIES, tie) << 2
            | place(&RANK_KINDS, rank_kind) << 3
            | place(&ON_FULL, on_full) << 5
            | place(&OUT_OF_RANGE, &bounds.out_of_range) << 6,
    );
    put_varint(out, u64::from(*max_member_bytes));
    put_varint(out, max_members.map_or(0, |max| u64::from(max) + 1));
    put_varint(out, *id_window_ms);
    out.push(u8::from(bounds.min.is_some()) | u8::from(bounds.max.is_some()) << 1);
    bounds.min.into_iter().chain(bounds.max).for_each(|bound| put_signed(out, bound));
    let has_names = !columns.all()[0].name.is_empty();
    out.push(if has_names { columns.count() as u8 } else { 0 });
    for column in columns.all() {
        if has_names {
            put_text(out, &column.name);
        }
        out.push(place(&ORDERS, &column.order) | column.decimals.get() << 1);
        if has_names {
            put_signed(out, column.min);
            put_signed(out, column.max);
        }
    }
}

/// Reads rules; `None` for bytes that are none, and for rules that a board cannot have.
pub(in crate::leaderboard) fn read_terms(bytes: &mut Bytes<'_>) -> Option<Terms> {
    let words = bytes.byte()?;
    let op = *OPERATORS.get(usize::from(words & 3))?;
    let flag = |bit: u32| usize::from(words >> bit & 1);
    if words >> 7 != 0 {
        return None;
    }
    let max_member_bytes = u16::try_from(bytes.varint()?).ok()?;
    let max_members = match bytes.varint()?.checked_sub(1) {
        None => None,
        Some(0) => return None,
        Some(max) => Some(u32::try_from(max).ok()?),
    };
    let id_window_ms = bytes.varint()?;
    let which = bytes.byte()?;
    let mut bound =
        |bit| (which & bit != 0).then(|| bytes.signed()).map_or(Some(None), |b| b.map(Some));
    let (min, max) = (bound(1)?, bound(2)?);
    let is_empty = min.zip(max).is_some_and(|(min, max)| min > max);
    if which > 3 || is_empty || !(1..=MAX_MEMBER_BYTES).contains(&max_member_bytes) {
        return None;
    }
    Some(Terms {
        op,
        columns: read_columns(bytes)?,
        bounds: Bounds { min, max, out_of_range: OUT_OF_RANGE[flag(6)] },
        tie: TIES[flag(2)],
        rank_kind: RANK_KINDS[usize::from(words >> 3 & 3)],
        max_members,
        on_full: ON_FULL[flag(5)],
        max_member_bytes,
        id_window_ms,
    })
}

fn read_columns(bytes: &mut Bytes<'_>) -> Option<Columns> {
    let form = |bytes: &mut Bytes<'_>| {
        let form = bytes.byte()?;
        Some((ORDERS[usize::from(form & 1)], Decimals::new(form >> 1).ok()?))
    };
    let count = bytes.byte()?;
    if count == 0 {
        let (order, decimals) = form(bytes)?;
        return Some(Columns::single(order, decimals));
    }
    let mut columns = Vec::new();
    for _ in 0..count {
        let name = bytes.text()?.into();
        let (order, decimals) = form(bytes)?;
        columns.push(Column { name, order, decimals, min: bytes.signed()?, max: bytes.signed()? });
    }
    Columns::new(columns).ok()
}
