// Builds dist/: the command line, the daemon and the library as bundles of our own source that share their common parts,
// the hook client as one file that needs nothing but Node.js, and the library's types.
import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = (file) => join(root, "src", file);
const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  outdir: join(root, `.dist-${process.pid}`),
  logLevel: "warning",
};

await build({
  ...common,
  entryPoints: { index: source("index.ts"), cli: source("cli/main.ts"), daemon: source("daemon/main.ts") },
  format: "esm",
  splitting: true,
  packages: "external",
  sourcemap: true,
});
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
