//! The edgeboard service on Cloudflare Workers: the front that routes requests, and the Durable
//! Objects behind it.
//!
//! A request goes from `front.rs` to the object that can answer it: the ledger of a board for what
//! changes scores, the object of a period for what reads them. `guard.mjs`, the module that the
//! runtime loads, wraps all of it.

#![allow(
    unsafe_code,
    reason = "the code that the macros of `worker` generate is unsafe; ours is not"
)]

mod access;
mod api;
mod calendars;
mod call;
mod clock;
mod error;
mod front;
mod message;
mod names;
mod objects;
mod reply;
mod store;
mod titles;
mod trap;
mod waiters;

use worker::{Context, Env, Request, Response, Result, event};

/// Answers a request to the service.
#[event(fetch)]
async fn fetch(request: Request, env: Env, _context: Context) -> Result<Response> {
    trap::watch();
    match front::answer(request, &env).await {
        Ok(response) => Ok(response),
        Err(error) => reply::respond(Err(error)),
    }
}
