//! Which keys are watched, and when they were last changed.

use alloc::vec::Vec;

use crate::members::Members;

/// The keys that some session watches. Keys that nobody watches cost nothing.
#[derive(Clone, Debug)]
pub(super) struct Watches {
    keys: Members,
    watched: Vec<Watched>,
    /// Counts changes of watched keys.
    changes: u64,
}

#[derive(Clone, Copy, Debug)]
struct Watched {
    sessions: u32,
    /// The number of the last change.
    changed: u64,
}

impl Watches {
    pub(super) const fn new() -> Self {
        Watches { keys: Members::new(), watched: Vec::new(), changes: 0 }
    }

    /// Watches a key for a session, and returns what [`has_changed`](Self::has_changed) wants to
    /// know later.
    pub(super) fn watch(&mut self, key: &[u8]) -> u64 {
        let before = self.keys.len();
        let at = self.keys.insert(key).0 as usize;
        if self.keys.len() > before {
            let watched = Watched { sessions: 0, changed: 0 };
            if at == self.watched.len() {
                self.watched.push(watched);
            }
            self.watched[at] = watched;
        }
        self.watched[at].sessions += 1;
        self.changes
    }

    /// Returns whether a key has been changed since a session began to watch it.
    pub(super) fn has_changed(&self, key: &[u8], since: u64) -> bool {
        let handle = self.keys.get(key);
        handle.is_some_and(|handle| self.watched[handle.0 as usize].changed > since)
    }

    /// Ends the watch of a session.
    pub(super) fn unwatch(&mut self, key: &[u8]) {
        let Some(handle) = self.keys.get(key) else { return };
        let watched = &mut self.watched[handle.0 as usize];
        watched.sessions -= 1;
        if watched.sessions == 0 {
            self.keys.remove(handle);
        }
    }

    /// Takes note that a key has changed.
    pub(super) fn touch(&mut self, key: &[u8]) {
        if self.keys.is_empty() {
            return;
        }
        if let Some(handle) = self.keys.get(key) {
            self.changes += 1;
            self.watched[handle.0 as usize].changed = self.changes;
        }
    }
}
