import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hookScript } from "../../src/harnesses/client/script.ts";
import { Product } from "../support/product/product.ts";

// Who does not give up at its deadline waits for ever, for what never comes. `npm run bench -- hook` measures when.
const DEADLINE_MS = 600;
const ENDLESS_MS = 3_600_000;
const CLIENT = join(import.meta.dirname, "..", "..", "dist", "hook.cjs");

let product: Product;
beforeAll(async () => {
  product = new Product(undefined, `daemon: { port: 0 }\nhooks: { deadlineMs: ${DEADLINE_MS} }\n`);
  await product.ensureDaemon();
});
afterAll(() => product.dispose());

const HOOKS: Record<string, (deadlineMs?: number) => ChildProcess> = {
  script: (deadlineMs) => spawn(scriptWith(deadlineMs), ["claude-code", "turn-end", "settings"]),
  node: (deadlineMs = DEADLINE_MS) =>
    spawn(process.execPath, [CLIENT, "turn-end", "--home", product.home.dir, "--deadline", String(deadlineMs)]),
};

/** The installed hook, or as it is installed with another deadline. */
function scriptWith(deadlineMs?: number): string {
  if (deadlineMs === undefined) return join(product.home.bin, "hook");
  const path = join(product.folder, `hook-${deadlineMs}`);
  const places = { node: process.execPath, hookClient: CLIENT, cli: "", deadlineMs };
  writeFileSync(path, hookScript(product.home, places), { mode: 0o700 });
  return path;
}

const again = (ms: number, write: () => unknown) => {
  const timer = setInterval(write, ms);
  return () => clearInterval(timer);
};

/** What is on the other end of the pipe; none of them ever closes it. The answer stops it. */
const INPUTS: Record<string, (write: (text: string) => unknown) => (() => void) | undefined> = {
  "says nothing": () => undefined,
  "stops in the middle": (write) => void write('{"session_id":"endless","last_assistant_message":"half a'),
  "is whole but for its end": (write) => void write('{"session_id":"endless"}'),
  "comes drop by drop": (write) => again(50, () => write(" ")),
};

test("item 8: what is whole but for its end is kept, by the Node.js client", async () => {
  const prompt = "Never lose what was said.";
  const payload = { session_id: "late", cwd: product.folder, prompt };
  const hook = spawn(process.execPath, [CLIENT, "user-prompt-submit", "--home", product.home.dir, "--deadline", "600"]);
  hook.stdin.on("error", () => {});
  hook.stdin.write(JSON.stringify(payload));
  expect(await new Promise((resolve) => hook.on("close", resolve))).toBe(0);
  const session = await product.until(async () => {
    const { status, body } = await product.api("GET", "/api/sessions/late");
    return status === 200 ? body : undefined;
  });
  expect(session).toMatchObject({ key: "late", promptCount: 1 });
});

test.each(["script", "node"])(
  "item 8: the %s hook leaves at its deadline; what comes later is kept once whole",
  async (by) => {
    const key = `slow-${by}`;
    const payload = JSON.stringify({ session_id: key, cwd: product.folder, prompt: "This took a while to write." });
    const half = payload.length / 2;
    const marker = join(product.folder, `left-${by}`);
    const commands: Record<string, string> = {
      script: '"$HOOK" claude-code user-prompt-submit settings',
      node: '"$NODE" "$CLIENT" user-prompt-submit --home "$DATA" --deadline "$DEADLINE"',
    };
    // What comes later waits until the hook has left.
    const rest = 'until [ -e "$LEFT" ]; do sleep 0.1; done; printf %s "$REST"';
    const line = `{ printf %s "$FIRST"; ${rest}; } | { ${commands[by]}; echo "left $?"; }`;
    const env = {
      ...{ PATH: process.env.PATH, HOOK: join(product.home.bin, "hook"), NODE: process.execPath, CLIENT },
      ...{ DATA: product.home.dir, DEADLINE: String(DEADLINE_MS), LEFT: marker },
      ...{ FIRST: payload.slice(0, half), REST: payload.slice(half) },
    };
    const shell = spawn("/bin/sh", ["-c", line], { env });
    expect(String(await new Promise((resolve) => shell.stdout.once("data", resolve)))).toBe("left 0\n");
    expect((await product.api("GET", `/api/sessions/${key}`)).status).toBe(404);
    writeFileSync(marker, "");
    const session = await product.until(async () => {
      const { status, body } = await product.api("GET", `/api/sessions/${key}`);
      return status === 200 ? body : undefined;
    });
    expect(session).toMatchObject({ key, promptCount: 1 });
  },
);

describe.each(Object.keys(HOOKS))("item 8, the %s hook and an input that never ends", (by) => {
  test.each(Object.keys(INPUTS))("one that %s: exit 0 at the deadline, silent", async (name) => {
    const hook = HOOKS[by]?.();
    if (!hook?.stdin || !hook.stdout || !hook.stderr) throw new Error("the hook has no pipes");
    const { stdin, stdout, stderr } = hook;
    let said = "";
    for (const stream of [stdout, stderr])
      stream.on("data", (chunk) => {
        said += chunk;
      });
    stdin.on("error", () => {});
    const stop = INPUTS[name]?.((text) => stdin.write(text));
    // Closed, not only ended: who waits for the hook waits for everybody that holds its pipes.
    const code = await new Promise((resolve) => hook.on("close", resolve));
    stop?.();
    expect({ code, said }).toEqual({ code: 0, said: "" });
  });

  test("it is the deadline at which it leaves: with a later one, it is still there", async () => {
    const [patient, hook] = [HOOKS[by]?.(ENDLESS_MS), HOOKS[by]?.()];
    expect(await new Promise((resolve) => hook?.on("close", resolve))).toBe(0);
    expect(patient).toMatchObject({ exitCode: null, signalCode: null });
    patient?.stdin?.end();
    expect(await new Promise((resolve) => patient?.on("close", resolve))).toBe(0);
  });

  test("one that floods: exit 0, and it does not take all memory", async () => {
    const hook = HOOKS[by]?.();
    if (!hook?.stdin) throw new Error("the hook has no pipes");
    const { stdin } = hook;
    const megabyte = "x".repeat(1 << 20);
    const pour = () => {
      while (stdin.writable && stdin.write(megabyte));
    };
    stdin.on("error", () => {});
    stdin.on("drain", pour);
    pour();
    expect(await new Promise((resolve) => hook.on("exit", resolve))).toBe(0);
  });
});
