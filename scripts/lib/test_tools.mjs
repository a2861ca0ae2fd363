// What only the tests need: a browser with its driver, and a Redis to compare with.
import { aptInstall } from "./apt.mjs";
import { isExecutable, which } from "./run.mjs";
import { Problem } from "./problem.mjs";

const TOOLS = {
  chromium: {
    variable: "CHROMIUM",
    names: ["chromium", "chromium-browser", "google-chrome"],
    package: "chromium",
  },
  chromedriver: {
    variable: "CHROMEDRIVER",
    names: ["chromedriver"],
    package: "chromium-driver",
  },
  redis: {
    variable: "REDIS_SERVER",
    names: ["redis-server"],
    package: "redis-server",
  },
};

/** The path of a tool, or undefined. A variable that names it goes before PATH. */
function find({ variable, names }) {
  const named = process.env[variable];
  if (!named) return names.map(which).find(Boolean);
  if (isExecutable(named)) return named;
  throw new Problem(`${variable} is set to ${named}, which is no program: correct or unset it.`);
}

/** The variables that tell the tests where the tools are. */
export function testToolsEnv() {
  const found = Object.values(TOOLS).map((tool) => [tool.variable, find(tool)]);
  return Object.fromEntries(found.filter(([, path]) => path));
}

/** Installs what is missing of the browser and Redis. */
export async function installTestTools(report) {
  const missing = Object.values(TOOLS).filter((tool) => !find(tool));
  if (missing.length === 0) return "already there";
  await aptInstall(missing.map((tool) => tool.package), "the tests", report);
  const still = missing.find((tool) => !find(tool));
  if (!still) return "installed";
  throw new Problem(`${still.package} was installed but ${still.names[0]} is not in PATH: ` +
    `set ${still.variable} to where it is.`);
}
