//! The classes of Durable Objects. Their names are kept for ever: data lives under them.

mod board;
mod database;
mod ledger;
mod registry;

use serde::de::DeserializeOwned;
use worker::Request;

use crate::error::ApiError;

/// Reads what an object is asked.
async fn question<Q: DeserializeOwned>(mut request: Request) -> Result<Q, ApiError> {
    let text = request.text().await?;
    serde_json::from_str(&text).map_err(|error| {
        worker::console_error!("a question could not be read: {error}");
        ApiError::internal()
    })
}
