// Labelled sentences of agents in ten languages: is a refusal heard, and is ordinary work talk left alone?
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { root } from "./support/product.mjs";
import { atLeast, fact } from "./support/rows.mjs";
import { importSource } from "./support/source.mjs";

export const question = "Are an agent's refusals detected, and reports of failure not mistaken for them?";

const labelled = (half) => JSON.parse(readFileSync(join(root, "bench", "data", `refusals-${half}.json`), "utf8"));
const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);
const LEAST = { precision: 95, recall: 80 };

function rowsOf(refusalsIn, name, half, note) {
  const judged = labelled(half).map((one) => ({ ...one, found: refusalsIn(one.said).length > 0 }));
  const heard = judged.filter(({ refusal, found }) => refusal && found);
  const falsely = judged.filter(({ refusal, found }) => !refusal && found);
  const missed = judged.filter(({ refusal, found }) => refusal && !found);
  for (const { language, said } of falsely) note(`${half}: falsely (${language}): ${said}`);
  for (const { language, said } of missed) note(`${half}: missed (${language}): ${said}`);
  const refusals = heard.length + missed.length;
  const told = heard.length + falsely.length;
  const languages = new Set(judged.map(({ language }) => language)).size;
  return [
    atLeast(
      `${name}: precision`,
      percent(heard.length, told),
      "%",
      LEAST.precision,
      `${falsely.length} false of ${told}`,
    ),
    atLeast(`${name}: recall`, percent(heard.length, refusals), "%", LEAST.recall, `${heard.length} of ${refusals}`),
    fact(`${name}: sentences that only sound like one`, judged.length - refusals, "", `in ${languages} languages`),
  ];
}

/**
 * Replies that somebody else's assistants gave in long conversations about work, where the benchmark's data is at hand.
 */
function amongOthers(refusalsIn, data, note) {
  const file = join(data, "beam-dev.json.gz");
  if (!existsSync(file)) return [];
  const { groups } = JSON.parse(gunzipSync(readFileSync(file)).toString());
  const replies = groups.flatMap(({ docs }) => docs).filter(({ speaker }) => speaker === "assistant");
  const told = replies.filter(({ text }) => refusalsIn(text).length > 0);
  for (const { text } of told) note(`reported in BEAM: ${refusalsIn(text)[0]}`);
  return [fact("taken for refusals in the replies of BEAM's conversations", told.length, "", `of ${replies.length}`)];
}

/** How long one probe takes over a session as long as it is ever given. */
function probed({ probe }) {
  const replies = Array.from({ length: 400 }, (_, n) => ({
    ...{ kind: "text", role: "assistant", seq: n + 1, createdAt: "2026-01-01T00:00:00.000Z" },
    content: `I looked at part ${n} of the parser and ran its tests. ${n % 4 === 0 ? "I cannot see yet why one fails. " : ""}${"The others pass now. ".repeat(10)}`,
  }));
  const took = Array.from({ length: 20 }, () => {
    const begun = performance.now();
    probe(replies, { probeTokens: 2000, maxDelta: 0.2 });
    return performance.now() - begun;
  });
  return took.sort((a, b) => a - b)[10] ?? 0;
}

export async function run({ note, data }) {
  const { refusalsIn } = await importSource("extensions/governance/safety/refusals.ts");
  const halves = { development: "development", "held out": "held-out" };
  const rows = Object.entries(halves).flatMap(([name, half]) => rowsOf(refusalsIn, name, half, note));
  const ms = probed(await importSource("extensions/governance/safety/probe.ts"));
  return {
    method:
      'Sentences as agents say them, `bench/data/refusals-*.json`, written before the rules: refusals, and talk of work that only sounds like one ("I cannot find the file", "the server refuses the connection"). The rules were made on the development half; the held-out half was run once they were done, and none was changed for it. But one hand wrote both halves and then the rules, within minutes: the figures say that the rules do what they are meant to, not how often agents refuse in other words. The replies of the assistants in BEAM (development part), which were not looked at for the rules, show how often talk of work is taken for a refusal. A sentence counts as detected if any part of it is taken for a refusal. No model.',
    rows: [
      ...rows,
      ...amongOthers(refusalsIn, data, note),
      fact("one probe over 400 replies, median", ms, "ms", "the most that a probe is given"),
    ],
  };
}
