// Counts test cases from what the runners print. `skipped` are the ones that nobody may overlook.

const ANSI = /\x1b\[[0-9;]*m/g;
/** A skipped test is fine when its reason says where it does run. */
const RUNS_ELSEWHERE = "test:full";

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** From libtest's `test result:` lines, one for each binary and for the doctests. */
export function tallyCargo(output) {
  const line = /^\s*test result: .*? (\d+) passed; (\d+) failed; (?:(\d+) ignored)?/gm;
  const results = [...output.replace(ANSI, "").matchAll(line)];
  const column = (index) => sum(results.map((result) => Number(result[index] ?? 0)));
  return { passed: column(1), failed: column(2), skipped: 0, ignored: column(3) };
}

/** From node --test's report in the form of TAP. */
export function tallyTap(report) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)`, "m").exec(report)?.[1] ?? 0);
  const reasons = [...report.matchAll(/^\s*ok \d+ .* # SKIP ?(.*)$/gm)].map((match) => match[1]);
  const ignored = reasons.filter((reason) => reason.includes(RUNS_ELSEWHERE)).length;
  return {
    passed: count("pass"),
    failed: count("fail") + count("cancelled"),
    skipped: count("skipped") + count("todo") - ignored,
    ignored,
  };
}

/**
 * What a check counts for: a skipped test has not run, so it failed; so has a runner that ended
 * badly without naming a test, and one that ran none.
 */
export function countTests(tally, { code, timedOut, limit }) {
  const notes = [];
  let failed = tally.failed + tally.skipped;
  if (tally.skipped > 0) notes.push(`${tally.skipped} skipped`);
  if (tally.ignored > 0) notes.push(`${tally.ignored} left to \`npm run test:full\``);
  if (timedOut) {
    failed += 1;
    notes.push(`stopped after ${limit}`);
  } else if (code !== 0 && failed === 0) {
    failed = 1;
    notes.push(`exit code ${code}`);
  } else if (tally.passed + failed === 0) {
    failed = 1;
    notes.push("no test ran");
  }
  return { passed: tally.passed, failed, note: notes.join(", ") };
}
