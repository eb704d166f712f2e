// The layers of src/: a folder imports from its own layer and from those before it in this list. Types count too.
const LAYERS = [
  ["core"],
  ["text"],
  ["store"],
  ["projects", "project-files", "audit"],
  ["markdown"],
  ["sessions", "capture", "events"],
  ["memory"],
  ["signals", "work"],
  ["checkpoints"],
  ["agents", "distillation", "recovery", "reminders"],
  ["harnesses"],
  ["operation"],
  ["extensions/ledgers"],
  ["extensions/grounding"],
  ["extensions/governance", "extensions/loa"],
  ["operations"],
  ["mcp"],
  ["daemon"],
  ["cli"],
];
/** Up to here it is the engine. */
const ENGINE_LAYERS = LAYERS.findIndex((names) => names[0] === "operation");
const TESTS = "\\.test\\.ts$|test-kit";
/** What the engine knows of clients is data in their folders, which every part may read. */
const TRAITS = ["^src/harnesses/traits/", "^src/harnesses/[^/]+/traits\\.ts$"];
const folders = (names) => `^src/(${names.join("|")})/`;

const upward = LAYERS.slice(0, -1).map((names, at) => ({
  name: `layer-${names.join("-")}`,
  comment: "A lower layer does not know a higher one: move the shared part down, or hand it in.",
  severity: "error",
  from: { path: folders(names), pathNot: TESTS },
  to: { path: folders(LAYERS.slice(at + 1).flat()), pathNot: TRAITS },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-cycles", severity: "error", from: { path: "^src/" }, to: { circular: true } },
    ...upward,
    {
      name: "traits-are-data",
      comment: "Every part of the engine reads them: they import nothing.",
      severity: "error",
      from: { path: TRAITS },
      to: { pathNot: TRAITS },
    },
    {
      name: "engine-without-extensions",
      comment: "The engine runs without any extension: it is given them (src/throughline.ts).",
      severity: "error",
      from: {
        path: [folders(LAYERS.slice(0, ENGINE_LAYERS).flat()), "^src/(engine|engine-extension|open-engine)\\.ts$"],
        pathNot: TESTS,
      },
      to: { path: ["^src/extensions/", "^src/throughline\\.ts$"] },
    },
    {
      name: "engine-is-composed-last",
      comment: "A part of the engine does not know the whole: it is given what it needs.",
      severity: "error",
      from: { path: folders(LAYERS.slice(0, ENGINE_LAYERS).flat()), pathNot: TESTS },
      to: { path: "^src/engine\\.ts$" },
    },
    {
      name: "by-the-index",
      comment: "What a folder offers to others is in its index.ts.",
      severity: "error",
      from: { path: "^src/((?:extensions/)?[^/]+)/", pathNot: "^src/harnesses/client/(?!script)" },
      to: {
        path: "^src/[^/]+/",
        pathNot: [
          "^src/$1/",
          "^src/(?:extensions/)?[^/]+/(?:operations/)?index\\.ts$",
          "^src/harnesses/traits/index\\.ts$",
          "test-kit",
        ],
      },
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
