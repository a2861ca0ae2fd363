//! The registry: it lists the names of boards, nothing else.

use serde_json::{Value, json};
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::error::ApiError;
use crate::message::ToRegistry;
use crate::objects::question;
use crate::reply;
use crate::store::RegistryStore;

/// The registry of board names: one object, `R`.
#[durable_object]
pub struct RegistryObject {
    store: RegistryStore,
}

impl DurableObject for RegistryObject {
    fn new(state: State, _env: Env) -> Self {
        Self { store: RegistryStore::new(state.storage()) }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        let asked = question(request).await;
        reply::from_result(asked.and_then(|asked| self.answer(asked)))
    }
}

impl RegistryObject {
    fn answer(&self, asked: ToRegistry) -> std::result::Result<Value, ApiError> {
        match asked {
            ToRegistry::Add { board } => {
                self.store.add(&board)?;
                Ok(Value::Null)
            }
            ToRegistry::List { after, limit } => {
                // One more than asked tells whether there is a next page.
                let mut boards = self.store.list(&after, limit + 1)?;
                let more = boards.len() > limit as usize;
                boards.truncate(limit as usize);
                let next = boards.last().filter(|_| more).cloned();
                let boards: Vec<Value> =
                    boards.into_iter().map(|name| json!({ "name": name })).collect();
                Ok(json!({ "boards": boards, "limit": limit, "next": next }))
            }
        }
    }
}
