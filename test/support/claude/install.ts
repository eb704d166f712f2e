import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const CLAUDE_VERSION = "2.1.325";

const CLIENTS = fileURLToPath(new URL("../../../node_modules/.cache/throughline/clients", import.meta.url));

let installed: Promise<string> | undefined;

/** The path of the real client's native binary, fetched from the npm registry the first time anyone asks. */
export function installClaude(): Promise<string> {
  installed ??= installInto(join(CLIENTS, `claude-code-${CLAUDE_VERSION}`));
  return installed;
}

/**
 * Test files run in parallel processes and all want the client at once. The lock spares the registry: one downloads,
 * the others wait. Correctness does not rest on it: each download has its own folder and becomes the real one by
 * rename.
 */
export async function installInto(folder: string): Promise<string> {
  const binary = join(folder, nativeBinary());
  const lock = `${folder}.lock`;
  await mkdir(dirname(folder), { recursive: true });
  while (!existsSync(binary)) {
    if (!(await takeLock(lock))) {
      await sleep(200);
      continue;
    }
    try {
      if (!existsSync(binary)) await download(folder);
    } finally {
      await rm(lock, { force: true });
    }
  }
  return binary;
}

/** The launcher in `.bin` would leave the native process behind when killed, so the tests start that one directly. */
function nativeBinary(): string {
  const file = process.platform === "win32" ? "claude.exe" : "claude";
  return join("node_modules", "@anthropic-ai", `claude-code-${process.platform}-${process.arch}${libc()}`, file);
}

function libc(): string {
  if (process.platform !== "linux") return "";
  const report: unknown = process.report.getReport();
  return JSON.stringify(report).includes('"glibcVersionRuntime"') ? "" : "-musl";
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!(await isHeld(lock))) await rm(lock, { force: true });
    return false;
  }
}

/** A lock whose owner died is free. An owner that has not written its number yet counts as alive. */
async function isHeld(lock: string): Promise<boolean> {
  const owner = Number(await readFile(lock, "utf8").catch(() => ""));
  if (owner === 0) return true;
  try {
    process.kill(owner, 0);
    return true;
  } catch {
    return false;
  }
}

async function download(folder: string): Promise<void> {
  const staging = `${folder}.${process.pid}`;
  try {
    await mkdir(staging, { recursive: true });
    await writeFile(join(staging, "package.json"), '{ "private": true }\n');
    await npmInstall(staging);
    if (!existsSync(join(staging, nativeBinary()))) {
      throw new Error(`Claude Code ${CLAUDE_VERSION} has no binary for this machine: ${nativeBinary()} is missing.`);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function npmInstall(prefix: string): Promise<void> {
  const args = ["install", "--prefix", prefix, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  return new Promise((resolve, reject) => {
    const npm = spawn("npm", [...args, `@anthropic-ai/claude-code@${CLAUDE_VERSION}`], {
      stdio: ["ignore", "ignore", "pipe"],
      shell: process.platform === "win32",
    });
    let complaint = "";
    npm.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    npm.once("error", reject);
    npm.once("close", (code) => (code === 0 ? resolve() : reject(new Error(unreachable(complaint)))));
  });
}

function unreachable(complaint: string): string {
  return [
    `Claude Code ${CLAUDE_VERSION} could not be installed from the npm registry.`,
    "These tests drive the real client, so the registry must be reachable once; afterwards the client stays in",
    `${CLIENTS}.`,
    `npm said: ${complaint.trim()}`,
  ].join("\n");
}
