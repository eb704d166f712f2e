// Whether an agent that lost its context is given what it needs next: on real compactions of real sessions.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { root } from "./support/product.mjs";
import { atLeast, fact } from "./support/rows.mjs";

export const question = "After a compaction or a new start, how much of what the agent needs again is it given?";

const SETS = [
  {
    ...{ name: "compactions", cases: "cases" },
    peers: "first version 21.4, most frequent things 14.1, recent and frequent and not in the summary 20.8",
  },
  {
    ...{ name: "next sessions", cases: "next" },
    peers: "first version 52.4, most frequent things 43.8, recent and frequent 40.1",
  },
  {
    ...{ name: "long sessions, cut", cases: "cut" },
    peers: "first version 39.6, most frequent things 39.7, recent and frequent 34.2",
  },
];
/** What the first version reached on these sets, as the mean of the three. */
const FIRST_VERSION = 37.8;
/** A place that is so many lines off is still the place. */
const NEARBY = 15;
const CALLS = 60;

const percent = (share) => 100 * share;

/** What the evaluator says of one set, with the texts that were given. */
function evaluated(folder, { cases }) {
  const into = mkdtempSync(join(tmpdir(), "throughline-rescue-"));
  try {
    const out = join(into, "out.json");
    const injector = join(root, "bench", "rescue-injector.mjs");
    const sets = ["--cases", join(folder, "dev", cases), "--df", join(folder, "df.json.gz")];
    const given = [...sets, "--injector", injector, "--json", out, "--dump", into];
    execFileSync(process.execPath, [join(folder, "rescue.mjs"), ...given], { stdio: ["ignore", "ignore", "inherit"] });
    const texts = join(into, "throughline");
    return {
      overall: JSON.parse(readFileSync(out, "utf8")).injectors.throughline.overall,
      texts: new Map(
        readdirSync(texts).map((name) => [name.replace(/\.txt$/, ""), readFileSync(join(texts, name), "utf8")]),
      ),
    };
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

/** The reads of a transcript, in order. */
function readsIn(path, mostCalls = Number.POSITIVE_INFINITY) {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").split("\n");
  const calls = lines.flatMap((line) => {
    if (line.trim() === "") return [];
    const { type, isSidechain, message, cwd } = JSON.parse(line);
    if (type !== "assistant" || isSidechain || !Array.isArray(message?.content)) return [];
    return message.content.filter((block) => block.type === "tool_use").map((block) => ({ ...block, cwd }));
  });
  return calls
    .slice(0, mostCalls)
    .filter(({ name, input }) => name === "Read" && input?.file_path)
    .map(({ input, cwd }) => {
      const file = input.file_path.startsWith(`${cwd}/`) ? input.file_path.slice(cwd.length + 1) : input.file_path;
      return { file, from: Number(input.offset), count: Number(input.limit) || 2000 };
    });
}

const shortOf = (file) => file.split("/").slice(-2).join("/");

/** Whether the text says where to look in this file: a line of it, or a part, that is about there. */
function pointsTo(text, { file, from, count }) {
  const lines = text.split("\n").filter((line) => line.includes(file) || line.includes(` ${shortOf(file)}`));
  const places = lines.flatMap((line) => [...line.matchAll(/[:,](\d+)(?:-(\d+))?/g)]);
  return places.some(([, first, last = first]) => last >= from - NEARBY && first <= from + count + NEARBY);
}

/** How many of the later reads of a part of a file that had been read before the text would have pointed to. */
function pointing(folder, texts) {
  let [again, pointed] = [0, 0];
  for (const [id, text] of texts) {
    const before = new Set(readsIn(join(folder, id, "before.jsonl.gz")).map(({ file }) => file));
    const later = readsIn(join(folder, id, "after.jsonl.gz"), CALLS).filter(
      ({ file, from }) => from > 0 && before.has(file),
    );
    again += later.length;
    pointed += later.filter((one) => pointsTo(text, one)).length;
  }
  return { again, pointed };
}

export async function run({ note, shared }) {
  const folder = join(shared, "bench", "rescue");
  if (!existsSync(folder)) throw new Error(`${folder} is not there: --shared DIR says where the sessions are`);
  const rows = [];
  const shares = [];
  const counts = [];
  for (const set of SETS) {
    note(set.name);
    const { overall, texts } = evaluated(folder, set);
    const [low, high] = overall.again95.map(percent);
    shares.push(percent(overall.again));
    counts.push(`${texts.size} ${set.name}`);
    rows.push(
      fact(
        `${set.name}: found again and used, given`,
        percent(overall.again),
        "%",
        `95 % interval ${low.toFixed(0)} to ${high.toFixed(0)}; ${set.peers}`,
      ),
      fact(`${set.name}: mean over projects`, percent(overall.againByProject), "%", `${overall.projects} projects`),
      fact(`${set.name}: all that was needed and gone, given`, percent(overall.recall), "%", "rare things count more"),
      fact(`${set.name}: of what was given, needed at all`, percent(overall.precision), "%", "by weight"),
      fact(`${set.name}: length`, overall.meanChars, "characters", `${overall.meanItems} things`),
    );
    if (set.cases !== "cases") continue;
    const { again, pointed } = pointing(join(folder, "dev", set.cases), texts);
    const share = percent(pointed / again);
    rows.push(fact("parts of files read again that the text points to", share, "%", `${pointed} of ${again}`));
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  rows.unshift(atLeast("mean of the three sets", mean, "%", FIRST_VERSION, `first version ${FIRST_VERSION}`));
  const method = `Real sessions of 13 and more open-source projects, by an evaluator that is not part of this repository: ${counts.join(", ")}. \`bench/rescue-injector.mjs\` plays the client's hooks over the library (start, compaction with the client's own summary, next tool call; or end and the next start) and hands over what they were given, at most 2,000 characters. What counts is what the agent had seen before, could see no more, found again with a tool, and then used in one of its next 60 tool calls; a session counts at most 6 things, the evaluator credits 60 at most. A read of a part of a file counts as pointed to where the text names the file with a line or a part within 15 lines of it. These are development sets: expect somewhat less on others. The measure credits naming; [continuity](#continuity) measures whether what was said is handed over, and both share the 2,000 characters.`;
  return { method, rows };
}
