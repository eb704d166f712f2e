// What a distillation costs, how that grows, and whether what goes out of sight can still be had.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { estimateTokens, ManualClock, openThroughline } from "../dist/index.js";
import { conversation } from "./support/generated-conversation.mjs";
import { median, percentile } from "./support/measure.mjs";
import { isHeld, PLANTED } from "./support/planted.mjs";
import { temporaryFolder } from "./support/product.mjs";
import { asAgentMessage, transcriptOf } from "./support/retold.mjs";
import { atLeast, atMost, fact } from "./support/rows.mjs";

export const question =
  "What does a distillation cost, how does that grow, and can everything still be found afterwards?";

const SIZES = { "1 k": 1000, "10 k": 10_000, "100 k": 100_000 };
const ROUNDS = 30;
/** The largest takes part in every tenth round only. */
const EVERY = { "1 k": 1, "10 k": 1, "100 k": 10 };
/** Of this size it is also timed what a distillation takes that finds nothing indexed. */
const UNINDEXED = "10 k";
const LIVED = 3000;
const MINUTE_MS = 60_000;
const BEGINS = "2026-01-05T08:00:00.000Z";
const SESSION = "0d1571ed-0000-4000-8000-000000000001";

const DATA = { LoCoMo: "locomo-dev.json.gz", BEAM: "beam-dev.json.gz" };

const METHOD = `Through the library, with the built-in summarizer, on disk. A generated conversation, always the same, half talk of code with tool calls and half of daily life. In one go: as the transcript of a Claude Code session, which is never distilled automatically, distilled once as a whole; the index up to date, as the daemon keeps it in the background, and the clock at the end of the conversation; each round in a copy of its home, the sizes in turn, the first one not counted, the machine shared with other work. Where nothing is indexed yet, the distillation indexes its messages first, for its score: a row of its own. Message by message: ${LIVED} messages as an agent's own program appends them, distilled whenever Throughline finds that it is due. Exact strings: ${PLANTED.length} that the benchmark planted, of the kinds ${[...new Set(PLANTED.map(({ kind }) => kind))].join(", ")}, about half in what somebody said and half in what a tool printed; one is reachable if it is in the summary (message by message: in the next context), or in what recall gives, with its default budget, to who looks for it; the row below shows how many come back to a question in plain words that does not hold them, with what belongs to them (a command with its exit code) in one text. Continuity score: as the receipts have it, probes that Throughline makes of the range by rules, answered from the new context and recall: Throughline's own questions, so that a change of them changes the score, too. Every episode of the generated conversation has a name of its own; an earlier form of it, in which many sentences differed in one value only, scored lower.`;
const DATA_METHOD =
  "LoCoMo and BEAM: their development conversations at their own times, one agent each, the first who speaks as the user, distilled when due and once more at the end; the score of every receipt. Their length is in estimated tokens: all messages that were distilled, to the last summary of each conversation.";

