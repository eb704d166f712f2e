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
 * The hook client: reads the hook's input, asks the daemon, prints what the client expects. Whatever goes wrong, it
 * exits with 0 before its deadline and prints nothing: a hook must never block the agent, and exit code 2 would.
 */

/** Left of the deadline for spooling, when the daemon did not answer in time. */
const reserveMs = (deadlineMs: number): number => Math.max(150, deadlineMs / 4);
const DEFAULT_DEADLINE_MS = 500;
/** After this share of the deadline the hook stops waiting for the rest of its input. */
const INPUT_SHARE = 0.9;
const FORWARDED_INPUT_MS = 2000;
const LONG_INPUT_BYTES = 1 << 20;
/** Twice the daemon's limit: an input slightly over that limit is still sent, and the refusal recorded. */
const LONGEST_INPUT_BYTES = 128 << 20;
/** The background process reads the beginning of the input from here. */
const BEGUN_FD = 3;
const BYTE_ORDER_MARK = /^\uFEFF/;

/** `EVENT [--harness H …]` as people type it, or `HARNESS EVENT RUNTIME` as installed in clients. */
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
 * The agent must not wait any longer: a background process reads the rest of the input, however long that takes. What
 * was read so far is passed as an unlinked file, which needs no clean-up.
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
 * An input that does not end must not hold up the agent: after the deadline only a long one that is still arriving is
 * waited for, and complete JSON without an end is accepted. On a busy machine data may have arrived unseen: it is
 * checked once more before a background process waits for the rest.
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
        // Loaded only here, because most inputs come in time; this one may end meanwhile.
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
  // Never guessed: the parent may be a shell that ends with this hook, and would look like a client that ended.
  const clientPid = Number(named.get("client-pid") || process.env.CLAUDE_PID || 0);
  // Our shell script forwards only complete inputs: this one ends as soon as the machine gets to it.
  const isForwarded = named.has("undelivered");
  const patienceMs = Math.max(isForwarded ? FORWARDED_INPUT_MS : 50, deadlineMs * INPUT_SHARE - performance.now());
  const { text: body, isLate } = named.has("begun")
    ? await readInput(readFileSync(BEGUN_FD), undefined, hookPid)
    : await readInput(Buffer.alloc(0), patienceMs, hookPid);
  const undelivered = named.get("undelivered");
  if (event === "" || body.trim() === "") return;
  // The client stopped waiting and cut the input off: it is no event.
  if (undelivered === "late" && !isCompleteJson(body)) return;

  // A late input was not sent: the daemon is started only when it is not running.
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
  // One that took the event and gave no answer may hang: the new one finds out, and replaces it.
  const mayHang = reached && daemonLives(home);
  if (mayHang && isLate) return;
  await startDaemon(home, join(__dirname, "daemon.js"), { mayHang });
}

process.on("uncaughtException", () => process.exit(0));
main().catch(() => process.exit(0));
