//! Responses: JSON with the headers that every answer has.

use serde::Serialize;
use worker::{Headers, Response};

use crate::error::ApiError;

/// Returns a response of this status with `body` as JSON.
pub fn json<T: Serialize>(status: u16, body: &T) -> worker::Result<Response> {
    let headers = Headers::new();
    headers.set("content-type", "application/json; charset=utf-8")?;
    headers.set("x-content-type-options", "nosniff")?;
    headers.set("cache-control", "no-store")?;
    let text = serde_json::to_string(body)?;
    Ok(Response::builder().with_status(status).with_headers(headers).fixed(text.into_bytes()))
}

/// Returns the response for an error.
pub fn error(error: &ApiError) -> worker::Result<Response> {
    let response = json(error.status(), &error.body())?;
    match error.status() {
        401 => response.headers().set("www-authenticate", "Bearer")?,
        503 => response.headers().set("retry-after", "1")?,
        _ => {}
    }
    Ok(response)
}

/// Returns `body` as the answer of status 200, or the error.
pub fn from_result<T: Serialize>(result: Result<T, ApiError>) -> worker::Result<Response> {
    match result {
        Ok(body) => json(200, &body),
        Err(failed) => error(&failed),
    }
}
