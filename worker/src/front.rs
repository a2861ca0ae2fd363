//! The front: from a request to the object that answers it.

use edgeboard::leaderboard::Rules;
use edgeboard::ledger::Charter;
use edgeboard::period::Period;
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde::Serialize;
use worker::{Env, Request, Response};

use crate::access;
use crate::api::MAX_BODY_BYTES;
use crate::api::answer::BoardAnswer;
use crate::api::json;
use crate::api::route::Route;
use crate::api::submission::Submission;
use crate::calendars::calendars;
use crate::call::{Class, ask, forward};
use crate::clock;
use crate::error::ApiError;
use crate::message::{Status, Title, ToBoard, ToLedger, ToRegistry};
use crate::names;
use crate::reply::{self, Body};
use crate::titles;

type Result<T> = std::result::Result<T, ApiError>;

/// Answers a request.
pub async fn answer(mut request: Request, env: &Env) -> Result<Response> {
    let url = request.url()?;
    let method = request.method().to_string();
    let route = Route::parse(&method, url.path(), url.query().unwrap_or_default())?;
    match route {
        Route::Health => respond(200, &Health { status: "ok" }),
        Route::Demo => demo(env),
        Route::ListBoards { after, limit } => {
            access::require_server(env, request.headers())?;
            let list = ToRegistry::List { after: after.unwrap_or_default(), limit };
            forward(env, Class::Registry, names::REGISTRY, &list).await
        }
        Route::PutBoard { board } => {
            access::require_server(env, request.headers())?;
            put_board(env, board, &body(&mut request).await?).await
        }
        Route::GetBoard { board } => {
            let title = titles::title(env, &board).await?;
            respond(200, &describe(env, &board, &title).await?)
        }
        Route::Submit { board } => {
            access::require_writer(env, request.headers(), &board)?;
            let key = request.headers().get("idempotency-key")?;
            let submission = Submission::parse(&body(&mut request).await?, key.as_deref())?;
            let name = names::ledger(&board, 0);
            forward(env, Class::Ledger, &name, &ToLedger::Submit { board, submission }).await
        }
        Route::Top { board, period, limit } => {
            let charter = charter(env, board, period.as_deref()).await?;
            read(env, &charter, &ToBoard::Top { charter: charter.clone(), limit }).await
        }
        Route::Member { board, period, member } => {
            let charter = charter(env, board, period.as_deref()).await?;
            read(env, &charter, &ToBoard::Member { charter: charter.clone(), member }).await
        }
    }
}

/// Tells the demo page its board and the key that opens it.
fn demo(env: &Env) -> Result<Response> {
    let Some(key) = access::demo_key(env) else {
        return Err(ApiError::new("not_found", "this service has no demo"));
    };
    respond(200, &Demo { board: access::DEMO_BOARD, key })
}

fn respond<T: Serialize>(status: u16, answer: &T) -> Result<Response> {
    Ok(reply::respond(Ok((status, Body::new(answer)?)))?)
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

#[derive(Serialize)]
struct Demo {
    board: &'static str,
    key: String,
}

async fn put_board(env: &Env, board: String, body: &[u8]) -> Result<Response> {
    // An empty body stands for the default rules.
    let text = if body.is_empty() { b"{}" } else { body };
    let rules: Rules = json::object(text, "set of rules")?;
    rules.check()?;
    calendars(&rules)?;
    let name = names::ledger(&board, 0);
    let put = ToLedger::Put { board: board.clone(), rules: Box::new(rules) };
    let mut response = forward(env, Class::Ledger, &name, &put).await?;
    let status = response.status_code();
    if status >= 400 {
        return Ok(response);
    }
    let title: Title = response.json().await?;
    respond(status, &describe(env, &board, &title).await?)
}

/// Returns a board with what its current periods hold.
async fn describe(env: &Env, board: &str, title: &Title) -> Result<BoardAnswer> {
    let periods: Vec<Period> = calendars(&title.rules)?.of(clock::now()).collect();
    let asked = periods.into_iter().map(async |period| {
        let charter = charter_of(board, title, period.clone());
        let status = ToBoard::Status { charter: charter.clone() };
        let status: Status = ask(env, Class::Board, &object_of(&charter), &status).await?;
        Ok((period, status))
    });
    let periods = join_all(asked).await.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(BoardAnswer::new(board, &title.rules, periods))
}

/// Finds the period that a read asks for.
async fn charter(env: &Env, board: String, wanted: Option<&str>) -> Result<Box<Charter>> {
    let title = titles::title(env, &board).await?;
    let now = clock::now();
    let found = calendars(&title.rules)?.find(wanted, now).filter(|period| {
        // Periods tile time from the board's creation on; what is still to come is not there yet.
        period.bounds.is_none_or(|bounds| bounds.start <= now && bounds.end > title.created)
    });
    let period = found.ok_or_else(|| {
        let wanted: String = wanted.unwrap_or("").chars().take(64).collect();
        ApiError::new("period_not_found", format!("board '{board}' has no period '{wanted}'"))
    })?;
    Ok(charter_of(&board, &title, period))
}

fn charter_of(board: &str, title: &Title, period: Period) -> Box<Charter> {
    let (generation, rules) = (title.generation, title.rules.clone());
    Box::new(Charter { board: board.to_owned(), generation, rules, period })
}

fn object_of(charter: &Charter) -> String {
    names::period(&charter.board, charter.generation, &charter.period.id, 0)
}

async fn read(env: &Env, charter: &Charter, question: &ToBoard) -> Result<Response> {
    forward(env, Class::Board, &object_of(charter), question).await
}

/// Reads the body of a request, and no further than the limit.
async fn body(request: &mut Request) -> Result<Vec<u8>> {
    let too_large = || {
        let message = format!("the body is larger than the limit of {MAX_BODY_BYTES} bytes");
        ApiError::new("payload_too_large", message)
    };
    let announced = request.headers().get("content-length")?;
    if announced.and_then(|text| text.parse().ok()).is_some_and(|n: usize| n > MAX_BODY_BYTES) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A request without a body has no stream.
    let Ok(mut stream) = request.stream() else { return Ok(bytes) };
    while let Some(chunk) = stream.next().await {
        let chunk = chunk?;
        if bytes.len() + chunk.len() > MAX_BODY_BYTES {
            return Err(too_large());
        }
        bytes.extend(chunk);
    }
    Ok(bytes)
}
