// What a hook costs the agent that waits for it, with the daemon up.
import { interleave, median, pause, percentile } from "./support/measure.mjs";
import { fillStore, PlayedSession } from "./support/played-session.mjs";
import { Product } from "./support/product.mjs";
import { atMost, exactly, fact } from "./support/rows.mjs";

export const question = "How long does an agent wait for a hook while the daemon is up?";

const ROUNDS = 40;
const REQUESTS = 100;
const SESSIONS = 20;
const PROMPTS = 20;
/**
 * The time in which the daemon reads what the transcript has gained, as it does between the hooks of a person's work.
 */
const BETWEEN_HOOKS_MS = 300;

const CLIENTS = [
  { by: "script", name: "installed shell script", limit: 0.7 },
  { by: "node", name: "Node.js client", limit: 1.8 },
  { by: "bin", name: "`throughline hook`", limit: 1.8 },
];

/** What leads up to each event, in the client's own order; the answer is the payload whose hook is timed. */
const EVENTS = {
  "user-prompt-submit"(_product, session) {
    session.work();
    return session.promptPayload();
  },
  async "session-start"(product, session) {
    // Before a compaction the client has written all of the turn before it.
    session.work();
    await product.hookRequest("pre-compaction", session.payload({ hook_event_name: "PreCompact", trigger: "auto" }));
    return session.startPayload("compact");
  },
};

/** A session with work behind it: whoever starts it again gets that work back. */
async function workedIn(product) {
  const session = new PlayedSession(product, "project-0");
  await product.hookRequest("session-start", session.startPayload());
  for (let turn = 0; turn < PROMPTS; turn++) {
    await product.hookRequest("user-prompt-submit", session.promptPayload());
    session.work();
  }
  await pause(500);
  return session;
}

/** Whether the answer is the one that was wanted: at a start there is always something to give back. */
const isAnswered = (event, text) => event !== "session-start" || text.includes("additionalContext");

async function clientTimes(product, session) {
  let unanswered = 0;
  const tasks = { yardstick: () => product.run(process.execPath, ["-e", "0"]).ms };
  for (const { by } of CLIENTS) {
    for (const event of Object.keys(EVENTS)) {
      tasks[`${by} ${event}`] = async () => {
        const payload = await EVENTS[event](product, session);
        await pause(BETWEEN_HOOKS_MS);
        const { code, stdout, ms } = product.hook(by, event, payload);
        if (code !== 0) throw new Error(`the hook ended with ${code}`);
        if (!isAnswered(event, stdout)) unanswered += 1;
        return ms;
      };
    }
  }
  const times = await interleave(tasks, ROUNDS);
  return { times, unanswered };
}

async function daemonTimes(product, session) {
  const roundTrips = {};
  const tasks = { yardstick: async () => (await product.request("GET", "/health")).daemonMs };
  for (const event of Object.keys(EVENTS)) {
    roundTrips[event] = [];
    tasks[event] = async () => {
      const payload = await EVENTS[event](product, session);
      await pause(BETWEEN_HOOKS_MS);
      const { text, ms, daemonMs } = await product.hookRequest(event, payload);
      if (!isAnswered(event, text)) throw new Error("nothing was recovered");
      roundTrips[event].push(ms);
      return daemonMs;
    };
  }
  return { times: await interleave(tasks, REQUESTS), roundTrips };
}

function clientRows({ times, unanswered }) {
  const yardstick = median(times.yardstick);
  const rows = CLIENTS.flatMap(({ by, name, limit }) =>
    Object.keys(EVENTS).map((event) => {
      const own = times[`${by} ${event}`];
      const words = `${median(own).toFixed(1)} ms (p95 ${percentile(own, 0.95).toFixed(1)}) to ${yardstick.toFixed(1)} ms`;
      return atMost(`${name}, ${event}: median`, median(own) / yardstick, "× `node -e 0`", limit, words);
    }),
  );
  return [
    fact("`node -e 0`: median", yardstick, "ms", `p95 ${percentile(times.yardstick, 0.95).toFixed(1)} ms`),
    ...rows,
    exactly(
      "session starts whose recovery did not come in time",
      unanswered,
      "",
      0,
      `of ${CLIENTS.length * (ROUNDS + 1)}`,
    ),
  ];
}

const daemonRows = ({ times, roundTrips }) =>
  Object.keys(EVENTS).map((event) => {
    const ways = `there and back, median ${median(roundTrips[event]).toFixed(1)}, p95 ${percentile(roundTrips[event], 0.95).toFixed(1)}`;
    const words = `median ${median(times[event]).toFixed(1)} ms; ${ways}; \`/health\` p95 ${percentile(times.yardstick, 0.95).toFixed(1)} ms`;
    return atMost(`daemon's own part, ${event}: p95`, percentile(times[event], 0.95), "ms", 5, words);
  });

export async function run({ note }) {
  const product = new Product();
  try {
    product.up();
    note(`filling a store with ${SESSIONS} sessions`);
    await fillStore(product, { sessions: SESSIONS, prompts: PROMPTS });
    const session = await workedIn(product);
    const filled = await product.get("/api/status");
    if (filled.messages < SESSIONS * PROMPTS * 10) throw new Error(`only ${filled.messages} messages were taken in`);
    note("measuring the daemon's part");
    const daemon = await daemonTimes(product, session);
    note("measuring the clients");
    const clients = await clientTimes(product, session);
    const { sessions, messages } = await product.get("/api/status");
    const method = `A data folder with ${sessions} sessions and ${messages} messages, one session alive, whose transcript gains a prompt, six tool calls and a reply before each prompt hook; every \`session-start\` follows a compaction and gives that session's work back. Each client is a process given its payload on standard input, timed from its start to its end, in turn with \`node -e 0\`, ${ROUNDS} rounds. The daemon's own part is what its \`Server-Timing\` says of a request on a kept connection to its socket, ${REQUESTS} of each event, 300 ms after the last, in turn with \`/health\`; the round-trip time of the requesting process is given with it.`;
    return { method, rows: [...clientRows(clients), ...daemonRows(daemon)] };
  } finally {
    await product.dispose();
  }
}
