// Fits the weights of recall on conversations that the project wrote itself (bench/data/recall), and says how they do
// on those that were left out:  node scripts/fit-recall.mjs
// What it prints belongs into src/memory/recall/ranking-features.ts. Nothing of any benchmark is looked at.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { readConversation } from "../bench/support/conversation.mjs";
import { root } from "./setup.mjs";

const percent = (share) => (100 * share).toFixed(1);
const DATA = join(root, "bench/data/recall");
const DEPTH = 10;
const SHARPNESS = 6;
const TURNS = 400;
const RATE = 0.05;
const HOLD = 0.1;

/** Where the weights begin, and what they are held to: what one would guess. */
const PRIOR = {
  ...{ words: 1, kin: 0.5, meaning: 0.4, window: 0.2, wordsNext: 0.4, wordsNear: 0.2, meaningNext: 0.05 },
  ...{
    answers: 0.2,
    sitting: 0.4,
    feedback: 0.2,
    speaker: 0.3,
    asker: 0.3,
    us: 0.1,
    user: 0.1,
    answerer: 0.3,
  },
  ...{
    tool: -0.1,
    call: -0.3,
    asks: -0.15,
    echo: -1.6,
    part: 0,
    short: -0.1,
    orderForRequest: 0.5,
    decisionForWhy: 0.2,
  },
  ...{ dateForWhen: 0.1, countForHowMuch: 0.05, time: 0.3 },
};

/** The same files in the same state as the product's own, bundled apart: what they hold is not for users. */
async function product() {
  const folder = mkdtempSync(join(root, ".fit-"));
  try {
    const entry = `
      export { openThroughline } from ${JSON.stringify(join(root, "src/engine.ts"))};
      export { Search } from ${JSON.stringify(join(root, "src/memory/recall/search.ts"))};
      export { FEATURES, WEIGHTS } from ${JSON.stringify(join(root, "src/memory/recall/ranking-features.ts"))};
      export { openWords } from ${JSON.stringify(join(root, "src/memory/vectors/word-vectors.ts"))};`;
    await build({
      stdin: { contents: entry, resolveDir: root, loader: "ts" },
      ...{ bundle: true, format: "esm", platform: "node", target: "node20", outfile: join(folder, "product.mjs") },
      ...{ external: ["@photostructure/sqlite"], mainFields: ["module", "main"], logLevel: "error" },
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
    copyFileSync(join(root, "assets/words.bin"), join(folder, "words.bin"));
    const loaded = await import(pathToFileURL(join(folder, "product.mjs")).href);
    loaded.openWords();
    return loaded;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { openThroughline, Search, FEATURES, WEIGHTS, openWords } = await product();
const words = openWords();

/** Every question of a conversation with the features of all that was looked at for it. */
async function weighed(file) {
  const { docs, queries, now } = readConversation(join(DATA, file));
  let time = 0;
  const engine = await openThroughline({ store: "memory", clock: { now: () => time }, config: {} });
  const ids = new Map();
  for (const doc of docs) {
    time = doc.ts;
    const named = !["user", "assistant", "tool"].includes(doc.speaker);
    const message = named
      ? { role: "user", content: `${doc.speaker}: ${doc.text}` }
      : { role: doc.speaker, content: doc.text };
    const { id } = await engine.conversation.append({ agent: "fit", ...message, sourceId: doc.id });
    ids.set(id, doc.id);
  }
  time = now;
  await engine.memory.indexer.catchUp();
  const search = new Search(engine.services.store.passages, words);
  const numbers = new Map();
  const asked = [];
  for (const { text, relevant } of queries) {
    if (relevant.length === 0) continue;
    const scope = { agent: "fit" };
    const { question, speakers } = await search.read({ text, aside: "" }, now, scope);
    const { ranked: found } = await search.said(question, speakers, { scope, must: [], asOf: undefined, words });
    const unknown = found.map(({ owner }) => owner).filter((owner) => !numbers.has(owner));
    for (const { pk, id } of await engine.services.store.messages.byNumber(unknown)) numbers.set(pk, ids.get(id));
    asked.push({
      total: relevant.length,
      rows: found.map(({ owner, features }) => ({
        right: relevant.includes(numbers.get(owner)),
        values: FEATURES.map((name) => features[name]),
      })),
    });
  }
  await engine.close();
  return { file, asked };
}

/** Of what is asked for, how much is among the first ten. */
function quality({ asked }, weights) {
  let sum = 0;
  for (const { rows, total } of asked) {
    const scored = rows.map(({ right, values }) => ({ right, score: dot(weights, values) }));
    const border = nth(scored, DEPTH);
    sum += scored.filter(({ right, score }) => right && score >= border).length / total;
  }
  return sum / asked.length;
}

function dot(weights, values) {
  let sum = 0;
  for (let n = 0; n < weights.length; n++) sum += weights[n] * values[n];
  return sum;
}

/** The score of the n-th best. */
function nth(rows, n) {
  const best = [];
  for (const { score } of rows) {
    if (best.length < n) best.push(score);
    else if (score > best[n - 1]) best[n - 1] = score;
    else continue;
    best.sort((a, b) => b - a);
  }
  return best.length < n ? -Infinity : best[n - 1];
}

const mean = (sets, weights) => sets.reduce((sum, set) => sum + quality(set, weights), 0) / sets.length;

/**
 * The weights under which the right ones are likeliest to be drawn, if each is drawn the likelier the higher it scores;
 * held to where they began, for a few hundred questions cannot tell all of them. Plain gradient steps: the function has
 * one top.
 */
function fitted(sets, start) {
  const weights = [...start];
  const gradient = new Float64Array(weights.length);
  for (let turn = 0; turn < TURNS; turn++) {
    gradient.fill(0);
    for (const { asked } of sets)
      for (const { rows } of asked) {
        const right = rows.filter((row) => row.right);
        if (right.length === 0) continue;
        let total = 0;
        for (const row of rows) {
          row.chance = Math.exp(SHARPNESS * dot(weights, row.values));
          total += row.chance;
        }
        const share = 1 / (sets.length * asked.length);
        for (const row of rows) {
          const pull = share * ((row.right ? 1 / right.length : 0) - row.chance / total);
          for (let n = 0; n < weights.length; n++) gradient[n] += SHARPNESS * pull * row.values[n];
        }
      }
    for (let n = 0; n < weights.length; n++) weights[n] += RATE * (gradient[n] - HOLD * (weights[n] - start[n]));
  }
  return weights.map((weight) => weight / weights[0]);
}

const files = readdirSync(DATA).filter((name) => name.endsWith(".txt"));
const sets = [];
for (const file of files) sets.push(await weighed(file));
const start = FEATURES.map((name) => PRIOR[name]);
const current = FEATURES.map((name) => WEIGHTS[name]);
const kindOf = ({ file }) => file.replace(/-.*$|\.txt$/, "");
const kinds = [...new Set(sets.map(kindOf))];
console.log(
  `R@10 as the weights are: ${percent(mean(sets, current))}, as one would guess: ${percent(mean(sets, start))}`,
);
for (const kind of kinds) {
  const own = sets.filter((set) => kindOf(set) === kind);
  const weights = fitted(
    sets.filter((set) => kindOf(set) !== kind),
    start,
  );
  const figures = `${percent(mean(own, start))} as one would guess, ${percent(mean(own, weights))} fitted on the others`;
  console.log(`${kind.padEnd(10)} left out: ${figures}`);
}
const final = fitted(sets, start);
console.log(`all: ${percent(mean(sets, final))}`);
for (const [n, name] of FEATURES.entries()) console.log(`  ${name}: ${Number(final[n].toFixed(2))},`);
