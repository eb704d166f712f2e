// What the daemon takes of the machine while nobody needs it.
import { readdirSync, readFileSync } from "node:fs";
import { pause } from "./support/measure.mjs";
import { PlayedSession } from "./support/played-session.mjs";
import { Product } from "./support/product.mjs";
import { atMost, exactly } from "./support/rows.mjs";

export const question = "How much memory does the idle daemon use?";

const REST_MS = 20_000;
const SESSIONS = 100;
const HOOKS = 60;
/** What the second hour may add to the first: it does the same again. */
const MOST_GROWTH_MB = 2;

/** Every process of this home: the daemon names it on its command line, and so does whatever would belong to it. */
function processesOf(home) {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(home);
    } catch {
      return false;
    }
  });
}

async function look(product) {
  await pause(REST_MS);
  const status = readFileSync(`/proc/${product.pid}/status`, "utf8");
  return {
    megabytes: Number(status.match(/^VmRSS:\s+(\d+) kB/m)?.[1]) / 1024,
    processes: processesOf(product.home).length,
    handles: readdirSync(`/proc/${product.pid}/fd`).length,
  };
}

async function play(product, hooks) {
  for (let at = 0; at < SESSIONS; at++) {
    const session = new PlayedSession(product, `project-${at % 10}`);
    await product.hookRequest("session-start", session.startPayload());
    for (let hook = 0; hook < hooks; hook++) {
      if (hook % 6 === 0) await product.hookRequest("user-prompt-submit", session.promptPayload());
      else await product.hookRequest("post-tool-use", session.toolPayload());
    }
    session.work(0);
    await product.hookRequest("session-end", session.endPayload());
  }
}

export async function run({ note }) {
  if (process.platform !== "linux") {
    return { method: "Not measured: memory and handles are read from /proc, which only Linux has.", rows: [] };
  }
  const product = new Product();
  try {
    product.up();
    const looks = [];
    const seen = async (when) => {
      looks.push([when, await look(product)]);
      note(`${when}: ${JSON.stringify(looks.at(-1)[1])}`);
    };
    await seen("after start");
    await play(product, 6);
    await seen(`after ${SESSIONS} sessions`);
    await play(product, HOOKS);
    await seen("after an hour of traffic");
    await play(product, HOOKS);
    await seen("after a second hour");
    const atStart = looks[0][1];
    const [first, second] = looks.slice(-2).map(([, { megabytes }]) => megabytes);
    const { messages } = await product.get("/api/status");
    if (messages < 2 * SESSIONS * HOOKS) throw new Error(`only ${messages} messages were taken in`);
    const peers = "claude-mem 91 MB, Signet 106 MB";
    const rows = looks.flatMap(([when, { megabytes, processes, handles }]) => [
      atMost(`resident memory ${when}`, megabytes, "MB", 90, peers),
      exactly(`processes ${when}`, processes, "", 1),
      atMost(`file handles ${when}`, handles, "", atStart.handles, `${atStart.handles} after start`),
    ]);
    rows.push(atMost("growth by the second hour", second - first, "MB", MOST_GROWTH_MB));
    const method = `Resident memory, processes that name the data folder, and open files of the daemon, each after ${REST_MS / 1000} s of rest: after the start; after ${SESSIONS} sessions of 6 hooks; and after an hour of traffic compressed, twice, ${SESSIONS} sessions of ${HOOKS} prompts and tool calls with their transcripts, as fast as they go each time (${messages} messages in the end).`;
    return { method, rows };
  } finally {
    await product.dispose();
  }
}
