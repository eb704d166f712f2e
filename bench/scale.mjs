// What the daemon's own part grows to when years of work lie in its store.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillHome, projectFolders, Writer } from "./support/filled-home.mjs";
import { interleave, median, pause, percentile } from "./support/measure.mjs";
import { PlayedSession } from "./support/played-session.mjs";
import { Product } from "./support/product.mjs";
import { atMost, fact } from "./support/rows.mjs";

export const question = "Does the daemon stay fast when its store grows from a thousand messages to a million?";

const SIZES = { "1 k": 1000, "10 k": 10_000, "100 k": 100_000 };
const FULL_SIZES = { ...SIZES, "1 M": 1_000_000 };
const SMALLEST = "1 k";
const ROUNDS = 40;
const PROMPTS = 20;
/**
 * The time in which the daemon reads what the transcript has gained, as it does between the hooks of a person's work.
 */
const BETWEEN_HOOKS_MS = 300;
const MOST_GROWTH = 3;
const MOST_RECALL_MS = 25;

/**
 * Questions as they are asked: of words that are everywhere, of words that are hardly anywhere, of names from the code.
 */
const QUESTIONS = {
  "common words": (writer) =>
    `what about ${[300, 500, 800].map((from) => writer.wordAt(from + writer.number(150))).join(" ")}`,
  "rare words": (writer) => [0, 1, 2].map(() => writer.wordAt(15_000 + writer.number(10_000))).join(" "),
  identifiers: (writer) => `${writer.identifier()} in ${writer.path()}`,
  mixed: (writer) =>
    `why did ${writer.identifier()} ${writer.words(6)} ${writer.wordAt(12_000 + writer.number(5000))}?`,
};

const recallTask = (kind, where) => `recall, ${kind}, ${where}`;
const RECALLS = Object.keys(QUESTIONS).flatMap((kind) =>
  ["one project", "all"].map((where) => recallTask(kind, where)),
);

/** A home that is kept from an earlier run is filled already. */
async function filledOnce(product, size, note) {
  const account = join(product.folder, "filled.json");
  if (existsSync(account)) return JSON.parse(readFileSync(account, "utf8"));
  const filled = await fillHome(product, size, note);
  writeFileSync(account, JSON.stringify(filled));
  return filled;
}

/** A daemon whose store holds so much, and a session in it that is worked in. */
async function grown(size, note, homes) {
  const product = new Product(homes && join(homes, `scale-${size}`));
  const filled = await filledOnce(product, size, note);
  product.up();
  const session = new PlayedSession(product, "project-0");
  await product.hookRequest("session-start", session.startPayload());
  for (let turn = 0; turn < PROMPTS; turn++) {
    await product.hookRequest("user-prompt-submit", session.promptPayload());
    session.work();
  }
  await pause(500);
  const { index, messages, memories } = await product.get("/api/status");
  if (messages < size) throw new Error(`only ${messages} of ${size} messages are there`);
  return { product, session, size, filled, index, memories };
}

async function recall(product, query, project) {
  const asked = new URLSearchParams({ query, ...(project && { project }) });
  const { status, text, daemonMs } = await product.request("GET", `/api/memories/recall?${asked}`);
  if (status !== 200) throw new Error(`recall was answered with ${status}: ${text}`);
  return daemonMs;
}

/** What is measured of one daemon: {name: () => milliseconds in the daemon}. */
function tasksOf({ product, session, size }, writer) {
  const projects = projectFolders(product.folder, size);
  const hook = async (event, payload) => {
    await pause(BETWEEN_HOOKS_MS);
    return (await product.hookRequest(event, payload)).daemonMs;
  };
  const tasks = {
    "prompt hook": () => {
      session.work();
      return hook("user-prompt-submit", session.promptPayload());
    },
    "session-start": async () => {
      session.work();
      await product.hookRequest("pre-compaction", session.payload({ hook_event_name: "PreCompact", trigger: "auto" }));
      return hook("session-start", session.startPayload("compact"));
    },
    "checkpoint write": async () => {
      const body = JSON.stringify({ session: session.id, digest: writer.words(100) });
      const { status, text, daemonMs } = await product.request("POST", "/api/checkpoints", body);
      if (status !== 200) throw new Error(`the checkpoint was answered with ${status}: ${text}`);
      return daemonMs;
    },
  };
  for (const [kind, ask] of Object.entries(QUESTIONS)) {
    tasks[recallTask(kind, "one project")] = () =>
      recall(product, ask(writer), projects[writer.number(projects.length)]);
    tasks[recallTask(kind, "all")] = () => recall(product, ask(writer));
  }
  return tasks;
}

