// The layers of src/: a folder imports from its own layer's folders above it in this list, and from earlier layers. Types count too.
const LAYERS = [
  ["core"],
  ["text"],
  ["store"],
  ["projects"],
  ["sessions", "capture", "markdown", "events"],
  ["memory"],
  ["signals", "work", "ledger"],
  ["checkpoints"],
  ["agents", "distillation", "recovery", "reminders"],
  ["grounding", "governance", "loa"],
  ["harnesses"],
  ["operations"],
  ["mcp"],
  ["daemon"],
  ["cli"],
];
const TESTS = "\\.test\\.ts$|test-kit";
const folders = (names) => `^src/(${names.join("|")})/`;

const upward = LAYERS.slice(0, -1).map((names, at) => ({
  name: `layer-${names.join("-")}`,
  comment: "A lower layer does not know a higher one: move the shared part down, or hand it in.",
  severity: "error",
  from: { path: folders(names), pathNot: TESTS },
  to: { path: folders(LAYERS.slice(at + 1).flat()) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-cycles", severity: "error", from: { path: "^src/" }, to: { circular: true } },
    ...upward,
    {
      name: "engine-is-composed-last",
      comment: "Only what serves the engine knows it: operations, MCP server, daemon, command line, tests.",
      severity: "error",
      from: { path: folders(LAYERS.slice(0, 11).flat()), pathNot: TESTS },
      to: { path: "^src/engine\\.ts$" },
    },
    {
      name: "by-the-index",
      comment: "What a folder offers to others is in its index.ts.",
      severity: "error",
      from: { path: "^src/([^/]+)/", pathNot: "^src/harnesses/client/(?!script)" },
      to: { path: "^src/[^/]+/", pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$", "test-kit"] },
    },
    {
      name: "small-hook-client",
      comment: "Every hook waits for this program to start: it loads two small files and nothing else of ours.",
      severity: "error",
      // `script.ts` writes the program's shell form at `init`; it is not part of it.
      from: { path: "^src/harnesses/client/", pathNot: `${TESTS}|script\\.ts$` },
      to: { path: "^src/", pathNot: ["^src/harnesses/client/", "^src/core/(home|proc-stat)\\.ts$"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules" },
  },
};