async function within(work) {
  const folder = temporaryFolder();
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function opened(home, work, clock = new ManualClock(BEGINS)) {
  const throughline = await openThroughline({ home, clock, config: {} });
  try {
    return await work(throughline, clock);
  } finally {
    await throughline.close();
  }
}

/**
 * A home that holds the conversation as one session of a client, as its transcript brought it in. Nothing is distilled.
 */
async function filledHome(folder, length) {
  const home = join(folder, `filled-${length}`);
  const project = join(folder, "project");
  mkdirSync(project, { recursive: true });
  const transcript = join(folder, `${SESSION}-${length}.jsonl`);
  const begins = Date.parse(BEGINS);
  const common = { sessionId: SESSION, cwd: project, begins, stepMs: MINUTE_MS };
  writeFileSync(transcript, transcriptOf(conversation(length, { callPlaces: 2 }), common));
  await opened(home, async ({ hooks, sessions }) => {
    const payload = { session_id: SESSION, cwd: project, transcript_path: transcript };
    const report = (event, fields) =>
      hooks.handle({
        harness: "claude-code",
        event,
        runtime: "settings",
        body: JSON.stringify({ ...payload, ...fields }),
      });
    await report("session-start", { hook_event_name: "SessionStart", source: "startup" });
    await report("session-end", { hook_event_name: "SessionEnd", reason: "other" });
    await hooks.idle();
    const { messageCount } = await sessions.find(SESSION);
    if (messageCount < length) throw new Error(`only ${messageCount} of ${length} messages were taken in`);
  });
  rmSync(transcript);
  return home;
}

/** The same home with everything in the index, as the daemon has it a moment after it was said. */
async function indexedHome(home) {
  const indexed = `${home}-indexed`;
  cpSync(home, indexed, { recursive: true });
  await opened(indexed, ({ memory }) => memory.indexer.finished());
  return indexed;
}

/** When the last of so many messages was said. */
const endOf = (length) => new ManualClock(Date.parse(BEGINS) + length * MINUTE_MS);

/** Distils the whole session once, in a copy of the home, and looks at what came of it. */
async function distilledOnce(filled, clock, look = async () => {}) {
  const home = `${filled}-copy`;
  cpSync(filled, home, { recursive: true });
  try {
    const distill = async (throughline) => {
      const session = await throughline.sessions.find(SESSION);
      const begun = performance.now();
      const receipt = await throughline.distillation.distill(session);
      const ms = performance.now() - begun;
      if (receipt.errors.length > 0) throw new Error(receipt.errors.join("; "));
      return { ms, receipt, messages: receipt.toSeq - receipt.fromSeq + 1, seen: await look(throughline, receipt) };
    };
    return await opened(home, distill, clock);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * The planted strings that are not in what the next turn is given: which of them are not found by who looks for the
 * string itself, and which not by who asks in plain words.
 */
async function missed(memory, given, scope) {
  const lost = { sought: [], asked: [] };
  const isFound = async (query, isAnswer) =>
    (await memory.recall({ query, ...scope })).some(({ content }) => isAnswer(content));
  for (const anchor of PLANTED) {
    if (isHeld(anchor, given)) continue;
    const [own] = anchor.holds;
    if (!(await isFound(own, (text) => isHeld({ holds: [own] }, text)))) lost.sought.push(anchor);
    if (!(await isFound(anchor.asked, (text) => isHeld(anchor, text)))) lost.asked.push(anchor);
  }
  return lost;
}

/** As the agent's own tool asks: within its project. */
async function askedInProject(memory, sessions, summary) {
  const { projectNormalized: project } = await sessions.find(SESSION);
  return missed(memory, summary, { project });
}

async function inOneGo(note, folder) {
  const results = {};
  for (const [name, length] of Object.entries(SIZES)) {
    note(`${name} messages in one go`);
    const unindexed = await filledHome(folder, length);
    const filled = await indexedHome(unindexed);
    // The first one is not counted; after it, it is looked whether everything can still be had.
    const look = ({ memory, sessions }, { summary }) => askedInProject(memory, sessions, summary);
    const { receipt, messages, seen } = await distilledOnce(filled, endOf(length), look);
    results[name] = { filled, unindexed, receipt, messages, lost: seen, times: [], unindexedTimes: [] };
  }
  note(`timing, ${ROUNDS} rounds`);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, { filled, unindexed, times, unindexedTimes }] of Object.entries(results)) {
      if (round % EVERY[name] !== 0) continue;
      times.push((await distilledOnce(filled, endOf(SIZES[name]))).ms);
      if (name === UNINDEXED) unindexedTimes.push((await distilledOnce(unindexed, endOf(SIZES[name]))).ms);
    }
  }
  return results;
}

/** The same as an agent's conversation, said message by message; Throughline distills when it finds that it is due. */
function lived(folder) {
  return opened(join(folder, "lived"), async (throughline, clock) => {
    const receipts = [];
    const times = [];
    for (const message of conversation(LIVED)) {
      clock.advance(MINUTE_MS);
      const begun = performance.now();
      const { distillation } = await throughline.conversation.append({ agent: "bench", ...asAgentMessage(message) });
      if (!distillation) continue;
      times.push(performance.now() - begun);
      receipts.push(distillation);
    }
    const { messages } = await throughline.conversation.context("bench", { query: "What is next?" });
    const lost = await missed(throughline.memory, messages.map(({ content }) => content).join("\n"), {
      agent: "bench",
    });
    return { receipts, times, lost };
  });
}

const scoresOf = (receipts) => receipts.map(({ continuityScore }) => continuityScore).filter((score) => score !== null);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Conversations of others, one agent each: the first who speaks is the user. */
async function onData(note, folder, file) {
  const { groups } = JSON.parse(gunzipSync(readFileSync(file)));
  const receipts = [];
  const tokens = { distilled: 0, summaries: 0 };
  for (const [at, { docs }] of groups.entries()) {
    const clock = new ManualClock(docs[0].ts);
    const own = await opened(
      join(folder, `data-${at}`),
      async (throughline) => {
        for (const { speaker, text, ts } of docs) {
          clock.advance(Math.max(0, ts - clock.now()));
          const role = speaker === docs[0].speaker ? "user" : "assistant";
          await throughline.conversation.append({ agent: "bench", role, content: text });
        }
        const session = await throughline.sessions.find("agent:bench:main");
        await throughline.distillation.distill(session).catch((error) => note(error.message));
        return throughline.distillation.receipts();
      },
      clock,
    );
    receipts.push(...own);
    // Each summary takes the one before it in: the last one stands for all that went before.
    const last = own.toSorted((one, other) => one.toSeq - other.toSeq).at(-1);
    for (const { text } of docs.slice(0, last.toSeq)) tokens.distilled += estimateTokens(text);
    tokens.summaries += estimateTokens(last.summary);
    rmSync(join(folder, `data-${at}`), { recursive: true, force: true });
  }
  return { receipts, conversations: groups.length, tokens };
}

