// What a hook does when the daemon does not: it must end with 0 in time, and nothing may be lost.
import { renameSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { median, pause, percentile } from "./support/measure.mjs";
import { PlayedSession } from "./support/played-session.mjs";
import { Product } from "./support/product.mjs";
import { atMost, exactly } from "./support/rows.mjs";

export const question = "What does a hook do when the daemon is gone, hung or slow?";

const ROUNDS = 30;
const DEADLINE_MS = 500;
const SLOW_BY_MS = 1000;
const SETTLE_WITHIN_MS = 30_000;

/** Dead as after a crash, before every hook; the hook keeps its event and starts a daemon. */
const gone = {
  name: "gone",
  async hook(product, by, event, payload) {
    await product.kill();
    rmSync(join(product.home, "daemon.starting"), { force: true });
    const output = await product.hookBeside(by, event, payload);
    await product.answering();
    return output;
  },
};

/** Its process stands still: connections are accepted, no answer ever comes. */
const hung = {
  name: "hung",
  begin: (product) => process.kill(product.pid, "SIGSTOP"),
  hook: (product, ...rest) => product.hookBeside(...rest),
  end: (product) => process.kill(product.pid, "SIGCONT"),
};

/** A door in front of the daemon that lets everything through, but after the deadline: each event comes twice. */
function slow() {
  const server = createServer((near) => {
    const chunks = [];
    near.on("data", (chunk) => chunks.push(chunk));
    near.on("error", () => {});
    setTimeout(() => {
      const far = connect(`${server.address()}.real`);
      far.on("error", () => near.destroy());
      far.write(Buffer.concat(chunks));
      far.pipe(near);
    }, SLOW_BY_MS);
  });
  return {
    name: `slow (${SLOW_BY_MS} ms)`,
    async begin({ socket }) {
      renameSync(socket, `${socket}.real`);
      await new Promise((resolve) => server.listen(socket, resolve));
    },
    hook: (product, ...rest) => product.hookBeside(...rest),
    async end({ socket }) {
      await pause(SLOW_BY_MS * 2);
      await new Promise((resolve) => server.close(resolve));
      renameSync(`${socket}.real`, socket);
    },
  };
}

/** How many messages are stored once the spool is empty and their number stands still. */
async function settled(product) {
  let last;
  for (const until = Date.now() + SETTLE_WITHIN_MS; Date.now() < until; await pause(1500)) {
    const { messages, spooled } = await product.get("/api/status");
    if (spooled === 0 && messages === last) return messages;
    last = messages;
  }
  throw new Error("the spool was not taken in");
}

async function measure(product, fault, by) {
  const session = new PlayedSession(product);
  await product.hookRequest("session-start", session.startPayload());
  const before = await settled(product);
  const times = [];
  let sent = 0;
  let failed = 0;
  await fault.begin?.(product);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [event, payload] of [
      ["user-prompt-submit", session.promptPayload()],
      ["session-start", session.startPayload("resume")],
    ]) {
      const { code, stdout, ms } = await fault.hook(product, by, event, payload);
      if (code !== 0 || stdout !== "") failed += 1;
      if (event === "user-prompt-submit") sent += 1;
      times.push(ms);
    }
  }
  await fault.end?.(product);
  await settled(product);
  // Only now are they counted: the session wrote no transcript, so its end makes messages of what its hooks told.
  await product.hookRequest("session-end", session.endPayload());
  return { times, failed, sent, stored: (await settled(product)) - before };
}

export async function run({ note }) {
  const product = new Product();
  const rows = [];
  try {
    product.up();
    for (const makeFault of [() => gone, () => hung, slow]) {
      for (const [by, client] of [
        ["script", "shell script"],
        ["node", "Node.js client"],
      ]) {
        const fault = makeFault();
        note(`daemon ${fault.name}, ${client}`);
        const { times, failed, sent, stored } = await measure(product, fault, by);
        const words = `median ${median(times).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
        const what = `${fault.name}, ${client}`;
        rows.push(
          atMost(`${what}: slowest of ${times.length}`, Math.max(...times), "ms", DEADLINE_MS, words),
          exactly(`${what}: ended otherwise than with 0 and in silence`, failed, "", 0),
          exactly(`${what}: prompts stored of ${sent} sent`, stored, "", sent, "the spool, taken in again"),
        );
      }
    }
  } finally {
    if (product.pid !== undefined) process.kill(product.pid, "SIGCONT");
    await product.dispose();
  }
  const method = `${ROUNDS} prompts and as many session starts for each client and fault, each a process timed from start to end against the hook's deadline of ${DEADLINE_MS} ms. Gone: \`kill -9\` before every hook, which keeps its event and starts the daemon again. Hung: the daemon's process is stopped (SIGSTOP), goes on afterwards and finds the old requests as well as the spool. Slow: every request reaches the daemon ${SLOW_BY_MS} ms late, after the hook has given up and spooled it. Then the session ends and the stored prompts are counted: none may be missing or duplicated.`;
  return { method, rows };
}
