// The estimate against the tokenizer itself, on files that lie here anyway: nothing is copied, everything is read in
// place.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "../dist/index.js";
import { interleave, median, percentile } from "./support/measure.mjs";
import { root } from "./support/product.mjs";
import { atLeast, atMost, fact } from "./support/rows.mjs";

export const question = "How close is the token estimate to a tokenizer's count, and how fast is it?";

const ROUNDS = 30;
const FILES_PER_GROUP = 150;
const CHARACTERS_PER_FILE = 20_000;
const TIMED_CHARACTERS = 500_000;
const HOSTILE_CHARACTERS = 4_000_000;
const HOSTILE = ["a", "A", "aB", "a1", ".a", "9", " ", "\n", "-", "é", "日", "🙂", "\0"];

const packages = (...parts) => join(root, "node_modules", ...parts);

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Of many files every n-th, so that no package outweighs the others. */
function spread(paths) {
  const step = Math.max(1, Math.floor(paths.length / FILES_PER_GROUP));
  return paths.filter((_, at) => at % step === 0).slice(0, FILES_PER_GROUP);
}

// Cut at the end of a line, where there is one: half a character or half a word belongs to no kind.
function textOf(path) {
  const text = readFileSync(path, "utf8");
  if (text.length <= CHARACTERS_PER_FILE) return text;
  const end = text.lastIndexOf("\n", CHARACTERS_PER_FILE);
  return text.slice(0, end > 0 ? end : CHARACTERS_PER_FILE).toWellFormed();
}

const texts = (paths) => spread(paths).map(textOf);

function output(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 27 });
  return status === 0 ? [stdout.slice(0, 10 * CHARACTERS_PER_FILE)] : [];
}

/** The compiler's messages in other languages, without the keys, which are English. */
function messages(language) {
  const path = packages("typescript", "lib", language, "diagnosticMessages.generated.json");
  if (!existsSync(path)) return [];
  const all = Object.values(JSON.parse(readFileSync(path, "utf8")));
  return [all.join("\n").slice(0, 3 * CHARACTERS_PER_FILE)];
}

function locale(name) {
  const path = packages("zod", "v4", "locales", `${name}.js`);
  return existsSync(path) ? [textOf(path)] : [];
}

function byLanguage(read, names) {
  const found = Object.entries(names).map(([language, name]) => [language, read(name)]);
  return Object.fromEntries(found.filter(([, texts]) => texts.length > 0));
}

/** They list every character of an encoding in the order of its codes: JSON by their form, but nothing that is said. */
const isCharacterTable = (path) => path.includes(join("iconv-lite", "encodings", "tables"));

function material() {
  const own = ["src", "scripts", "bench", "test"].flatMap((folder) => filesBelow(join(root, folder)));
  // Hidden folders hold what tools leave behind; the tokenizer's package is mostly its vocabulary.
  const foreign = readdirSync(packages())
    .filter((name) => !name.startsWith(".") && name !== "gpt-tokenizer")
    .flatMap((name) => filesBelow(packages(name)));
  const topmost = readdirSync(root).map((name) => join(root, name));
  const named = (paths, pattern) => paths.filter((path) => pattern.test(path));
  return {
    tables: texts(foreign.filter(isCharacterTable)),
    main: {
      code: [
        ...texts(named(own, /\.(ts|mjs)$/)),
        ...texts(named(foreign, /\.d\.[cm]?ts$/)),
        ...texts(named(foreign, /(?<!locales[\\/][-\w]+)\.[cm]?js$/)),
      ],
      prose: [
        ...texts(named([...topmost, ...filesBelow(join(root, "docs"))], /\.md$|LICENSE$/)),
        ...texts(named(foreign, /[\\/](readme|licen[cs]e|security|contributing)(\.md|\.txt)?$/i)),
      ],
      JSON: [
        ...texts(named([...own, ...topmost], /\.jsonl?$/)),
        ...texts(named(foreign, /(?<!diagnosticMessages\.generated)\.json$/).filter((path) => !isCharacterTable(path))),
      ],
    },
    languages: {
      "East Asian languages": byLanguage(messages, {
        "simplified Chinese": "zh-cn",
        "traditional Chinese": "zh-tw",
        Japanese: "ja",
        Korean: "ko",
      }),
      "European languages": byLanguage(messages, {
        ...{ German: "de", French: "fr", Spanish: "es", Portuguese: "pt-br", Italian: "it" },
        ...{ Polish: "pl", Czech: "cs", Turkish: "tr", Russian: "ru" },
      }),
      "other scripts, in code": byLanguage(locale, {
        Arabic: "ar",
        Hebrew: "he",
        Hindi: "hi",
        Thai: "th",
        Tamil: "ta",
      }),
    },
    output: [
      ...output("git", "log", "--stat", "-n", "100"),
      ...output("ls", "-lR", "src"),
      ...output("npm", "ls", "--all"),
      ...output("git", "grep", "-n", "import"),
    ],
  };
}

/** What looks like a control token is text here, too. */
const reference = (text) => countTokens(text, { disallowedSpecial: new Set() });

