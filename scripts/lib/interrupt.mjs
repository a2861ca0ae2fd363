// Ctrl-C, SIGTERM and a closed terminal run the same clean-up, once.
import { constants } from "node:os";

const cleanUps = new Set();
let interrupted = false;

/** Registers work for an interrupt; returns a function that takes it back. */
export function onInterrupt(cleanUp) {
  cleanUps.add(cleanUp);
  return () => cleanUps.delete(cleanUp);
}

/** Whether the process is on its way out, so that a failing child is no news. */
export const isInterrupted = () => interrupted;

async function leave(signal) {
  if (interrupted) return;
  interrupted = true;
  await Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp()));
  process.exit(128 + constants.signals[signal]);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, leave);
