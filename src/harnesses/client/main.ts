import type { spawn as Spawn } from "node:child_process";
import { openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt, homeDir, isSocketOurs } from "../../core/home.ts";
import { procStat } from "../../core/proc-stat.ts";
import { deliver } from "./deliver.ts";
import { spool } from "./spool.ts";
import { daemonLives, startDaemon } from "./start-daemon.ts";

/*
 * The hook client: reads what a client gives its hook, asks the daemon, prints what the client expects. Whatever goes
 * wrong, it ends with 0 inside its deadline and says nothing: a hook never blocks the agent, and an exit code of 2
 * would.
 */

/** Left of the deadline for spooling, when the daemon did not answer in time. */
const reserveMs = (deadlineMs: number): number => Math.max(150, deadlineMs / 4);
const DEFAULT_DEADLINE_MS = 500;
/** After this share of the deadline the client is let go, though its input has not ended. */
const INPUT_SHARE = 0.9;
const FORWARDED_INPUT_MS = 2000;
const LONG_INPUT_BYTES = 1 << 20;
/** Twice what the daemon takes: what is a little too long for it is still told, and refused on record. */
const LONGEST_INPUT_BYTES = 128 << 20;
/** Where a process that waits for the rest of an input finds its beginning. */
const BEGUN_FD = 3;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** `EVENT [--harness H …]` as people type it, or `HARNESS EVENT RUNTIME` as clients are told to call it. */
function options(argv: readonly string[]): { named: Map<string, string>; event: string } {
  const named = new Map<string, string>();
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word.startsWith("--")) {
      const [name = "", value] = word.slice(2).split("=", 2);
      named.set(name, value ?? argv[++at] ?? "");
    } else words.push(word);
  }
  const [first = "", second, third] = words;
  if (second === undefined) return { named, event: first };
  named.set("harness", first);
  if (third !== undefined) named.set("runtime", third);
  return { named, event: second };
}

const isCompleteJson = (text: string): boolean => {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
};

interface Input {
  readonly text: string;
  readonly isLate: boolean;
}

/**
 * The agent must not wait any longer: another process reads the rest of the input, however long that takes. What was
 * read so far goes along as a file without a name, which nobody has to clean up.
 */
function waitInBackground(spawn: typeof Spawn, readSoFar: Buffer, hookPid: string): never {
  const path = join(tmpdir(), `throughline-input-${process.pid}-${Date.now()}`);
  writeFileSync(path, readSoFar, { flag: "wx", mode: 0o600 });
  const begun = openSync(path, "r");
  unlinkSync(path);
  const words = [...process.argv.slice(1), "--hook-pid", hookPid, "--undelivered", "late", "--begun", String(BEGUN_FD)];
  spawn(process.execPath, words, { detached: true, stdio: [0, "ignore", "ignore", begun] }).unref();
  return process.exit(0);
}

/**
 * An input that does not end must not hold the agent up: beyond the deadline only a long one that still comes is waited
 * for, and one that is whole but for its end is taken as it is. On a machine out of breath it may have arrived unseen:
 * it is looked at once more before another process waits for the rest.
 */
function readInput(begun: Buffer, patienceMs: number | undefined, hookPid: string): Promise<Input> {
  const chunks = [begun];
  let bytes = begun.length;
  let seen = 0;
  let hasEnded = false;
  process.stdin.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LONGEST_INPUT_BYTES) process.exit(0);
  });
  return new Promise((resolve, reject) => {
    const patience =
      patienceMs === undefined ? undefined : setTimeout(() => setImmediate(() => giveUp().catch(reject)), patienceMs);
    const soFar = () => Buffer.concat(chunks).toString("utf8").replace(BYTE_ORDER_MARK, "");
    const finish = (isLate: boolean) => {
      hasEnded = true;
      clearTimeout(patience);
      process.stdin.destroy();
      resolve({ text: soFar(), isLate });
    };
    const giveUp = async () => {
      if (bytes - seen >= LONG_INPUT_BYTES) {
        seen = bytes;
        patience?.refresh();
      } else if (isCompleteJson(soFar())) finish(true);
      else {
        // Loaded only here: an input that comes in time does without, and this one may come to its end meanwhile.
        const { spawn } = await import("node:child_process");
        if (!hasEnded) waitInBackground(spawn, Buffer.concat(chunks), hookPid);
      }
    };
    process.stdin.on("error", () => finish(false));
    process.stdin.on("end", () => finish(false));
  });
}

async function main(): Promise<void> {
  const { named, event } = options(process.argv.slice(2).filter((word, at) => !(at === 0 && word === "hook")));
  const home = homeAt(named.get("home") || homeDir());
  const deadlineMs =
    Number(named.get("deadline")) || Number(process.env.THROUGHLINE_HOOKS_DEADLINE_MS) || DEFAULT_DEADLINE_MS;
  const harness = named.get("harness") || "claude-code";
  const runtime = named.get("runtime") || "settings";
  const hookPid = named.get("hook-pid") || String(process.pid);
  // Only what is told: the parent may be a shell that ends with this hook, and its end would look like the client's.
  const clientPid = Number(named.get("client-pid") || process.env.CLAUDE_PID || 0);
  // What our own shell line hands on it has whole: that comes, and ends, as soon as the machine gets to it.
  const isForwarded = named.has("undelivered");
  const patienceMs = Math.max(isForwarded ? FORWARDED_INPUT_MS : 50, deadlineMs * INPUT_SHARE - performance.now());
  const { text: body, isLate } = named.has("begun")
    ? await readInput(readFileSync(BEGUN_FD), undefined, hookPid)
    : await readInput(Buffer.alloc(0), patienceMs, hookPid);
  const undelivered = named.get("undelivered");
  if (event === "" || body.trim() === "") return;
  // Its client has gone on without the hook: what was cut off by that is no event.
  if (undelivered === "late" && !isCompleteJson(body)) return;

  // Of a late input nobody was told: only a daemon that is not there must be started for it.
  let reached = isLate || undelivered === "reached" || undelivered === "late";
  if (!isForwarded && !isLate && isSocketOurs(home)) {
    const answer = await deliver({
      socket: home.socket,
      path: `/api/hooks/${encodeURIComponent(event)}?harness=${encodeURIComponent(harness)}&runtime=${encodeURIComponent(runtime)}&as=client`,
      headers: {
        "content-type": "application/json",
        "x-throughline-hook": hookPid,
        "x-throughline-client": String(clientPid),
      },
      body,
      // Counted from the start of the process: Node.js's own start is part of what the agent waits for.
      timeoutMs: Math.max(50, deadlineMs - reserveMs(deadlineMs) - performance.now()),
    });
    if (answer.ok) {
      if (answer.body !== "") process.stdout.write(`${answer.body}\n`);
      return;
    }
    reached = answer.reached;
  }
  const client = clientPid > 0 ? { pid: clientPid, startTime: procStat(clientPid).startTime } : undefined;
  spool(home, { at: Date.now(), event, harness, runtime, hookPid, client, body });
  if (!reached || !daemonLives(home)) await startDaemon(home, join(__dirname, "daemon.js"));
}

process.on("uncaughtException", () => process.exit(0));
main().catch(() => process.exit(0));