const reachedShare = (lost) => (100 * (PLANTED.length - lost.length)) / PLANTED.length;

function lostWords(lost) {
  if (lost.length === 0) return `all ${PLANTED.length}`;
  const counts = new Map();
  for (const { kind, said } of lost) {
    const where = `${kind} ${said === undefined ? "that a tool printed" : "in prose"}`;
    counts.set(where, (counts.get(where) ?? 0) + 1);
  }
  return `of ${PLANTED.length}, not: ${[...counts].map(([where, count]) => `${count} × ${where}`).join(", ")}`;
}

function scoreRow(what, receipts) {
  const scores = scoresOf(receipts);
  const unasked = receipts.length - scores.length;
  const lowest = `lowest ${(100 * Math.min(...scores)).toFixed(1)} %`;
  const words = `${scores.length} of ${receipts.length} distillations, ${lowest}${unasked > 0 ? `; of ${unasked} no question could be made` : ""}`;
  return atLeast(`continuity score, ${what}: mean`, 100 * mean(scores), "%", 95, words);
}

/** Messages of LoCoMo are short already. */
const LEAST_RATIO = { LoCoMo: 3, BEAM: 15 };

function ratioRow(name, { distilled, summaries }) {
  const words = `${distilled} tokens of messages, ${summaries} of summaries`;
  return atLeast(`length of ${name} to that of its summaries`, distilled / summaries, "to 1", LEAST_RATIO[name], words);
}

async function dataRows(note, folder, data) {
  const rows = [];
  for (const [name, file] of Object.entries(DATA)) {
    const path = join(data, file);
    if (!existsSync(path)) continue;
    note(name);
    const { receipts, conversations, tokens } = await onData(note, folder, path);
    rows.push(scoreRow(`${conversations} conversations of ${name}`, receipts), ratioRow(name, tokens));
  }
  return rows;
}

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

function timeRows(sizes) {
  const [small, , large] = Object.values(sizes);
  const rows = Object.entries(sizes).map(([name, { times }]) => {
    const words = `${times.length} rounds, p95 ${seconds(percentile(times, 0.95))}`;
    const row = [`${name} messages in one go: median`, median(times) / 1000, "s"];
    return name === "10 k" ? atMost(...row, 2, words) : fact(...row, words);
  });
  const unindexed = sizes[UNINDEXED].unindexedTimes;
  const unindexedRow = fact(
    `${UNINDEXED} messages in one go, nothing indexed before: median`,
    median(unindexed) / 1000,
    "s",
    `${unindexed.length} rounds, p95 ${seconds(percentile(unindexed, 0.95))}`,
  );
  const [least, most] = [small, large].map(({ times, messages }) => median(times) / messages);
  const ratio = most / least;
  const words = `${least.toFixed(3)} ms at 1 k, ${most.toFixed(3)} ms at 100 k; linear growth is 1`;
  return [...rows, unindexedRow, atMost("time per message at 100 k, against 1 k", ratio, "×", 1.2, words)];
}

export async function run({ note, data }) {
  return within(async (folder) => {
    const sizes = await inOneGo(note, folder);
    note("message by message");
    const daily = await lived(folder);
    const others = await dataRows(note, folder, data);
    const rows = [
      ...timeRows(sizes),
      fact(
        "one of the distillations on the way: median",
        median(daily.times),
        "ms",
        `${daily.times.length} of them, p95 ${percentile(daily.times, 0.95).toFixed(0)} ms, append included`,
      ),
      ...[
        ...Object.entries(sizes).map(([name, { lost }]) => [`${name} in one go`, lost]),
        ["message by message", daily.lost],
      ].flatMap(([name, { sought, asked }]) => [
        atLeast(`exact strings reachable, ${name}`, reachedShare(sought), "%", 100, lostWords(sought)),
        fact(`the same by a question in plain words, ${name}`, reachedShare(asked), "%", lostWords(asked)),
      ]),
      ...Object.entries(sizes).map(([name, { receipt }]) => scoreRow(`${name} in one go`, [receipt])),
      scoreRow("message by message", daily.receipts),
      ...others,
    ];
    const here =
      others.length > 0
        ? DATA_METHOD
        : "The conversations of others were not there: `--data DIR` names the folder that holds them.";
    return { method: `${METHOD} ${here}`, rows };
  });
}
