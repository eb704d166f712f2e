import { join } from "node:path";
import { homeAt, homeDir, isSocketOurs } from "../../core/home.ts";
import { procStat } from "../../core/proc-stat.ts";
import { deliver } from "./deliver.ts";
import { spool } from "./spool.ts";
import { daemonLives, startDaemon } from "./start-daemon.ts";

/*
 * The hook client: reads what a client gives its hook, asks the daemon, prints what the client expects. Whatever goes
 * wrong, it ends with 0 inside its deadline and says nothing: a hook never blocks the agent, and an exit code of 2 would.
 */

/** Left of the deadline for spooling, when the daemon did not answer in time. */
const reserveMs = (deadlineMs: number): number => Math.max(150, deadlineMs / 4);
const DEFAULT_DEADLINE_MS = 500;
/** After this share of the deadline an input that has not ended is given up. */
const INPUT_SHARE = 0.9;
const LONG_INPUT_BYTES = 1 << 20;
/** Twice what the daemon takes: what is a little too long for it is still told, and refused on record. */
const LONGEST_INPUT_BYTES = 128 << 20;
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

/** An input that does not end must not hold the agent up: beyond the deadline only a long one that still comes is waited for. */
function readInput(patienceMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let seen = 0;
  const patience = setTimeout(() => {
    if (bytes - seen < LONG_INPUT_BYTES) process.exit(0);
    seen = bytes;
    patience.refresh();
  }, patienceMs);
  process.stdin.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LONGEST_INPUT_BYTES) process.exit(0);
  });
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(patience);
      resolve(Buffer.concat(chunks).toString("utf8").replace(BYTE_ORDER_MARK, ""));
    };
    process.stdin.on("error", finish);
    process.stdin.on("end", finish);
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
  const body = await readInput(Math.max(50, deadlineMs * INPUT_SHARE - performance.now()));
  if (event === "" || body.trim() === "") return;

  let reached = named.get("undelivered") === "reached";
  if (!named.has("undelivered") && isSocketOurs(home)) {
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
