//! What this isolate knows of boards, so that a read does not ask the ledger first.

use std::cell::RefCell;
use std::collections::HashMap;

use worker::Env;

use crate::call::{Class, ask};
use crate::error::ApiError;
use crate::message::{Title, ToLedger};
use crate::names;

/// How many boards are remembered; beyond, memory starts anew.
const MAX_TITLES: usize = 1_000;

thread_local! {
    static TITLES: RefCell<HashMap<String, Title>> = RefCell::new(HashMap::new());
}

/// Returns what a board is. A board's rules and generation do not change in this version, so what
/// was true once is true.
pub async fn title(env: &Env, board: &str) -> Result<Title, ApiError> {
    if let Some(known) = TITLES.with_borrow(|titles| titles.get(board).cloned()) {
        return Ok(known);
    }
    let asked = ToLedger::Title { board: board.to_owned() };
    let title: Title = ask(env, Class::Ledger, &names::ledger(board, 0), &asked).await?;
    TITLES.with_borrow_mut(|titles| {
        if titles.len() >= MAX_TITLES {
            titles.clear();
        }
        titles.insert(board.to_owned(), title.clone());
    });
    Ok(title)
}
