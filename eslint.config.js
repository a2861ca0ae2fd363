import js from "@eslint/js";
import globals from "globals";

/** What every file follows: correctness rules, and the few of style that prevent mistakes. */
const rules = {
  ...js.configs.recommended.rules,
  curly: ["error", "multi-line"],
  "default-case-last": "error",
  eqeqeq: "error",
  "max-lines": ["error", 500],
  "max-lines-per-function": ["error", { max: 70, skipBlankLines: true, skipComments: true }],
  "max-len": ["error", { code: 100, ignoreUrls: true, ignoreRegExpLiterals: true }],
  "no-console": ["error", { allow: ["warn", "error"] }],
  "no-else-return": "error",
  "no-implicit-coercion": ["error", { allow: ["!!"] }],
  "no-param-reassign": "error",
  "no-return-assign": ["error", "except-parens"],
  "no-throw-literal": "error",
  "no-unused-expressions": "error",
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
};

const languageOptions = (...sets) => ({
  ecmaVersion: "latest",
  sourceType: "module",
  globals: Object.assign({}, ...sets),
});

export default [
  {
    ignores: [
      "target/", "worker/build/", "pkg/dist/", ".edgeboard/", "**/.wrangler/", "**/node_modules/",
      "fuzz/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["scripts/**/*.mjs", "eslint.config.js"],
    languageOptions: languageOptions(globals.node),
    rules: { ...rules, "no-control-regex": "off" },
  },
  {
    files: ["worker/*.mjs"],
    languageOptions: languageOptions(globals.serviceworker, { WebSocketPair: "readonly" }),
    rules,
  },
  {
    // Runs in browsers and in Node: only what both have, and `process` after asking for it.
    files: ["pkg/entry/**/*.js"],
    languageOptions: languageOptions(globals["shared-node-browser"]),
    rules,
  },
  {
    files: ["www/**/*.js"],
    languageOptions: languageOptions(globals.browser),
    rules,
  },
  {
    // A test's callbacks in the page see what a page sees; one `describe` may hold many tests.
    files: ["tests/**/*.mjs"],
    languageOptions: languageOptions(globals.node, globals.browser),
    rules: { ...rules, "max-lines-per-function": "off" },
  },
];
