//! How one object asks another: JSON over the fetch of its stub, with a time limit.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::{Either, select};
use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::{Delay, Env, Headers, Method, ObjectNamespace, Request, RequestInit, Response};

use crate::error::ApiError;

/// How long an object has to answer.
pub const TIME_LIMIT: Duration = Duration::from_secs(5);

/// The bindings of the objects, as `wrangler.toml` names them.
#[derive(Clone, Copy, Debug)]
pub enum Class {
    /// Ledgers.
    Ledger,
    /// Periods of boards.
    Board,
    /// The registry.
    Registry,
}

impl Class {
    const fn binding(self) -> &'static str {
        match self {
            Self::Ledger => "LEDGERS",
            Self::Board => "BOARDS",
            Self::Registry => "REGISTRY",
        }
    }
}

/// Asks an object and returns its whole response, whatever its status.
pub async fn forward<Q: Serialize>(
    env: &Env,
    class: Class,
    name: &str,
    question: &Q,
) -> Result<Response, ApiError> {
    let body = serde_json::to_string(question).map_err(|error| {
        worker::console_error!("a question could not be written: {error}");
        ApiError::internal()
    })?;
    let namespace: ObjectNamespace = env.durable_object(class.binding())?;
    let stub = namespace.get_by_name(name)?;
    let headers = Headers::new();
    headers.set("content-type", "application/json")?;
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_headers(headers).with_body(Some(body.into()));
    let request = Request::new_with_init("https://object/", &init)?;
    let answer = pin!(stub.fetch_with_request(request));
    match select(answer, pin!(Delay::from(TIME_LIMIT))).await {
        Either::Left((Ok(response), _)) => Ok(response),
        Either::Left((Err(error), _)) => {
            worker::console_error!("{name}: {error}");
            Err(ApiError::unavailable("a part of the board did not answer"))
        }
        Either::Right(_) => Err(ApiError::unavailable(format!(
            "a part of the board did not answer within {} s",
            TIME_LIMIT.as_secs()
        ))),
    }
}

/// Asks an object and reads its answer.
pub async fn ask<Q: Serialize, A: DeserializeOwned>(
    env: &Env,
    class: Class,
    name: &str,
    question: &Q,
) -> Result<A, ApiError> {
    let mut response = forward(env, class, name, question).await?;
    let text = response.text().await?;
    if response.status_code() >= 400 {
        return Err(ApiError::from_body(&text).unwrap_or_else(ApiError::internal));
    }
    serde_json::from_str(&text).map_err(|error| {
        worker::console_error!("{name}: an answer could not be read: {error}");
        ApiError::internal()
    })
}
