// Conversations through the library's public API, in the shape the evaluator asks for:
//   node recall-eval.mjs --provider bench/recall-provider.mjs --data …
// Each conversation is the one long session of an agent; its messages are told at the time that they have.
import { openThroughline } from "../dist/index.js";

const AGENT = "bench";
const ROLES = new Set(["user", "assistant", "system", "tool"]);
/** Nothing but the number of results limits an answer here. */
const BUDGET = 1_000_000;

const timeOf = ({ ts, date }) => {
  const time = typeof ts === "number" ? (ts < 1e11 ? ts * 1000 : ts) : Date.parse(ts ?? date);
  return Number.isFinite(time) ? time : Date.parse(date);
};

/** Who has a name speaks under it, as in a chat that several people have with an agent. */
const messageOf = ({ speaker, text }) => {
  const role = speaker.toLowerCase();
  return ROLES.has(role) ? { role, content: text } : { role: "user", content: `${speaker}: ${text}` };
};

export async function create() {
  let engine;
  let told;
  let time;
  const clock = { now: () => time ?? Date.now() };
  const close = async () => {
    await engine?.close();
    engine = undefined;
  };
  return {
    name: "throughline",
    /** Questions are asked today, or at the time that is given. */
    async index(docs, { now } = {}) {
      await close();
      engine = await openThroughline({ store: "memory", clock, config: {} });
      told = new Map();
      for (const doc of docs) {
        time = timeOf(doc) || (time ?? Date.now());
        const message = messageOf(doc);
        if (message.content.trim() === "") continue;
        const { id } = await engine.conversation.append({ agent: AGENT, ...message, sourceId: doc.id });
        told.set(id, doc.id);
      }
      time = now;
    },
    async search(query, k) {
      const found = await engine.memory.recall({ query, agent: AGENT, limit: k, budget: BUDGET });
      return found.flatMap(({ id, source }) => {
        const message = told.get(id) ?? told.get(/^message (\S+)/.exec(source)?.[1]);
        return message === undefined ? [] : [message];
      });
    },
    close,
  };
}
