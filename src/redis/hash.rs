//! A hash as the value of a key: fields with values.
//!
//! A small hash lists its fields in the order in which they came, as a Redis server does, and is
//! searched from front to back. A large one has an index.

use alloc::vec::Vec;

use super::snapshot::{read_text, write_text};
use crate::members::Members;
use crate::skiplist::Handle;
use crate::skiplist::arena::Table;
use crate::snapshot::{Reader, SnapshotError, Writer};

/// A small hash of Redis has at most this many fields, `hash-max-listpack-entries`.
const SMALL_ENTRIES: usize = 512;

/// A small hash of Redis has fields and values of at most this many bytes,
/// `hash-max-listpack-value`.
const SMALL_BYTES: usize = 64;

type Pair = (Vec<u8>, Vec<u8>);

/// Fields and their values.
#[derive(Clone, Debug)]
pub(super) struct Hash {
    form: Form,
    seed: u64,
    /// The bytes of the texts.
    text_bytes: usize,
}

#[derive(Clone, Debug)]
enum Form {
    Small(Vec<Pair>),
    /// Fields, and values by the handles of the fields.
    Large(Members, Table<Vec<u8>>),
}

impl Hash {
    pub(super) fn with_seed(seed: u64) -> Self {
        Hash { form: Form::Small(Vec::new()), seed, text_bytes: 0 }
    }

    pub(super) fn len(&self) -> usize {
        match &self.form {
            Form::Small(pairs) => pairs.len(),
            Form::Large(fields, _) => fields.len(),
        }
    }

    pub(super) fn is_small(&self) -> bool {
        matches!(self.form, Form::Small(_))
    }

    pub(super) fn get(&self, field: &[u8]) -> Option<&[u8]> {
        match &self.form {
            Form::Small(pairs) => {
                pairs.iter().find(|(name, _)| name == field).map(|(_, value)| &value[..])
            }
            Form::Large(fields, values) => fields.get(field).map(|handle| value_of(values, handle)),
        }
    }

    /// Gives a field a value and returns whether the field is new.
    pub(super) fn insert(&mut self, field: &[u8], value: &[u8]) -> bool {
        let is_new = match &mut self.form {
            Form::Small(pairs) => match pairs.iter_mut().find(|(name, _)| name == field) {
                Some((_, old)) => {
                    self.text_bytes -= old.len();
                    *old = value.to_vec();
                    false
                }
                None => {
                    pairs.push((field.to_vec(), value.to_vec()));
                    true
                }
            },
            Form::Large(fields, values) => {
                let before = fields.len();
                let handle = fields.insert(field);
                self.text_bytes -= value_of(values, handle).len();
                set_value(values, handle, value);
                fields.len() > before
            }
        };
        self.text_bytes += value.len() + if is_new { field.len() } else { 0 };
        let is_long = field.len() > SMALL_BYTES || value.len() > SMALL_BYTES;
        if is_long || self.len() > SMALL_ENTRIES {
            self.enlarge();
        }
        is_new
    }

    /// Removes a field and returns whether it was there.
    pub(super) fn remove(&mut self, field: &[u8]) -> bool {
        let value = match &mut self.form {
            Form::Small(pairs) => {
                let at = pairs.iter().position(|(name, _)| name == field);
                at.map(|at| pairs.remove(at).1)
            }
            Form::Large(fields, values) => fields.get(field).map(|handle| {
                fields.remove(handle);
                core::mem::take(&mut values[handle.0 as usize])
            }),
        };
        self.text_bytes -= value.as_ref().map_or(0, |value| field.len() + value.len());
        value.is_some()
    }

