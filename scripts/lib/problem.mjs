// A failure whose message is one sentence for people: what is missing, and how to get it.
// Everything else that is thrown is a bug of these scripts and keeps its stack trace.
export class Problem extends Error {}

/** Runs a script's main function; a Problem ends it with its sentence and exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`\n✗ ${error.message}\n`);
    process.exit(1);
  }
}