function measure(texts) {
  const each = texts
    .filter((text) => text.trim() !== "")
    .map((text) => ({ bytes: Buffer.byteLength(text), counted: reference(text), estimated: estimateTokens(text) }));
  const total = (key) => each.reduce((sum, one) => sum + one[key], 0);
  return { each, bytes: total("bytes"), counted: total("counted"), estimated: total("estimated") };
}

const deviationOf = ({ counted, estimated }) => 100 * (estimated / counted - 1);
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)} %`;

function wordsOf({ each, bytes, counted, ...rest }) {
  const apart = each.map((one) => Math.abs(deviationOf(one)));
  const spreadOfTexts =
    each.length < 10
      ? ""
      : `; one text: median ${median(apart).toFixed(1)} %, p95 ${percentile(apart, 0.95).toFixed(1)} %`;
  return `${signed(deviationOf({ counted, ...rest }))} of ${counted} tokens in ${(bytes / 1e6).toFixed(2)} MB${spreadOfTexts}`;
}

const deviationRow = (what, measured, limit) =>
  atMost(`deviation on ${what}`, Math.abs(deviationOf(measured)), "%", limit, wordsOf(measured));

/** The languages' sum would let one make good for another: the farthest counts. */
function languageRow(what, languages, limit) {
  const each = Object.entries(languages).map(([language, texts]) => [language, deviationOf(measure(texts))]);
  const farthest = Math.max(...each.map(([, deviation]) => Math.abs(deviation)));
  const words = each.map(([language, deviation]) => `${language} ${signed(deviation)}`).join(", ");
  return atMost(`largest deviation among ${what}`, farthest, "%", limit, words);
}

function timed(work, text) {
  const begun = performance.now();
  work(text);
  return performance.now() - begun;
}

const mbPerSecond = (text, ms) => Buffer.byteLength(text) / 1e6 / (ms / 1000);

/** Of each text the same share, so that every kind is in it. */
function sample(all) {
  const share = TIMED_CHARACTERS / all.reduce((sum, text) => sum + text.length, 0);
  return all
    .map((text) => text.slice(0, Math.ceil(text.length * share)))
    .join("\n")
    .toWellFormed();
}

async function speedRows(all) {
  const text = sample(all);
  const times = await interleave(
    { estimate: () => timed(estimateTokens, text), tokenizer: () => timed(reference, text) },
    ROUNDS,
  );
  const [ours, theirs] = [times.estimate, times.tokenizer].map((one) => mbPerSecond(text, median(one)));
  const slowest = HOSTILE.map((unit) => {
    const hostile = unit.repeat(HOSTILE_CHARACTERS / unit.length);
    return { unit, speed: mbPerSecond(hostile, timed(estimateTokens, hostile)) };
  }).reduce((worst, one) => (one.speed < worst.speed ? one : worst));
  return [
    atLeast("speed", ours, "MB/s", 20, `gpt-tokenizer ${theirs.toFixed(1)} MB/s`),
    fact("speed as a multiple of the tokenizer's", ours / theirs, "×"),
    atLeast(
      `slowest of ${HOSTILE.length} hostile texts`,
      slowest.speed,
      "MB/s",
      20,
      `the one of \`${JSON.stringify(slowest.unit)}\``,
    ),
  ];
}

export async function run({ note, shared, files }) {
  const { main, languages, output: printed, tables } = material();
  note("counting with the tokenizer");
  const measured = Object.entries(main).map(([kind, own]) => [kind, measure(own)]);
  const rows = measured.map(([kind, one]) => deviationRow(kind, one, 10));
  rows.push(deviationRow("all three", measure(Object.values(main).flat()), 5));
  for (const [what, found] of Object.entries(languages)) rows.push(languageRow(what, found, 20));
  rows.push(deviationRow("output of commands", measure(printed), 20));
  if (tables.length > 0) {
    const apart = measure(tables);
    rows.push(fact("deviation on character tables", Math.abs(deviationOf(apart)), "%", wordsOf(apart)));
  }
  const transcripts = filesBelow(join(shared, "harness", "transcripts")).filter((path) => /\.jsonl?$/.test(path));
  if (transcripts.length > 0) rows.push(deviationRow("agents' transcripts", measure(transcripts.map(textOf)), 10));
  if (files.length > 0) rows.push(deviationRow("the files named", measure(files.flatMap(filesBelow).map(textOf)), 10));
  note("timing");
  rows.push(
    ...(await speedRows([...Object.values(main), printed, ...Object.values(languages).flatMap(Object.values)].flat())),
  );
  return {
    method: `The sum of the estimates of single texts against o200k's count by gpt-tokenizer. Code, prose and JSON: this repository's own files and those of its packages, at most ${FILES_PER_GROUP} of each group and ${CHARACTERS_PER_FILE} characters of each; other languages: the messages of TypeScript and zod. The tables of iconv-lite, which list all characters of an encoding in order, are JSON but not text; they are counted apart and not among JSON. Some of these files were among those on which the estimate's figures were fitted. No figure was fitted on the transcripts, but they were looked at while it was made; files that you name with \`--files PATH\` are new to it. Speed: ${TIMED_CHARACTERS / 1e6} million characters of all of it, in turn with the tokenizer, medians of ${ROUNDS} rounds. Hostile texts: ${HOSTILE_CHARACTERS / 1e6} million characters of one kind.`,
    rows,
  };
}
