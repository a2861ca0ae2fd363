//! From method and path to what is wanted.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use serde_json::json;

use crate::api::member::{check_board_name, member_from_segment};
use crate::error::ApiError;

/// The most entries that one answer holds.
pub const MAX_LIMIT: u32 = 1_000;

/// What a request wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// Is the service there?
    Health,
    /// The board and key of the demo page.
    Demo,
    /// The names of all boards.
    ListBoards { after: Option<String>, limit: u32 },
    /// Create a board or confirm its rules.
    PutBoard { board: String },
    /// Read a board.
    GetBoard { board: String },
    /// Submit a score.
    Submit { board: String },
    /// Read the head of a board.
    Top { board: String, period: Option<String>, limit: u32 },
    /// Read one member.
    Member { board: String, period: Option<String>, member: String },
}

impl Route {
    /// Finds the route of a request.
    pub fn parse(method: &str, path: &str, query: &str) -> Result<Self, ApiError> {
        let mut query = Query::parse(query)?;
        let segments: Vec<&str> = path.strip_prefix('/').unwrap_or(path).split('/').collect();
        let route = match (method, segments.as_slice()) {
            ("GET", ["healthz"]) => Self::Health,
            ("GET", ["demo.json"]) => Self::Demo,
            ("GET", ["v1", "boards"]) => {
                Self::ListBoards { after: query.take("cursor"), limit: query.limit(100)? }
            }
            (_, ["v1", "boards", board, rest @ ..]) => {
                check_board_name(board)?;
                Self::of_board(method, (*board).to_owned(), rest, &mut query)?
            }
            (_, ["healthz" | "demo.json"] | ["v1", "boards"]) => {
                return Err(method_not_allowed(method, "GET"));
            }
            _ => return Err(not_found(path)),
        };
        query.finish()?;
        Ok(route)
    }

    fn of_board(
        method: &str,
        board: String,
        rest: &[&str],
        query: &mut Query,
    ) -> Result<Self, ApiError> {
        match (method, rest) {
            ("PUT", []) => Ok(Self::PutBoard { board }),
            ("GET", []) => Ok(Self::GetBoard { board }),
            ("POST", ["scores"]) => Ok(Self::Submit { board }),
            ("GET", ["top"]) => {
                Ok(Self::Top { board, period: query.take("period"), limit: query.limit(100)? })
            }
            ("GET", ["members", member]) => Ok(Self::Member {
                board,
                period: query.take("period"),
                member: member_from_segment(member)?,
            }),
            (_, []) => Err(method_not_allowed(method, "PUT, GET")),
            (_, ["scores"]) => Err(method_not_allowed(method, "POST")),
            (_, ["top"] | ["members", _]) => Err(method_not_allowed(method, "GET")),
            _ => Err(not_found(&rest.join("/"))),
        }
    }
}

fn not_found(path: &str) -> ApiError {
    let path: String = path.chars().take(200).collect();
    ApiError::new("not_found", format!("there is nothing at '{path}'"))
}

fn method_not_allowed(method: &str, allowed: &str) -> ApiError {
    ApiError::new("method_not_allowed", format!("{method} is not possible here: use {allowed}"))
        .with_details(json!({ "allow": allowed }))
}

/// The parameters of a query, each of which has to be asked for once.
struct Query(HashMap<String, String>);

impl Query {
    fn parse(text: &str) -> Result<Self, ApiError> {
        let mut parameters = HashMap::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decode(name)?, decode(value)?);
            if let Some(_earlier) = parameters.insert(name.clone(), value) {
                return Err(ApiError::invalid(format!("parameter '{name}' is there twice")));
            }
        }
        Ok(Self(parameters))
    }

    fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    fn limit(&mut self, default: u32) -> Result<u32, ApiError> {
        let Some(text) = self.take("limit") else { return Ok(default) };
        let limit = text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit));
        limit.ok_or_else(|| ApiError::invalid(format!("limit '{text}' is not 1 to {MAX_LIMIT}")))
    }

    /// Refuses what nobody asked for: an ignored parameter would look as if it worked.
    fn finish(self) -> Result<(), ApiError> {
        match self.0.into_keys().min() {
            None => Ok(()),
            Some(name) => Err(ApiError::invalid(format!("unknown parameter '{name}'"))),
        }
    }
}

fn decode(text: &str) -> Result<String, ApiError> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    decoded.map(Into::into).map_err(|_| ApiError::invalid("the query is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(method: &str, path: &str, query: &str) -> String {
        Route::parse(method, path, query).map_err(|error| error.code).unwrap_err()
    }

    #[test]
    fn every_route_is_found() {
        let board = || "g1".to_owned();
        assert_eq!(Route::parse("GET", "/healthz", ""), Ok(Route::Health));
        assert_eq!(
            Route::parse("PUT", "/v1/boards/g1", ""),
            Ok(Route::PutBoard { board: board() })
        );
        assert_eq!(
            Route::parse("POST", "/v1/boards/g1/scores", ""),
            Ok(Route::Submit { board: board() })
        );
        let top = Route::Top { board: board(), period: Some("day:previous".into()), limit: 7 };
        assert_eq!(
            Route::parse("GET", "/v1/boards/g1/top", "period=day%3Aprevious&limit=7"),
            Ok(top)
        );
        let member = Route::Member { board: board(), period: None, member: "a:b".into() };
        assert_eq!(Route::parse("GET", "/v1/boards/g1/members/a:b", ""), Ok(member));
    }

    #[test]
    fn what_is_unknown_is_refused_and_not_ignored() {
        assert_eq!(code("GET", "/v1/boards/g1/top", "limt=7"), "invalid_request");
        assert_eq!(code("GET", "/v1/boards/g1/top", "limit=7&limit=8"), "invalid_request");
        assert_eq!(code("GET", "/v1/boards/g1/nothing", ""), "not_found");
        assert_eq!(code("GET", "/v1/boards/g1/members/a/b/c", ""), "not_found");
        assert_eq!(code("POST", "/v1/boards/g1/top", ""), "method_not_allowed");
        assert_eq!(code("PUT", "/v1/boards/..", ""), "invalid_request");
    }

    #[test]
    fn the_limit_is_1_to_1000() {
        let with = |limit: &str| Route::parse("GET", "/v1/boards/g/top", &format!("limit={limit}"));
        assert!(with("1").is_ok() && with("1000").is_ok());
        for bad in ["0", "1001", "-1", "x", "", "99999999999"] {
            assert!(with(bad).is_err(), "{bad}");
        }
    }
}