const megabytes = (bytes) => bytes / 1e6;
const ms = (value) => `${value.toFixed(1)} ms`;

function growthRows(what, timesOf, sizes) {
  const base = timesOf(SMALLEST);
  return sizes.map((size) => {
    const own = timesOf(size);
    const words = `median ${ms(median(own))}, p95 ${ms(percentile(own, 0.95))}`;
    if (size === SMALLEST) return fact(`${what}, ${size}: median`, median(own), "ms", words);
    const than = `${words}; at ${SMALLEST} median ${ms(median(base))}, p95 ${ms(percentile(base, 0.95))}`;
    return atMost(`${what}, ${size}: median`, median(own) / median(base), `× ${SMALLEST}`, MOST_GROWTH, than);
  });
}

function rowsOf(times, daemons) {
  const sizes = Object.keys(daemons);
  const largest = sizes.at(-1);
  const named = (what) => (size) => times[`${size} ${what}`];
  const allRecalls = (size) => RECALLS.flatMap((what) => named(what)(size));
  const filling = sizes.map((size) => {
    const { filled, index, memories, product } = daemons[size];
    const bytes = statSync(join(product.home, "throughline.db")).size;
    const words = `${index.passages} passages, ${memories} memories, ${megabytes(bytes).toFixed(0)} MB on disk; written in ${(filled.writeMs / 1000).toFixed(0)} s`;
    return fact(`${size} messages: indexed`, filled.passages / (filled.indexMs / 1000), "passages/s", words);
  });
  return [
    ...filling,
    ...["prompt hook", "session-start", "checkpoint write"].flatMap((what) => growthRows(what, named(what), sizes)),
    ...growthRows("recall, all questions", allRecalls, sizes),
    ...sizes.map((size) => atMost(`recall, ${size}: p95`, percentile(allRecalls(size), 0.95), "ms", MOST_RECALL_MS)),
    ...RECALLS.map((what) => {
      const [own, base] = [named(what)(largest), named(what)(SMALLEST)];
      const words = `p95 ${ms(percentile(own, 0.95))}; at ${SMALLEST} median ${ms(median(base))}`;
      return fact(`${what}, ${largest}: median`, median(own), "ms", words);
    }),
  ];
}

export async function run({ note, full, homes }) {
  const daemons = {};
  try {
    const tasks = {};
    for (const [name, size] of Object.entries(full ? FULL_SIZES : SIZES)) {
      daemons[name] = await grown(size, note, homes);
      const own = tasksOf(daemons[name], new Writer(7));
      for (const [what, task] of Object.entries(own)) tasks[`${name} ${what}`] = task;
    }
    note(`measuring, ${ROUNDS} rounds`);
    const times = await interleave(tasks, ROUNDS);
    const method = `One daemon for each size, each with its own data folder on disk, all at once, measured in turn, ${ROUNDS} rounds, the first not counted; the machine was shared with other work. Messages as coding agents leave them, in sessions of 200 and 20 projects: prompts, replies, tool calls and their output of 5 to 130 words, which are drawn by Zipf's law from 30,000 known ones with identifiers and paths among them; for each ten messages one memory, for each session a checkpoint. They are written through the store and indexed by the product's own indexer. The time is the daemon's own part, from its \`Server-Timing\`. Prompt hook and \`session-start\` as in \`hook\`: a live session whose transcript gains a prompt, six tool calls and a reply before each, and a compaction before each start. Recall over HTTP, new questions in each round (the same for all sizes): common words, rare ones, identifiers and paths, all mixed, each within a project and everywhere. Recall indexes what the hooks before it brought.${full ? "" : " `--full` goes to a million."}`;
    return { method, rows: rowsOf(times, daemons), options: full ? " --full" : "" };
  } finally {
    for (const { product } of Object.values(daemons)) await product.dispose();
  }
}
