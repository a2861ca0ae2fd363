//! The one map from what went wrong to a status and `{error: {code, message, details}}`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// An error as the API answers it, at the edge and between objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApiError {
    /// The stable code.
    pub code: String,
    /// What was wrong, with the value and the limit.
    pub message: String,
    /// More, where a program can use it.
    pub details: Option<Value>,
}

impl ApiError {
    /// Returns an error without details.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), details: None }
    }

    /// Returns the error for a request that is wrong in itself.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new("invalid_request", message)
    }

    /// Returns the error for a part of the service that cannot answer now: worth a repeat.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new("unavailable", message)
    }

    /// Returns the error for a fault of our own; the cause belongs into the log, not the answer.
    pub fn internal() -> Self {
        Self::new("internal", "the service failed; the same request may be sent again")
    }

    /// Adds details.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    /// Returns the HTTP status of the code.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self.code.as_str() {
            "invalid_request" | "invalid_member" | "invalid_score" | "too_many_decimals"
            | "score_overflow" => 400,
            "unauthorized" => 401,
            "forbidden" => 403,
            "not_found" | "board_not_found" | "member_not_ranked" | "period_not_found" => 404,
            "method_not_allowed" => 405,
            "idempotency_conflict" | "config_conflict" | "period_not_started" => 409,
            "payload_too_large" => 413,
            "unavailable" => 503,
            _ => 500,
        }
    }

    /// Returns the body of the answer.
    #[must_use]
    pub fn body(&self) -> Value {
        let details = self.details.clone().unwrap_or_else(|| json!({}));
        json!({ "error": { "code": self.code, "message": self.message, "details": details } })
    }

    /// Reads what [`ApiError::body`] wrote; `None` for any other body.
    #[must_use]
    pub fn from_body(text: &str) -> Option<Self> {
        let body: Value = serde_json::from_str(text).ok()?;
        serde_json::from_value(body.get("error")?.clone()).ok()
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for ApiError {}

impl From<worker::Error> for ApiError {
    /// A fault of the platform under us: logged where it is seen, so that answers tell nothing.
    fn from(error: worker::Error) -> Self {
        worker::console_error!("{error}");
        Self::internal()
    }
}

impl From<edgeboard::leaderboard::ScoreError> for ApiError {
    fn from(error: edgeboard::leaderboard::ScoreError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<edgeboard::leaderboard::RuleError> for ApiError {
    fn from(error: edgeboard::leaderboard::RuleError) -> Self {
        Self::new(error.code(), error.to_string()).with_details(json!({ "rule": error.rule() }))
    }
}
