// How often a prompt is given something of earlier sessions, and how often that is what it needs.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openThroughline } from "../dist/index.js";
import { readConversation } from "./support/conversation.mjs";
import { root } from "./support/product.mjs";
import { atLeast, atMost, fact } from "./support/rows.mjs";
import { sharedConversations } from "./support/shared-conversations.mjs";

export const question = "How often is a prompt given something it does not need?";

const PROJECT = "/projects/injection";
const KINDS = { user: "prompt", assistant: "text", tool: "tool_result", system: "other" };
const iso = (time) => new Date(time).toISOString();

/** Who has a name speaks under it, as in a chat that several people have with an agent. */
function entryOf({ id, speaker, text, ts }) {
  const known = KINDS[speaker.toLowerCase()] !== undefined;
  const role = known ? speaker.toLowerCase() : "user";
  return { sourceId: id, role, kind: KINDS[role], content: known ? text : `${speaker}: ${text}`, createdAt: iso(ts) };
}

/** The conversation as one session that is over, in a store of its own. */
async function told({ docs, now }) {
  const engine = await openThroughline({
    store: "memory",
    clock: { now: () => now, after: () => () => {} },
    config: {},
  });
  const { store } = engine.services;
  const times = docs.map(({ ts }) => ts);
  const { session } = await store.sessions.insert({
    ...{ id: "told", key: "told", harness: "claude-code", type: "coding", state: "complete" },
    ...{ startedAt: iso(Math.min(...times)), lastActivityAt: iso(Math.max(...times)) },
    ...{ project: PROJECT, projectNormalized: PROJECT },
  });
  const messages = await store.transaction((tables) => tables.messages.append(session.id, docs.map(entryOf)));
  await engine.memory.indexer.finished();
  return { engine, labels: new Map(messages.map(({ id, sourceId }) => [id, sourceId])) };
}

/** Each question as the first prompt of a new session, through the hook; whose words an answer quotes, it names. */
async function askedOf(conversation) {
  const { engine, labels } = await told(conversation);
  const asked = [];
  for (const [number, { text, category, relevant }] of conversation.queries.entries()) {
    const payload = {
      session_id: `asks-${number}`,
      cwd: PROJECT,
      prompt: text,
      transcript_path: "/nowhere/asks.jsonl",
    };
    const { answer } = await engine.hooks.handle({
      ...{ event: "user-prompt-submit", harness: "claude-code", runtime: "bench", hookPid: String(number) },
      body: JSON.stringify(payload),
    });
    const given = [...(answer.inject ?? "").matchAll(/throughline expand (\S+?)\)/g)].map(([, id]) => labels.get(id));
    asked.push({ category, lines: given.map((label) => relevant.includes(label)) });
  }
  await engine.hooks.idle();
  await engine.close();
  return asked;
}

const share = (part, whole) => (whole.length === 0 ? 0 : (100 * part.length) / whole.length);

/** What is printed of one set of conversations. */
function figures(asked) {
  const isGiven = ({ lines }) => lines.length > 0;
  const answerable = asked.filter(({ category }) => category !== "none");
  const none = asked.filter(({ category }) => category === "none");
  const given = answerable.filter(isGiven);
  const lines = asked.flatMap((one) => one.lines);
  return {
    answerable,
    none,
    given,
    lines,
    givenShare: share(given, answerable),
    right: share(
      given.filter((one) => one.lines.some(Boolean)),
      given,
    ),
    rightLines: share(lines.filter(Boolean), lines),
    noneShare: share(none.filter(isGiven), none),
  };
}

async function measured(conversations) {
  const asked = [];
  for (const conversation of conversations) asked.push(...(await askedOf(conversation)));
  return figures(asked);
}

export async function run({ note, shared }) {
  const folder = join(root, "bench", "data", "recall");
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  note(`asking about ${files.length} conversations of the project's own`);
  const own = await measured(files.map((name) => readConversation(join(folder, name))));
  const rows = [
    fact(
      "answerable questions that are given something",
      own.givenShare,
      "%",
      `${own.given.length} of ${own.answerable.length}`,
    ),
    atLeast("of these, given a line that holds evidence", own.right, "%", 75),
    fact("lines that hold evidence, of all that were given", own.rightLines, "%", `of ${own.lines.length}`),
    atMost("questions without an answer that are given something", own.noneShare, "%", 15, `of ${own.none.length}`),
  ];
  for (const name of ["locomo-dev", "beam-dev"]) {
    const file = join(shared, "bench", "data", `${name}.json.gz`);
    if (!existsSync(file)) continue;
    note(`asking about ${name}, which nothing was chosen on`);
    const other = await measured(sharedConversations(file));
    const of = `${other.given.length} of ${other.answerable.length}`;
    rows.push(
      fact(`${name}: answerable questions that are given something`, other.givenShare, "%", of),
      fact(`${name}: of these, given a line that holds evidence`, other.right, "%"),
      fact(
        `${name}: lines that hold evidence, of all that were given`,
        other.rightLines,
        "%",
        `of ${other.lines.length}`,
      ),
    );
    if (other.none.length > 0)
      rows.push(fact(`${name}: without an answer, given something`, other.noneShare, "%", `of ${other.none.length}`));
  }
  const method =
    "Each conversation is one session that is over; each of its questions is the first prompt of a new session of the same project, asked through the prompt hook in process. A line is right when it quotes a message that is labelled as evidence for the question. The thresholds were chosen on the project's own conversations, whose questions are put in other words than the messages that answer them.";
  return { method, rows };
}
