// What `npm start` and `npm test` need before they can run: the dependencies of the lock file, and a build of this
// source. Only Node.js itself may be imported here: on a fresh clone there is nothing else.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const cache = join(root, "node_modules", ".cache", "throughline");

const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest("hex");

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
}

const stampOf = (name) => (existsSync(join(cache, name)) ? readFileSync(join(cache, name), "utf8") : "");

function stamp(name, value) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, name), value);
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (error) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

export function requireNode() {
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major >= 20) return;
  console.error(`Throughline needs Node.js 20 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

function installDependencies() {
  const wanted = hash(readFileSync(join(root, "package-lock.json")), process.version, process.platform, process.arch);
  if (existsSync(join(root, "node_modules", "esbuild")) && stampOf("installed") === wanted) return;
  console.log("Installing dependencies…");
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  run(npm[0], [...npm[1], "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    shell: process.platform === "win32" && npm[0] === "npm",
    env: { ...process.env, THROUGHLINE_BUILDS_ITSELF: "1" },
  });
  stamp("installed", wanted);
}

function buildSource() {
  const sources = [
    ...["src", "test/store-contract"].flatMap((folder) => filesBelow(join(root, folder))),
    ...["package.json", "scripts/build.mjs"].map((file) => join(root, file)),
  ];
  const wanted = hash(
    ...sources
      .filter((path) => !path.endsWith(".test.ts"))
      .flatMap((path) => [path.slice(root.length), readFileSync(path)]),
  );
  const built = ["index.js", "cli.js", "daemon.js", "hook.cjs"].every(
    (name) => existsSync(join(root, "dist", name)) && statSync(join(root, "dist", name)).size > 0,
  );
  if (built && stampOf("built") === wanted) return;
  console.log("Building…");
  run(process.execPath, [join(root, "scripts", "build.mjs")]);
  stamp("built", wanted);
}

export function setUp({ builds = true } = {}) {
  requireNode();
  installDependencies();
  if (builds) buildSource();
}
