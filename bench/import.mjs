// How fast the histories that clients left on disk are taken in, and what memory that takes.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, pause } from "./support/measure.mjs";
import { Product } from "./support/product.mjs";
import { atMost, exactly, fact } from "./support/rows.mjs";
import { generatedTranscripts, realTranscripts } from "./support/transcripts.mjs";

export const question = "How fast is an import of clients' histories, and how much memory does it need?";

const ROUNDS = 5;
const MB = 1e6;
const SMALL_MB = 2;
const LONG_MB = 40;
const LONGER_MB = 200;
const VERY_LONG_MB = 400;
/**
 * Within some seconds V8 takes what it may before it gives anything back; behind that, twice the length may add next to
 * nothing.
 */
const MOST_GROWTH = 1.1;

function leave(product, transcripts) {
  const folder = join(product.folder, ".claude", "projects", "acme");
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  let number = 0;
  for (const transcript of transcripts) {
    number += 1;
    bytes += transcript.length;
    writeFileSync(join(folder, `transcript-${number}.jsonl`), transcript);
  }
  return { folder, bytes };
}

/** The yardstick: every file read whole, cut into lines, and each line parsed. */
function readAndParse(folder) {
  const begun = performance.now();
  let lines = 0;
  for (const name of readdirSync(folder))
    for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
      if (line === "") continue;
      JSON.parse(line);
      lines += 1;
    }
  return { ms: performance.now() - begun, lines };
}

/** From the request to the end, as the daemon tells it: finding, reading and storing. */
async function importAll(product) {
  const begun = Date.now();
  const { status, text } = await product.request("POST", "/api/import", JSON.stringify({ userHome: product.folder }));
  if (status !== 200) throw new Error(`the import did not begin: ${text}`);
  for (;;) {
    const account = await product.get("/api/import");
    if (account.state === "done") return { ...account, ms: Date.parse(account.finishedAt) - begun };
    if (account.state !== "running") throw new Error(`the import ended as ${account.state}: ${account.error}`);
    await pause(50);
  }
}

async function withProduct(transcripts, measure) {
  const product = new Product();
  try {
    const left = leave(product, transcripts());
    product.up();
    return await measure(product, left);
  } finally {
    await product.dispose();
  }
}

const round = (transcripts) =>
  withProduct(transcripts, async (product, { folder, bytes }) => {
    const before = readAndParse(folder).ms;
    const account = await importAll(product);
    const yardstick = (before + readAndParse(folder).ms) / 2;
    const again = await importAll(product);
    return { ...account, yardstick, bytes, againMs: again.ms, againMessages: again.messages };
  });

const highWater = (megabytes) =>
  withProduct(
    () => generatedTranscripts(1, megabytes * MB),
    async (product) => {
      const { messages } = await importAll(product);
      const status = readFileSync(`/proc/${product.pid}/status`, "utf8");
      return { messages, megabytes: Number(status.match(/^VmHWM:\s+(\d+) kB/m)?.[1]) / 1024 };
    },
  );

function materialOf(files, shared) {
  const cases = ["cases-dev", "next-dev"].map((name) => join(shared, "bench", "rescue", name)).filter(existsSync);
  const given = files.length > 0 ? files : cases;
  if (given.length > 0) return { transcripts: () => realTranscripts(given), words: "real transcripts of Claude Code" };
  return {
    transcripts: () => generatedTranscripts(50, MB),
    words: "generated transcripts in the form of Claude Code's",
  };
}

export async function run({ note, shared, files }) {
  const { transcripts, words } = materialOf(files, shared);
  const rounds = [];
  for (let n = 0; n <= ROUNDS; n++) {
    const measured = await round(transcripts);
    const rate = measured.bytes / MB / (measured.ms / 1000);
    note(`round ${n}: ${rate.toFixed(1)} MB/s, ${(measured.ms / measured.yardstick).toFixed(2)} ×`);
    if (n > 0) rounds.push(measured);
  }
  const [{ bytes, sessions, messages }] = rounds;
  const ratios = rounds.map(({ ms, yardstick }) => ms / yardstick);
  const parsing = median(rounds.map(({ yardstick }) => bytes / MB / (yardstick / 1000)));
  const memory = {};
  for (const size of [SMALL_MB, LONG_MB, LONGER_MB, VERY_LONG_MB]) {
    memory[size] = (await highWater(size)).megabytes;
    note(`a file of ${size} MB: ${memory[size].toFixed(0)} MB at most`);
  }
  return {
    options: files.length > 0 ? " --files PATH" : "",
    method: `${sessions} ${words}, ${(bytes / MB).toFixed(1)} MB with ${messages} messages, lie where the client would leave them; a fresh daemon is asked over HTTP to import them, and timed from the request until it says that all is stored: finding, reading, redacting, hashing, compressing and storing; what is derived (the index) is made afterwards. In turn with it, this process reads each file whole, cuts it into lines and parses each with \`JSON.parse\`, once before and once after; ${ROUNDS} rounds, the first one not counted, the machine shared with other work. Memory: the most that the daemon ever held (VmHWM) by the end of importing one generated transcript, of ${SMALL_MB}, ${LONG_MB}, ${LONGER_MB} and ${VERY_LONG_MB} MB, each in a fresh home.`,
    rows: [
      fact(
        "speed: median",
        median(rounds.map(({ ms }) => bytes / MB / (ms / 1000))),
        "MB/s",
        `reading and \`JSON.parse\` alone: ${parsing.toFixed(0)} MB/s`,
      ),
      atMost(
        "time: median",
        median(ratios),
        "× reading and `JSON.parse`",
        4,
        `${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}`,
      ),
      exactly(
        "messages that a second import takes in",
        Math.max(...rounds.map(({ againMessages }) => againMessages)),
        "",
        0,
        `it takes ${median(rounds.map(({ againMs }) => againMs)).toFixed(0)} ms`,
      ),
      ...[SMALL_MB, LONG_MB, LONGER_MB].map((size) =>
        fact(`memory, a file of ${size} MB: high-water mark`, memory[size], "MB"),
      ),
      atMost(
        `memory, a file of ${VERY_LONG_MB} MB: high-water mark`,
        memory[VERY_LONG_MB] / memory[LONGER_MB],
        `× that of ${LONGER_MB} MB`,
        MOST_GROWTH,
        `${memory[VERY_LONG_MB].toFixed(0)} MB`,
      ),
    ],
  };
}
