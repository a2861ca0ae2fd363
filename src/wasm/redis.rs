//! The class `Redis`: a keyspace with one connection.

use alloc::vec::Vec;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::snapshot::{Pieces, Rest};
use super::time::timestamp;
use crate::redis::{Connection, Keyspace, Limits};
use crate::snapshot::{Kind, Writer};

/// The limits of the class by the names that JavaScript gives them. None may be above the engine's
/// own, except those of memory.
fn limits(lowered: &[f64]) -> Limits {
    const MOST: Limits = Limits::DEFAULT;
    let at = |at: usize, most: usize| match lowered.get(at) {
        Some(limit) if *limit >= 0.0 => (*limit as usize).min(most),
        _ => most,
    };
    Limits {
        memory_bytes: at(0, MOST.memory_bytes),
        keys: at(1, MOST.keys),
        members: at(2, MOST.members),
        argument_bytes: at(3, MOST.argument_bytes),
        arguments: at(4, MOST.arguments),
        command_bytes: at(5, MOST.command_bytes),
        random_elements: at(6, MOST.random_elements),
    }
}

/// Keys with sorted sets, strings, hashes and sets, and a connection to them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Redis {
    keyspace: Keyspace,
    connection: Connection,
}

#[wasm_bindgen]
impl Redis {
    /// Makes an empty keyspace. `lowered` has limits in the order of [`Limits`]; NaN leaves one as
    /// it is.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(seed: u64, lowered: &[f64]) -> Self {
        let limits = limits(lowered);
        let keyspace = Keyspace::with_seed(seed, limits);
        Redis { keyspace, connection: Connection::new(limits) }
    }

    /// Runs one command. Its arguments lie one behind the other in `bytes`, and `lengths` has how
    /// long each is. The reply is that of the protocol.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a time that is none.
    pub fn call(&mut self, bytes: &[u8], lengths: &[u32], now: f64) -> Result<Vec<u8>, JsValue> {
        let now = timestamp(now)?;
        let mut rest = bytes;
        let mut args = Vec::with_capacity(lengths.len());
        for &length in lengths {
            let (arg, behind) = rest.split_at_checked(length as usize).unwrap_or((rest, &[]));
            args.push(arg);
            rest = behind;
        }
        Ok(self.connection.call(&args, &mut self.keyspace, now).to_resp())
    }

    /// Takes bytes of the protocol and returns the replies to the commands that are complete.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a time that is none.
    pub fn resp(&mut self, bytes: &[u8], now: f64) -> Result<Vec<u8>, JsValue> {
        let now = timestamp(now)?;
        let mut replies = Vec::new();
        self.connection.receive(bytes, &mut self.keyspace, now, &mut replies);
        Ok(replies)
    }

    /// The keyspace as bytes, in pieces.
    #[must_use]
    pub fn snapshot(&self) -> Array {
        let mut pieces = Pieces::new();
        let mut writer = Writer::new(Kind::Keyspace, &mut pieces);
        self.keyspace.write_to(&mut writer);
        writer.finish();
        pieces.into_array()
    }

    /// The keyspace of a snapshot, with a seed and limits as [`new`](Self::new) takes them.
    ///
    /// # Errors
    ///
    /// `snapshot_invalid`, `snapshot_newer`.
    pub fn load(bytes: &Uint8Array, seed: u64, lowered: &[f64]) -> Result<Redis, JsValue> {
        let limits = limits(lowered);
        let load = |rest: &mut Rest<'_>| Keyspace::load_from(rest, seed, limits);
        let keyspace = Rest::load_whole(bytes, load)?;
        Ok(Redis { keyspace, connection: Connection::new(limits) })
    }

    /// How many keys there are.
    #[must_use]
    pub fn dbsize(&self) -> usize {
        self.keyspace.len()
    }

    /// How many bytes keys and values have allocated.
    #[must_use]
    #[wasm_bindgen(js_name = memoryBytes)]
    pub fn memory_bytes(&self) -> usize {
        self.keyspace.allocated_bytes()
    }
}
