//! A Redis database. The class and its name are there from the start, since data will live under
//! them; no route leads to it in this version.

use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::error::ApiError;
use crate::reply;
use crate::trap;

/// A Redis database: one object, `D/<database>/<tag>`.
#[durable_object]
pub struct DatabaseObject {}

impl DurableObject for DatabaseObject {
    fn new(_state: State, _env: Env) -> Self {
        trap::watch();
        Self {}
    }

    async fn fetch(&self, _request: Request) -> Result<Response> {
        let message = "Redis databases are not part of this version";
        reply::respond(Err(ApiError::new("not_found", message)))
    }
}
