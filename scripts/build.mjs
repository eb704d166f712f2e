// Builds dist/: the command line, the daemon and the library as bundles that share their common parts, the hook client as
// one file that needs nothing but Node.js, and the library's types. Packages are bundled too: reading their hundreds of
// files took most of the daemon's start. Native code stays where npm puts it.
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

const { metafile } = await build({
  ...common,
  entryPoints: {
    index: source("index.ts"),
    cli: source("cli/main.ts"),
    daemon: source("daemon/main.ts"),
    "history-reader": source("harnesses/histories/worker.ts"),
  },
  format: "esm",
  splitting: true,
  external: ["@photostructure/sqlite"],
  mainFields: ["module", "main"],
  plugins: [englishOnly],
  // Names stay whole, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  metafile: true,
  // Packages in the older module format ask for Node.js's own modules by `require`.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
});
copyFileSync(join(root, "assets/words.bin"), join(common.outdir, "words.bin"));
writeFileSync(join(common.outdir, "LICENCES.txt"), licencesOf(Object.keys(metafile.inputs)));
await build({
  ...common,
  entryPoints: { hook: source("harnesses/client/main.ts") },
  format: "cjs",
  minify: true,
  outExtension: { ".js": ".cjs" },
});
if (!process.argv.includes("--no-types")) {
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      join(root, "tsconfig.types.json"),
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
