//! Who may do what.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use worker::{Env, Headers};

use crate::error::ApiError;

/// The board of the demo page, and the only one its key opens.
pub const DEMO_BOARD: &str = "demo";

/// The secret that holds the server key.
const SERVER_KEY: &str = "EDGEBOARD_KEY";

/// The secret that holds the key of the demo page; that page shows it to everybody.
const DEMO_KEY: &str = "EDGEBOARD_DEMO_KEY";

/// Returns the key of the demo page; `None` where there is no demo.
pub fn demo_key(env: &Env) -> Option<String> {
    secret(env, DEMO_KEY)
}

/// Requires the server key.
pub fn require_server(env: &Env, headers: &Headers) -> Result<(), ApiError> {
    let token = token(headers)?;
    if opens(secret(env, SERVER_KEY), &token) {
        return Ok(());
    }
    if opens(secret(env, DEMO_KEY), &token) {
        return Err(ApiError::new("forbidden", "the key of the demo page only submits scores"));
    }
    Err(unknown_key())
}

/// Requires a key that may submit scores to a board.
pub fn require_writer(env: &Env, headers: &Headers, board: &str) -> Result<(), ApiError> {
    let token = token(headers)?;
    if opens(secret(env, SERVER_KEY), &token) {
        return Ok(());
    }
    if opens(secret(env, DEMO_KEY), &token) {
        if board == DEMO_BOARD {
            return Ok(());
        }
        let message = format!("the key of the demo page opens board '{DEMO_BOARD}' only");
        return Err(ApiError::new("forbidden", message));
    }
    Err(unknown_key())
}

fn unknown_key() -> ApiError {
    ApiError::new("unauthorized", "the key is not one of this service")
}

fn secret(env: &Env, name: &str) -> Option<String> {
    env.secret(name).ok().map(|value| value.to_string()).filter(|value| !value.is_empty())
}

fn token(headers: &Headers) -> Result<String, ApiError> {
    let header = headers.get("authorization")?.unwrap_or_default();
    match header.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
            Ok(token.trim().to_owned())
        }
        _ => Err(ApiError::new("unauthorized", "send the header 'Authorization: Bearer <key>'")),
    }
}

/// Compares by digests, so that neither the content nor the length of the key shows in the time.
fn opens(key: Option<String>, token: &str) -> bool {
    let Some(key) = key else { return false };
    let (key, token) = (Sha256::digest(key.as_bytes()), Sha256::digest(token.as_bytes()));
    key.as_slice().ct_eq(token.as_slice()).into()
}
