// Builds dist/: the command line, the daemon and the library as bundles that share their common parts, the hook client
// as one file that needs nothing but Node.js, and the library's types. Packages are bundled too: reading their hundreds
// of files took most of the daemon's start. Native code stays where npm puts it.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = (file) => join(root, "src", file);
const common = {
  ...{ bundle: true, platform: "node", target: "node20", logLevel: "warning", absWorkingDir: root },
  ...{ outdir: join(root, `.dist-${process.pid}`), legalComments: "none" },
};

/** zod brings its messages in fifty languages, which nobody here can choose: a third of a megabyte to load. */
const englishOnly = {
  name: "english-only",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: dirname(path),
    }));
  },
};

/**
 * One character beyond Latin-1 has V8 keep a whole bundle with two bytes for each. Strings are escaped anyway; in
 * regular expressions, and in the raw strings that some are made of, an escape means the same.
 */
const oneByteEach = {
  name: "one-byte-each",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        /[^\0-\xff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
      loader: "ts",
    }));
  },
};

/** Packages under Apache's licence often only name it; it asks for its whole text. TypeScript comes with that. */
const apacheLicence = () => readFileSync(join(root, "node_modules/typescript/LICENSE.txt"), "utf8").trim();

/** The licences of the packages in the bundles: they ask for their text to go where their code goes. */
function licencesOf(inputs) {
  const names = new Set();
  const folders = new Set(inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    names.add(license);
    const text = file ? readFileSync(join(root, folder, file), "utf8").trim() : `Licence: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
  });
  if (names.has("Apache-2.0")) texts.push(`${apacheLicence()}\n`);
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

const modules = {
  ...common,
  format: "esm",
  splitting: true,
  external: ["@photostructure/sqlite", "vitest"],
  mainFields: ["module", "main"],
  // Names stay whole, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  metafile: true,
  // Packages in the older module format ask for Node.js's own modules by `require`.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};
const engine = await build({
  ...modules,
  entryPoints: {
    index: source("index.ts"),
    store: source("store-port.ts"),
    "store-contract": join(root, "test", "store-contract", "index.ts"),
    daemon: source("daemon/main.ts"),
    "run-daemon": source("daemon/daemon.ts"),
  },
  plugins: [englishOnly, oneByteEach],
});
/**
 * The thread that reads histories begins with every import, which waits for it: it loads what it needs and nothing
 * else.
 */
const reader = await build({
  ...modules,
  entryPoints: { "history-reader": source("harnesses/histories/worker.ts") },
  plugins: [englishOnly, oneByteEach],
});
/** The command line shares nothing with the engine, or it would load half of it at every start. */
const engineApart = {
  name: "engine-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/daemon\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./run-daemon.js", external: true } : undefined,
    );
  },
};
const cli = await build({
  ...modules,
  entryPoints: { cli: source("cli/main.ts"), "command-line": source("cli/command-line.ts") },
  plugins: [englishOnly, oneByteEach, engineApart],
});
copyFileSync(join(root, "assets/words.bin"), join(common.outdir, "words.bin"));
await build({
  ...common,
  entryPoints: { hook: source("harnesses/client/main.ts") },
  format: "cjs",
  minify: true,
  outExtension: { ".js": ".cjs" },
});
/**
 * Each of Loa's scripts is a file of its own, with what it needs and nothing else; the entry loads the one that is
 * called.
 */
const loaScripts = {
  "./grounding-check.ts": "grounding-check",
  "./synthesis-checkpoint/index.ts": "synthesis-checkpoint",
  "./self-heal-state.ts": "self-heal-state",
  "./context-manager/index.ts": "context-manager",
};
const oneFileEach = {
  name: "one-file-each",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${loaScripts[path]}.cjs`, external: true } : undefined,
    );
  },
};
const loa = await build({
  ...common,
  entryPoints: {
    "loa/main": source("extensions/loa/main.ts"),
    ...Object.fromEntries(
      Object.entries(loaScripts).map(([path, name]) => [`loa/${name}`, source(join("extensions/loa", path))]),
    ),
  },
  format: "cjs",
  minify: true,
  mainFields: ["module", "main"],
  outExtension: { ".js": ".cjs" },
  plugins: [oneFileEach],
  supported: { "dynamic-import": false },
  // Said of a module that is read on the way and then left out.
  logOverride: { "empty-import-meta": "silent" },
  metafile: true,
});
writeFileSync(
  join(common.outdir, "LICENCES.txt"),
  licencesOf([engine, reader, cli, loa].flatMap(({ metafile }) => Object.keys(metafile.inputs))),
);
if (!process.argv.includes("--no-types")) {
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      join(root, "tsconfig.types.json"),
      // `npm run check` checks them.
      "--noCheck",
      "--outDir",
      join(common.outdir, "types"),
    ],
    { stdio: "inherit" },
  );
}

// Put in place at once: whoever runs the product meanwhile finds the old build or the new one.
const dist = join(root, "dist");
const before = join(root, `.dist-old-${process.pid}`);
if (existsSync(dist)) renameSync(dist, before);
renameSync(common.outdir, dist);
rmSync(before, { recursive: true, force: true });
