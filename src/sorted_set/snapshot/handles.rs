//! The handles of a group, packed into as few bits as the highest of all takes.

use alloc::vec::Vec;

use crate::skiplist::Handle;
use crate::snapshot::{Reader, SnapshotError, Writer};

/// Returns the bits of a handle below a bound.
pub(super) fn bits_below(bound: u64) -> u32 {
    u64::BITS - bound.saturating_sub(1).leading_zeros()
}

#[inline(never)]
pub(super) fn write(handles: &[Handle], bits: u32, writer: &mut Writer<'_>) {
    let (mut pending, mut len) = (0u64, 0);
    for handle in handles {
        pending |= u64::from(handle.0) << len;
        len += bits;
        while len >= 8 {
            writer.byte(pending as u8);
            pending >>= 8;
            len -= 8;
        }
    }
    if len > 0 {
        writer.byte(pending as u8);
    }
}

#[inline(never)]
pub(super) fn read(
    count: usize,
    bits: u32,
    reader: &mut Reader<'_>,
    handles: &mut Vec<Handle>,
) -> Result<(), SnapshotError> {
    handles.clear();
    let mut bytes = reader.bytes((count * bits as usize).div_ceil(8))?.iter();
    let (mut pending, mut len) = (0u64, 0);
    for _ in 0..count {
        while len < bits {
            // There are as many bytes as all handles take.
            pending |= u64::from(bytes.next().copied().unwrap_or_default()) << len;
            len += 8;
        }
        handles.push(Handle((pending & ((1 << bits) - 1)) as u32));
        pending >>= bits;
        len -= bits;
    }
    if pending == 0 { Ok(()) } else { Err(SnapshotError::invalid("has bits that mean nothing")) }
}
