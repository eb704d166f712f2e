import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { delimiter, join } from "node:path";
import { pause } from "./measure.mjs";
import { root, temporaryFolder } from "./product.mjs";

const NEEDED = ["node", "npm", "git", "sh"];
const BASIC = [
  "env",
  "ls",
  "cat",
  "cp",
  "mv",
  "rm",
  "mkdir",
  "ln",
  "chmod",
  "dirname",
  "basename",
  "uname",
  "sed",
  "grep",
  "tr",
  "head",
  "ps",
];
const COMPILERS = ["cc", "gcc", "g++", "c++", "clang", "make", "python", "python3"];
const WITHIN_MS = 300_000;

function whereIs(program, path = process.env.PATH ?? "") {
  for (const folder of path.split(delimiter)) {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return join(folder, program);
    } catch {
      // Elsewhere, or nowhere.
    }
  }
  return undefined;
}

/** A folder of links to what a machine with only Node.js and git has; the only folder on the path. */
function bareMachine(folder) {
  mkdirSync(folder);
  for (const program of [...NEEDED, ...BASIC]) {
    const found = program === "node" ? process.execPath : whereIs(program);
    if (found !== undefined) symlinkSync(found, join(folder, program));
    else if (NEEDED.includes(program)) throw new Error(`${program} is not on this machine`);
  }
  return folder;
}

function healthOf(home) {
  return new Promise((resolve) => {
    try {
      const { socket } = JSON.parse(readFileSync(join(home, "daemon.json"), "utf8"));
      const sent = request({ socketPath: socket, path: "/health", agent: false }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode === 200));
      });
      sent.on("error", () => resolve(false));
      sent.end();
    } catch {
      resolve(false);
    }
  });
}

/** When each line of the output came that begins a part of the work. */
function watchOutput(child) {
  const seen = {};
  let text = "";
  const take = (chunk) => {
    text += chunk;
    for (const mark of ["Installing", "Building"]) if (text.includes(mark)) seen[mark] ??= Date.now();
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  return { seen, words: () => text };
}

async function start(folder) {
  const home = join(folder, "home");
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, "config.yaml"), "daemon: { port: 0 }\n");
  const path = bareMachine(join(folder, "bin"));
  const registry = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
  const child = spawn(join(path, "npm"), ["start"], {
    cwd: join(folder, "clone"),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...{ PATH: path, HOME: folder, THROUGHLINE_HOME: home },
      ...{
        npm_config_cache: join(folder, "npm-cache"),
        npm_config_registry: registry,
        npm_config_update_notifier: "false",
      },
    },
  });
  const output = watchOutput(child);
  let ended = false;
  child.on("exit", () => {
    ended = true;
  });
  try {
    for (const until = Date.now() + WITHIN_MS; Date.now() < until && !ended; await pause(20)) {
      if (!(await healthOf(home))) continue;
      const { Installing, Building } = output.seen;
      return { Installing, Building, answered: Date.now(), path };
    }
    const last = output.words().trim().split("\n").slice(-3).join(" / ").replaceAll(folder, "…");
    throw new Error(`it ${ended ? "ended" : "did not answer"}: ${last}`);
  } finally {
    if (!ended) {
      process.kill(-child.pid, "SIGTERM");
      for (const until = Date.now() + 5000; Date.now() < until && !ended; await pause(20));
    }
  }
}

/** Clones HEAD into a new folder and runs `npm start` there, with nothing on the path that could compile. */
export async function freshClone() {
  const folder = temporaryFolder();
  try {
    const cloned = spawnSync("git", ["clone", "--quiet", root, join(folder, "clone")], { encoding: "utf8" });
    if (cloned.status !== 0) return { failed: "this is not a git repository" };
    const { Installing, Building, answered, path } = await start(folder);
    // The stamp that scripts/setup.mjs leaves behind its build.
    const built = statSync(join(folder, "clone", "node_modules", ".cache", "throughline", "built")).mtimeMs;
    return {
      installSeconds: (Building - Installing) / 1000,
      buildSeconds: (built - Building) / 1000,
      answerSeconds: (answered - built) / 1000,
      compilers: COMPILERS.filter((name) => whereIs(name, path)).length,
    };
  } catch (error) {
    return { failed: error.message };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
