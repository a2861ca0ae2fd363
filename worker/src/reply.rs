//! Responses: JSON with the headers that every answer has.

use serde::Serialize;
use worker::{Headers, Response};

use crate::error::ApiError;

/// The text of a JSON body. It is written once, where the answer is made, in the order of fields in
/// which people read it.
#[derive(Debug)]
pub struct Body(String);

impl Body {
    /// Writes a body.
    pub fn new<T: Serialize>(value: &T) -> Result<Self, ApiError> {
        serde_json::to_string(value).map(Self).map_err(|error| {
            worker::console_error!("an answer could not be written: {error}");
            ApiError::internal()
        })
    }
}

/// Returns the response for a result: its status and body, or the error.
pub fn respond(result: Result<(u16, Body), ApiError>) -> worker::Result<Response> {
    match result {
        Ok((status, body)) => json(status, body),
        Err(error) => {
            let response = json(error.status(), Body(error.body().to_string()))?;
            match error.status() {
                401 => response.headers().set("www-authenticate", "Bearer")?,
                405 => {
                    let allow =
                        error.details.as_ref().and_then(|details| details["allow"].as_str());
                    response.headers().set("allow", allow.unwrap_or_default())?;
                }
                503 => response.headers().set("retry-after", "1")?,
                _ => {}
            }
            Ok(response)
        }
    }
}

fn json(status: u16, body: Body) -> worker::Result<Response> {
    let headers = Headers::new();
    headers.set("content-type", "application/json; charset=utf-8")?;
    headers.set("x-content-type-options", "nosniff")?;
    headers.set("cache-control", "no-store")?;
    Ok(Response::builder().with_status(status).with_headers(headers).fixed(body.0.into_bytes()))
}
