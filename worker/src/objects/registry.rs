//! The registry: it lists the names of boards, nothing else.

use serde::Serialize;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::error::ApiError;
use crate::message::ToRegistry;
use crate::objects::question;
use crate::reply::{self, Body};
use crate::store::RegistryStore;
use crate::trap;

/// The registry of board names: one object, `R`.
#[durable_object]
pub struct RegistryObject {
    store: RegistryStore,
}

impl DurableObject for RegistryObject {
    fn new(state: State, _env: Env) -> Self {
        trap::watch();
        Self { store: RegistryStore::new(state.storage()) }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        let asked = question(request).await;
        let body = asked.and_then(|asked| self.answer(asked));
        reply::respond(body.map(|body| (200, body)))
    }
}

/// A page of the list of boards.
#[derive(Serialize)]
struct BoardPage {
    boards: Vec<BoardName>,
    limit: u32,
    next: Option<String>,
}

#[derive(Serialize)]
struct BoardName {
    name: String,
}

impl RegistryObject {
    fn answer(&self, asked: ToRegistry) -> std::result::Result<Body, ApiError> {
        match asked {
            ToRegistry::Add { board } => {
                self.store.add(&board)?;
                Body::new(&())
            }
            ToRegistry::List { after, limit } => {
                // One more than asked tells whether there is a next page.
                let mut boards = self.store.list(&after, limit + 1)?;
                let more = boards.len() > limit as usize;
                boards.truncate(limit as usize);
                let next = boards.last().filter(|_| more).cloned();
                let boards = boards.into_iter().map(|name| BoardName { name }).collect();
                Body::new(&BoardPage { boards, limit, next })
            }
        }
    }
}
