// Fits the weights by which sentences are chosen for the next session, on real sessions marked by readers:
//   node scripts/fit-handover.mjs --cases DIR [--cases DIR …] --labels FILE [--labels FILE …]
// Prints the weights that the reading of the work uses (reading/weights.ts) and what they reach on projects that were
// left out of the fit. The sessions and the labels stay where they are; only weights are committed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { importSource } from "../bench/support/source.mjs";

const all = (name) => process.argv.flatMap((word, at) => (word === name ? [process.argv[at + 1]] : []));
const { SessionReader } = await importSource("work/reading/session-reader.ts");
const { FEATURES } = await importSource("work/reading/weights.ts");
const { readLine } = await importSource("harnesses/claude-code/transcript.ts");
const { wordSet, shareWithin } = await importSource("work/reading/message-pieces.ts");

const SHARE = 0.6;
const HOLD = 20;
const ROUNDS = 400;
const RATE = 0.5;
const BUDGET = 1300;
const PER_MESSAGE = 600;

function readSession(folder) {
  const reader = new SessionReader();
  let seq = 0;
  const lines = gunzipSync(readFileSync(join(folder, "before.jsonl.gz")))
    .toString("utf8")
    .split("\n");
  for (const line of lines) {
    if (line === "" || JSON.parse(line).isSidechain) continue;
    for (const entry of readLine(line)) reader.add({ ...entry, seq: ++seq });
  }
  return reader.scored();
}

const sessions = all("--labels")
  .flatMap((file) => JSON.parse(readFileSync(file, "utf8")))
  .flatMap(({ id, labels }) => {
    const folder = all("--cases")
      .map((dir) => join(dir, id))
      .find(existsSync);
    if (folder === undefined) return [];
    const { project } = JSON.parse(readFileSync(join(folder, "meta.json"), "utf8"));
    const marked = labels.map(({ quote, weight }) => ({ words: wordSet(quote), weight }));
    const sentences = readSession(folder).map(({ text, seq, features, by }) => {
      const words = wordSet(text);
      const worth = marked
        .filter(
          (label) =>
            shareWithin(label.words, words) >= SHARE || (words.size >= 4 && shareWithin(words, label.words) >= SHARE),
        )
        .reduce((most, { weight }) => Math.max(most, weight), 0);
      return { text, seq, by, words, worth, numbers: FEATURES.map((name) => features[name]) };
    });
    return [{ id, project, marked, sentences }];
  });

/** Logistic regression by gradient descent on standardised numbers; what is marked counts by its weight. */
function weightsFor(sentences) {
  const size = FEATURES.length;
  const mean = FEATURES.map((_, at) => sentences.reduce((sum, { numbers }) => sum + numbers[at], 0) / sentences.length);
  const deviation = FEATURES.map(
    (_, at) =>
      Math.sqrt(sentences.reduce((sum, { numbers }) => sum + (numbers[at] - mean[at]) ** 2, 0) / sentences.length) || 1,
  );
  const rows = sentences.map(({ numbers, worth }) => ({
    x: numbers.map((number, at) => (number - mean[at]) / deviation[at]),
    y: worth > 0 ? 1 : 0,
    weight: worth > 0 ? worth / 2 : 1,
  }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const w = Array(size).fill(0);
  const speed = Array(size + 1).fill(0);
  let bias = -2;
  for (let round = 0; round < ROUNDS; round++) {
    const slope = Array(size + 1).fill(0);
    for (const { x, y, weight } of rows) {
      const z = x.reduce((sum, value, at) => sum + value * w[at], bias);
      const error = (1 / (1 + Math.exp(-z)) - y) * weight;
      for (let at = 0; at < size; at++) slope[at] += error * x[at];
      slope[size] += error;
    }
    for (let at = 0; at <= size; at++) {
      speed[at] = 0.9 * speed[at] - RATE * ((slope[at] + (at < size ? HOLD * w[at] : 0)) / total);
      if (at < size) w[at] += speed[at];
      else bias += speed[at];
    }
  }
  const weights = w.map((weight, at) => weight / deviation[at]);
  return { weights, bias: bias - weights.reduce((sum, weight, at) => sum + weight * mean[at], 0) };
}

const scoreBy =
  ({ weights, bias }) =>
  ({ numbers }) =>
    1 / (1 + Math.exp(-numbers.reduce((sum, number, at) => sum + number * weights[at], bias)));

/** As the briefing does it: by likelihood for what it costs, joined by message, nothing twice. */
function chosen(sentences, score) {
  const ranked = sentences
    .map((one) => ({ ...one, value: score(one) / (one.text.length + 10) ** 0.3 }))
    .sort((a, b) => b.value - a.value);
  const lines = new Map();
  const taken = [];
  let used = 0;
  for (const one of ranked) {
    const line = lines.get(one.seq);
    const cost = one.text.length + (line ? 3 : 20);
    if (used + cost > BUDGET || (line?.length ?? 0) + one.text.length > PER_MESSAGE) continue;
    if (taken.some((other) => shareWithin(one.words, other.words) >= 0.7)) continue;
    taken.push(one);
    lines.set(one.seq, line === undefined ? one.text : `${line} … ${one.text}`);
    used += cost;
  }
  return [...lines.values()].map(wordSet);
}

const keptBy = ({ marked }, lines) =>
  marked.reduce(
    (sum, { words, weight }) => sum + (lines.some((line) => shareWithin(words, line) >= SHARE) ? weight : 0),
    0,
  );

const projects = [...new Set(sessions.map(({ project }) => project))];
const sums = new Map();
for (const project of projects) {
  const model = weightsFor(sessions.filter((one) => one.project !== project).flatMap(({ sentences }) => sentences));
  for (const session of sessions.filter((one) => one.project === project)) {
    const sum = sums.get(project) ?? { kept: 0, all: 0 };
    sum.kept += keptBy(session, chosen(session.sentences, scoreBy(model)));
    sum.all += session.marked.reduce((total, { weight }) => total + weight, 0);
    sums.set(project, sum);
  }
}
const share = ({ kept, all: whole }) => (100 * kept) / whole;
const total = [...sums.values()].reduce((a, b) => ({ kept: a.kept + b.kept, all: a.all + b.all }));
const macro = [...sums.values()].reduce((sum, one) => sum + share(one), 0) / sums.size;
console.log(
  `${sessions.length} sessions of ${projects.length} projects; left out project by project, ${BUDGET} characters:`,
);
console.log(`kept ${share(total).toFixed(1)} %, mean over projects ${macro.toFixed(1)} %`);
const { weights, bias } = weightsFor(sessions.flatMap(({ sentences }) => sentences));
for (const [at, name] of FEATURES.entries()) console.log(`  ${name}: ${weights[at].toFixed(3)},`);
console.log(`BIAS = ${bias.toFixed(3)}`);
