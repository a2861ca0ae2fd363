//! The bytes that a thread has allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes now, and the most there were since the meter was set back.
    static BYTES: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
    /// The largest piece that was asked for since the meter was set back.
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting for each thread what is asked for.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(change: isize) {
    // A thread that is ending has no meter any more.
    let _ = BYTES.try_with(|bytes| {
        let (now, most) = bytes.get();
        bytes.set((now + change, most.max(now + change)));
    });
}

fn note(size: usize) {
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: every call goes to the system's allocator as it is.
#[allow(unsafe_code, reason = "there is no other way to see what is allocated")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        note(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both are there for a moment, if it has to move.
        count(size as isize);
        note(size);
        count(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Runs something and returns how many bytes more there are now, and the most there were meanwhile.
pub(crate) fn most_bytes_in<T>(run: impl FnOnce() -> T) -> (T, isize, isize) {
    let start = BYTES.get().0;
    BYTES.set((start, start));
    let result = run();
    let (now, most) = BYTES.get();
    (result, now - start, most - start)
}

/// Runs something and returns the largest piece of memory that it asked for.
pub(crate) fn largest_piece_in<T>(run: impl FnOnce() -> T) -> (T, usize) {
    LARGEST.set(0);
    let result = run();
    (result, LARGEST.get())
}
