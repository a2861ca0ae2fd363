//! What a trap of the WebAssembly instance sets off.
//!
//! The `worker` crate would have the dead instance replaced by whichever call comes next. If that
//! is a callback of the dead instance, such as a timer, it would run with its old pointers in the
//! new memory. So the trap is only noted here, where `guard.mjs` sees it and ends all waiting
//! calls; the generated shim makes the new instance before the next call of an object. In between,
//! a callback of the dead instance is refused, and afterwards too.

use wasm_bindgen::handler;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Ends all calls that wait in the instance; defined by `guard.mjs`. It has no `catch`, since
    /// imports that have one are not called any more in an instance that is dead.
    #[wasm_bindgen(js_namespace = globalThis, js_name = __edgeboard_trapped)]
    fn trapped();
}

/// Replaces what the `worker` crate does on a trap. Every way into an instance comes by here first:
/// the request to the service, and the making of each object. (A start function would not do: that
/// of the `worker` crate runs later and has the last word.)
pub fn watch() {
    handler::set_on_abort(trapped_here);
}

/// Runs in the instance that has just trapped: it touches nothing of its own.
fn trapped_here() {
    trapped();
}
