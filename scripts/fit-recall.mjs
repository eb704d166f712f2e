// Fits the weights of recall on conversations that the project wrote itself (bench/data/recall), and says how they do on those
// that were left out:  node scripts/fit-recall.mjs
// What it prints belongs into src/memory/recall/weights.ts. Nothing of any benchmark is looked at.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { readConversation } from "../bench/support/conversation.mjs";
import { root } from "./setup.mjs";

const percent = (share) => (100 * share).toFixed(1);
const DATA = join(root, "bench/data/recall");
const DEPTHS = [5, 10, 20];
const SHARPNESS = 6;
const TURNS = 400;
const RATE = 0.05;
const HOLD = Number(process.env.HOLD ?? 0.3);

/** Where the weights begin, and what they are held to: what one would guess. */
const PRIOR = {
  ...{ words: 1, kin: 0.5, meaning: 0.4, window: 0.2, wordsNext: 0.4, wordsNear: 0.2, meaningNext: 0.05 },
  ...{
    answers: 0.2,
    sitting: 0.4,
    feedback: 0.2,
    speaker: 0.3,
    asker: 0.3,
    told: 0.1,
    user: 0.1,
    part: 0,
    answerer: 0.3,
    tool: -0.1,
    asks: -0.15,
  },
  ...{ short: -0.1, orderForRequest: 0.5, preferenceForRequest: 0.15, order: 0, preference: 0, decision: 0 },
  ...{ dateForWhen: 0.1, countForHowMuch: 0.05, time: 0.3 },
};

/** The same files in the same state as the product's own, bundled apart: what they hold is not for users. */
async function product() {
  const folder = mkdtempSync(join(root, ".fit-"));
  try {
    const entry = `
      export { openThroughline } from ${JSON.stringify(join(root, "src/engine.ts"))};
      export { Search } from ${JSON.stringify(join(root, "src/memory/recall/search.ts"))};
      export { FEATURES } from ${JSON.stringify(join(root, "src/memory/recall/features.ts"))};
      export { WEIGHTS } from ${JSON.stringify(join(root, "src/memory/recall/weights.ts"))};
      export { openWords } from ${JSON.stringify(join(root, "src/memory/vectors/open.ts"))};`;
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
  const search = new Search(engine.ambient.store.passages, words);
  const numbers = new Map();
  const asked = [];
  for (const { text, relevant, category } of queries) {
    if (relevant.length === 0) continue;
    const scope = { agent: "fit" };
    const { question, speakers } = await search.read(text, now, scope);
    const { ranked: found } = await search.said(question, speakers, { scope, must: [], asOf: undefined, words });
    const unknown = found.map(({ owner }) => owner).filter((owner) => !numbers.has(owner));
    for (const { pk, id } of await engine.ambient.store.messages.byNumber(unknown)) numbers.set(pk, ids.get(id));
    asked.push({
      text,
      category,
      total: relevant.length,
      rows: found.map(({ owner, features }) => ({
        id: numbers.get(owner),
        right: relevant.includes(numbers.get(owner)),
        values: FEATURES.map((name) => features[name]),
      })),
    });
  }
  await engine.close();
  return { file, asked };
}

/** Of what is asked for, how much is among the first: mean over depths, so that a step shows. */
function quality({ asked }, weights, depths = DEPTHS) {
  let sum = 0;
  for (const { rows, total } of asked) {
    for (const row of rows) {
      row.score = 0;
      for (let n = 0; n < weights.length; n++) row.score += weights[n] * row.values[n];
    }
    const right = rows.filter((row) => row.right);
    for (const depth of depths) {
      const border = nth(rows, depth);
      sum += right.filter((row) => row.score >= border).length / total / depths.length;
    }
  }
  return sum / asked.length;
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

const mean = (sets, weights, depths) => sets.reduce((sum, set) => sum + quality(set, weights, depths), 0) / sets.length;

/**
 * The weights under which the right ones are likeliest to be drawn, if each is drawn the likelier the higher it scores; held to where they
 * began, for a few hundred questions cannot tell all of them. Plain gradient steps: the function has one top.
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
          let score = 0;
          for (let n = 0; n < weights.length; n++) score += weights[n] * row.values[n];
          row.chance = Math.exp(SHARPNESS * score);
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
  `R@10 as the weights are: ${percent(mean(sets, current, [10]))}, as one would guess: ${percent(mean(sets, start, [10]))}`,
);
for (const kind of kinds)
  console.log(
    `  ${kind.padEnd(10)} ${percent(
      mean(
        sets.filter((set) => kindOf(set) === kind),
        start,
        [10],
      ),
    )}`,
  );
if (process.argv.includes("--misses")) {
  for (const set of sets) {
    const byKind = {};
    for (const one of set.asked) {
      const r = quality({ asked: [one] }, start, [10]);
      byKind[one.category] ??= [0, 0];
      const k = byKind[one.category];
      k[0] += r;
      k[1] += 1;
    }
    if (process.argv.includes("--texts")) {
      const { docs } = readConversation(join(DATA, set.file));
      const text = new Map(docs.map((d) => [d.id, `${d.speaker}: ${d.text.slice(0, 220)}`]));
      const dot = (row) => row.values.reduce((sum, v, n) => sum + v * start[n], 0);
      for (const one of set.asked) {
        const order = [...one.rows].sort((x, y) => dot(y) - dot(x));
        const missed = order.map((row, rank) => ({ ...row, rank })).filter((row) => row.right && row.rank >= 10);
        if (missed.length === 0 && one.total === one.rows.filter((r) => r.right).length) continue;
        console.log(
          `\n[${one.category}] ${one.text}  (${one.rows.length} looked at, ${one.rows.filter((r) => r.right).length}/${one.total} among them)`,
        );
        for (const row of missed.slice(0, 2))
          console.log(
            `   rank ${row.rank} ${dot(row).toFixed(2)}: ${text.get(row.id)}\n      ${FEATURES.map((f, n) => [
              f,
              row.values[n],
            ])
              .filter(([, v]) => v)
              .map(([f, v]) => `${f}=${v.toFixed(2)}`)
              .join(" ")}`,
          );
        for (const row of order.slice(0, 2))
          console.log(
            `   top ${dot(row).toFixed(2)}: ${text.get(row.id)}\n      ${FEATURES.map((f, n) => [f, row.values[n]])
              .filter(([, v]) => v)
              .map(([f, v]) => `${f}=${v.toFixed(2)}`)
              .join(" ")}`,
          );
      }
    }
    console.log(
      set.file,
      Object.entries(byKind)
        .map(([k, [a, b]]) => `${k} ${percent(a / b)}/${b}`)
        .join(", "),
    );
  }
}
if (process.argv.includes("--check")) process.exit(0);

for (const kind of process.argv.includes("--quick") ? [] : kinds) {
  const others = sets.filter((set) => kindOf(set) !== kind);
  const own = sets.filter((set) => kindOf(set) === kind);
  const weights = fitted(others, start);
  console.log(
    `${kind.padEnd(10)} left out: ${percent(mean(own, start, [10]))} before, ${percent(mean(own, weights, [10]))} with weights fitted on the others`,
  );
}
const final = fitted(sets, start);
console.log(`all: ${percent(mean(sets, final, [10]))}`);
for (const [n, name] of FEATURES.entries()) console.log(`  ${name}: ${Number(final[n].toFixed(2))},`);
