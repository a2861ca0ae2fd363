// `npm run build [-- worker | pkg | core]`: builds the Worker and the npm package, or one of them;
// `core` compiles the engine without bindings and tells its size.
// Nothing is done for what has not changed; wrangler calls this before each bundle.
import { BUILDS } from "./lib/builds.mjs";
import { Problem, runMain } from "./lib/problem.mjs";
import { step } from "./lib/steps.mjs";

runMain(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !Object.hasOwn(BUILDS, name));
  if (unknown) {
    const known = Object.keys(BUILDS).join(", ");
    throw new Problem(`"${unknown}" cannot be built: the choices are ${known}.`);
  }
  const usual = Object.keys(BUILDS).filter((name) => !BUILDS[name].onRequest);
  for (const name of names.length > 0 ? names : usual) {
    await step(`build the ${BUILDS[name].title}`, BUILDS[name].build);
  }
});
