// Whether what was said comes back when it is asked for: on public conversations, and on those that the project wrote
// itself.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { create } from "./recall-provider.mjs";
import { readConversation } from "./support/conversation.mjs";
import { median, percentile } from "./support/measure.mjs";
import { root } from "./support/product.mjs";
import { atLeast, atMost, fact } from "./support/rows.mjs";

export const question = "Do the messages that answer a question come back when it is asked, and how fast?";

const OWN = join(root, "bench", "data", "recall");
const PUBLIC = [
  { name: "LoCoMo", file: "locomo-dev.json.gz", r10: 80, peers: "FTS5 with stemming 64.0, bge-m3 with pgvector 66.8" },
  { name: "BEAM", file: "beam-dev.json.gz", r10: 58, peers: "FTS5 with stemming 42.2" },
];
const BUDGETS = [500, 1000, 2000];
const MOST_MS = 15;
/** As deep as the evaluator asks. */
const DEEPEST = 200;
const KS = [5, 10, 20];

const percent = (share) => 100 * share;

function qualityRows(name, { overall, searchMsP50, searchMsP95 }, { r10, peers }) {
  const within = BUDGETS.map((budget) => `${percent(overall[`t${budget}`]).toFixed(1)} within ${budget} tokens`);
  return [
    fact(`${name}: R@5`, percent(overall.r5), "%", `${overall.n} questions`),
    r10 === undefined
      ? fact(`${name}: R@10`, percent(overall.r10), "%", peers)
      : atLeast(`${name}: R@10`, percent(overall.r10), "%", r10, peers),
    fact(`${name}: R@20`, percent(overall.r20), "%", within.join(", ")),
    fact(`${name}: mean reciprocal rank`, percent(overall.mrr), "%"),
    atMost(`${name}: search, p95`, searchMsP95, "ms", MOST_MS, `median ${searchMsP50.toFixed(1)} ms`),
  ];
}

/** The public conversations by the evaluator; none where it or its data are not at hand. */
async function publicRows({ note, shared, data }) {
  const evaluator = join(shared, "bench", "recall-eval.mjs");
  if (!existsSync(evaluator)) {
    note(`${evaluator} is not there: LoCoMo and BEAM are left out; --shared DIR says where it is`);
    return [];
  }
  const { evaluate, loadData } = await import(pathToFileURL(evaluator).href);
  const rows = [];
  for (const { name, file, ...target } of PUBLIC) {
    const path = join(data, file);
    if (!existsSync(path)) {
      note(`${path} is not there: ${name} is left out`);
      continue;
    }
    note(`asking ${name}`);
    const provider = await create();
    try {
      rows.push(...qualityRows(name, await evaluate({ data: loadData(path), provider, budgets: BUDGETS }), target));
    } finally {
      await provider.close();
    }
  }
  return rows;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The project's own conversations. Questions that nothing answers are not asked here. */
async function ownRows(note) {
  note("asking the project's own conversations");
  const asked = [];
  for (const file of readdirSync(OWN).filter((name) => name.endsWith(".txt"))) {
    const { docs, queries, now } = readConversation(join(OWN, file));
    const provider = await create();
    try {
      await provider.index(docs, { now });
      for (const { text, relevant } of queries.filter((query) => query.relevant.length > 0)) {
        const begun = performance.now();
        const ranked = await provider.search(text, DEEPEST);
        const ms = performance.now() - begun;
        const ranks = relevant.map((id) => ranked.indexOf(id)).filter((rank) => rank >= 0);
        const recalled = KS.map((k) => ranks.filter((rank) => rank < k).length / relevant.length);
        asked.push({ ms, recalled, reciprocal: ranks.length > 0 ? 1 / (Math.min(...ranks) + 1) : 0 });
      }
    } finally {
      await provider.close();
    }
  }
  const times = asked.map(({ ms }) => ms);
  return [
    ...KS.map((k, n) =>
      fact(
        `own conversations: R@${k}`,
        percent(mean(asked.map(({ recalled }) => recalled[n]))),
        "%",
        n === 0 ? `${asked.length} questions` : "",
      ),
    ),
    fact("own conversations: mean reciprocal rank", percent(mean(asked.map(({ reciprocal }) => reciprocal))), "%"),
    atMost(
      "own conversations: search, p95",
      percentile(times, 0.95),
      "ms",
      MOST_MS,
      `median ${median(times).toFixed(1)} ms`,
    ),
  ];
}

const METHOD = `Through the library's public API (\`bench/recall-provider.mjs\`): a conversation is the one session of an agent, appended message by message at its own times, without a model; a question is answered with up to ${DEEPEST} messages, best first, however many tokens they take. R@k: the share of the messages that hold the answer which are among the first k, the mean of all questions; a budget counts as many of the first as fit into so many tokens, four characters each. LoCoMo and BEAM: development data and \`recall-eval.mjs\`, all but adversarial questions; for measuring only. Own conversations: \`bench/data/recall\`, written for this project, in English and six other languages, on which the weights were fitted: they show what a change does, not how good it is. Times are those of one search in this process, the machine shared with other work.`;

export async function run(given) {
  return { method: METHOD, rows: [...(await publicRows(given)), ...(await ownRows(given.note))] };
}