    /// Calls `visit` with every field and its value.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&[u8], &[u8])) {
        match &self.form {
            Form::Small(pairs) => pairs.iter().for_each(|(field, value)| visit(field, value)),
            Form::Large(fields, values) => {
                fields.iter().for_each(|(handle, field)| visit(&field, value_of(values, handle)));
            }
        }
    }

    /// Visits fields from a cursor on, as [`Members::scan`] does; a small hash in one piece.
    pub(super) fn scan(
        &self,
        cursor: u32,
        handles: u32,
        mut visit: impl FnMut(&[u8], &[u8]),
    ) -> Option<u32> {
        match &self.form {
            Form::Small(_) => {
                self.for_each(visit);
                None
            }
            Form::Large(fields, values) => fields.scan(cursor, handles, |handle| {
                visit(&fields.name(handle), value_of(values, handle));
            }),
        }
    }

    pub(super) fn write_to(&self, writer: &mut Writer<'_>) {
        match &self.form {
            Form::Small(pairs) => {
                writer.varint(pairs.len() as u64);
                for (field, value) in pairs {
                    write_text(field, writer);
                    write_text(value, writer);
                }
            }
            Form::Large(fields, values) => {
                fields.write_to(writer);
                for (handle, _) in fields.iter() {
                    write_text(value_of(values, handle), writer);
                }
            }
        }
    }

    pub(super) fn read_small(reader: &mut Reader<'_>, seed: u64) -> Result<Self, SnapshotError> {
        let mut hash = Hash::with_seed(seed);
        let count = reader.varint()?;
        for _ in 0..count {
            let (field, value) = (read_text(reader)?, read_text(reader)?);
            if !hash.insert(&field, &value) {
                return Err(SnapshotError::invalid("has a field twice"));
            }
            if !hash.is_small() {
                return Err(SnapshotError::invalid("has a small hash that is large"));
            }
        }
        Ok(hash)
    }

    pub(super) fn read_large(reader: &mut Reader<'_>, seed: u64) -> Result<Self, SnapshotError> {
        let (mut fields, mut values) = (Members::with_seed(seed), Table::new());
        fields.read_from(reader)?;
        let mut text_bytes = 0;
        for (handle, field) in fields.iter() {
            // A handle that is not in use has a value as well, an empty one.
            while values.len() < handle.0 as usize {
                values.push(Vec::new());
            }
            let value = read_text(reader)?;
            text_bytes += field.len() + value.len();
            values.push(value);
        }
        Ok(Hash { form: Form::Large(fields, values), seed, text_bytes })
    }

    /// Gives a small hash an index.
    fn enlarge(&mut self) {
        let Form::Small(pairs) = &mut self.form else { return };
        let pairs = core::mem::take(pairs);
        let (mut fields, mut values) = (Members::with_seed(self.seed), Table::new());
        for (field, value) in pairs {
            let handle = fields.insert(&field);
            set_value(&mut values, handle, &value);
        }
        self.form = Form::Large(fields, values);
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        let tables = match &self.form {
            Form::Small(pairs) => pairs.capacity() * size_of::<Pair>(),
            Form::Large(fields, values) => fields.allocated_bytes() + values.allocated_bytes(),
        };
        tables + self.text_bytes
    }
}

fn value_of(values: &Table<Vec<u8>>, handle: Handle) -> &[u8] {
    values.get(handle.0 as usize).map_or(&[], |value| value)
}

/// Sets a value; handles are dense, so a new one is at most the next position.
fn set_value(values: &mut Table<Vec<u8>>, handle: Handle, value: &[u8]) {
    if values.len() == handle.0 as usize {
        values.push(value.to_vec());
    } else {
        values[handle.0 as usize] = value.to_vec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn fields(hash: &Hash) -> Vec<Vec<u8>> {
        let mut fields = Vec::new();
        hash.for_each(|field, _| fields.push(field.to_vec()));
        fields
    }

    #[test]
    fn a_small_hash_lists_fields_in_the_order_they_came() {
        let mut hash = Hash::with_seed(1);
        for field in [b"b", b"a", b"c"] {
            assert!(hash.insert(field, b"1"));
        }
        assert!(hash.remove(b"b"));
        assert!(!hash.insert(b"a", b"2"));
        assert!(hash.insert(b"b", b"3"));
        assert_eq!(fields(&hash), [b"a", b"c", b"b"]);
        assert_eq!(hash.get(b"a"), Some(b"2".as_slice()));
    }

    #[test]
    fn a_hash_becomes_large_by_number_and_by_length_and_keeps_everything() {
        let mut hash = Hash::with_seed(1);
        for i in 0..SMALL_ENTRIES {
            hash.insert(format!("{i}").as_bytes(), format!("v{i}").as_bytes());
        }
        assert!(hash.is_small());
        hash.insert(b"one more", b"v");
        assert!(!hash.is_small());
        assert_eq!(hash.len(), SMALL_ENTRIES + 1);
        assert_eq!(hash.get(b"511"), Some(b"v511".as_slice()));
        assert!(hash.remove(b"511") && !hash.remove(b"511"));
        assert_eq!(hash.get(b"511"), None);

        let mut hash = Hash::with_seed(1);
        hash.insert(b"f", &[b'x'; SMALL_BYTES]);
        assert!(hash.is_small());
        hash.insert(b"f", &[b'x'; SMALL_BYTES + 1]);
        assert!(!hash.is_small());
    }
}
