//! The class `Redis`: a keyspace with one connection.

use alloc::format;
use alloc::vec::Vec;

use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::error::Refusal;
use crate::redis::{Connection, Keyspace, Limits};
use crate::time::Timestamp;

/// The options of the class, as JavaScript gives them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Options {
    seed: u64,
    memory_bytes: Option<usize>,
    keys: Option<usize>,
    members: Option<usize>,
    argument_bytes: Option<usize>,
    arguments: Option<usize>,
    command_bytes: Option<usize>,
    random_elements: Option<usize>,
}

impl Options {
    /// No limit may be above the engine's own, except that of memory, which has none.
    fn limits(&self) -> Limits {
        const MOST: Limits = Limits::DEFAULT;
        Limits {
            memory_bytes: self.memory_bytes.unwrap_or(MOST.memory_bytes),
            keys: self.keys.unwrap_or(MOST.keys).min(MOST.keys),
            members: self.members.unwrap_or(MOST.members).min(MOST.members),
            argument_bytes: self
                .argument_bytes
                .map_or(MOST.argument_bytes, |bytes| bytes.min(MOST.argument_bytes)),
            arguments: self.arguments.unwrap_or(MOST.arguments).min(MOST.arguments),
            command_bytes: self.command_bytes.unwrap_or(MOST.command_bytes),
            random_elements: self.random_elements.unwrap_or(MOST.random_elements),
        }
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
    /// Makes an empty keyspace.
    ///
    /// # Errors
    ///
    /// `invalid_request` for options that are none.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Self, JsValue> {
        let options: Options = serde_wasm_bindgen::from_value(options)
            .map_err(|error| Refusal::new("invalid_request", error))?;
        let limits = options.limits();
        let keyspace = Keyspace::with_seed(options.seed, limits);
        Ok(Redis { keyspace, connection: Connection::new(limits) })
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

/// Reads a time in milliseconds; the fraction that a clock may have is cut off.
fn timestamp(ms: f64) -> Result<Timestamp, Refusal> {
    let refused = || {
        let last = Timestamp::MAX.ms();
        let message = format!("now must be milliseconds since 1970, 0 to {last}, not {ms}");
        Refusal::new("invalid_request", message)
    };
    if ms.is_nan() || ms < 0.0 {
        return Err(refused());
    }
    Timestamp::from_ms(ms as u64).map_err(|_| refused())
}
