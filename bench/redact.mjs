// Secrets caught, innocent text left alone, and how fast: the evaluator's own program on its own data, where they are.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { create } from "./redactor.mjs";
import { median } from "./support/measure.mjs";
import { root, temporaryFolder } from "./support/product.mjs";
import { atLeast, atMost } from "./support/rows.mjs";

export const question = "Are secrets removed, is innocent text left alone, and is it fast?";

const EVALUATIONS = 15;
const GENERATED_MB = 4;

function evaluate(evaluator, data) {
  const folder = temporaryFolder();
  try {
    const json = join(folder, "result.json");
    const redactor = join(root, "bench", "redactor.mjs");
    const args = [evaluator, "--data", data, "--redactor", redactor, "--json", json];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`the evaluator ended with ${status}: ${stderr}`);
    return JSON.parse(readFileSync(json, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HOSTILE = {
  "one letter": "a".repeat(1e5),
  "A=": "A=".repeat(5e4),
  "key=": "key=".repeat(25_000),
  BEGIN: "-----BEGIN RSA PRIVATE KEY-----\n".repeat(2000),
  eyJ: `eyJ${"a.".repeat(5e4)}`,
  "password:": "password: ".repeat(1e4),
  "://": "postgres://".repeat(1e4),
  quotes: `token="${'\\"'.repeat(5e4)}`,
};

function generatedText() {
  const line = (at) =>
    [
      `at ${at} commit ${(at * 2654435761).toString(16).padStart(40, "0")} changed src/auth/session-${at}.ts`,
      `  const token = await issue({ subject: user.id, expiresIn: ${at} }); // token expiration`,
      `{"path":"src/queue/import.ts","line":${at},"text":"export function rotate() {}"}`,
      `integrity sha512-${Buffer.from(`block ${at}`.repeat(6)).toString("base64")}`,
    ].join("\n");
  const lines = [];
  for (let length = 0, at = 0; length < GENERATED_MB * 1e6; at++) {
    lines.push(line(at));
    length += lines.at(-1).length + 1;
  }
  return lines.join("\n");
}

async function onGeneratedText() {
  const redactor = await create();
  const timed = async (text) => {
    const begun = performance.now();
    await redactor.redact(text);
    return performance.now() - begun;
  };
  await timed(generatedText().slice(0, 2e5));
  const text = generatedText();
  const mbPerSecond = text.length / 1e6 / ((await timed(text)) / 1000);
  let slowest = 0;
  let worst = "";
  for (const [name, hostile] of Object.entries(HOSTILE)) {
    const ms = await timed(hostile);
    if (ms > slowest) [slowest, worst] = [ms, name];
  }
  return { mbPerSecond, slowest, worst };
}

function speedRows({ mbPerSecond, slowest, worst }, where, words) {
  return [
    atLeast(`speed on ${where}`, mbPerSecond, "MB/s", 20, words),
    atMost(`slowest hostile text, ${where}`, slowest, "ms", 50, worst && `the one of \`${worst}\``),
  ];
}

export async function run({ note, shared }) {
  const evaluator = join(shared, "bench", "redaction-eval.mjs");
  const data = join(shared, "bench", "data", "redaction-dev.json.gz");
  const own = speedRows(await onGeneratedText(), "generated text");
  const generated = `Generated text: ${GENERATED_MB} MB of paths, code, JSON, commit and integrity hashes; ${Object.keys(HOSTILE).length} hostile texts of 50 to 220 KB.`;
  if (!existsSync(evaluator) || !existsSync(data)) {
    note("the evaluator's data is not here; only speed is measured");
    const method = `${generated} The evaluator's data was not there, so that what is caught and what is left alone was not measured: \`--shared DIR\` names the folder that holds \`bench/redaction-eval.mjs\` and \`bench/data\`.`;
    return { method, rows: own };
  }
  // Each is a process of its own, which has hardly begun when it is timed.
  const runs = Array.from({ length: EVALUATIONS }, () => evaluate(evaluator, data));
  const speeds = runs.map(({ mbPerSecond }) => mbPerSecond);
  const slowest = Math.max(...runs.map((one) => one.slowest));
  const result = { ...runs[0], mbPerSecond: median(speeds), slowest };
  const spread = `median of ${EVALUATIONS} processes, ${Math.min(...speeds).toFixed(1)} to ${Math.max(...speeds).toFixed(1)}`;
  const rows = [
    atLeast("secrets caught", 100 * result.caught, "%", 97, "Signet's patterns 45 %, gitleaks' rules 73 %"),
    atMost("innocent texts changed", 100 * result.changed, "%", 1, "Signet's patterns 32 %, gitleaks' rules 0.4 %"),
    ...speedRows(result, "the evaluator's text", spread),
    ...own,
  ];
  return {
    method: `\`redaction-eval.mjs\` on its development data, through \`bench/redactor.mjs\`. ${generated}`,
    rows,
  };
}
