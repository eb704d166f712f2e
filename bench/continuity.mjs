// Whether rules, decisions, goals and failures reach the next session: made-up stories played over the hooks, and real
// sessions that a reader marked.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./support/product.mjs";
import { atLeast, fact } from "./support/rows.mjs";

export const question = "Does a new session get what a colleague would hand over, however the last sessions ended?";

const ALONE_PERCENT = 95;
const CROWD_PERCENT = 80;
const HANDOVER_PERCENT = 40;

/** The evaluator ends with 1 below a threshold of its own; what it printed is the result in both cases. */
function evaluatorOutput(args) {
  const env = { ...process.env, THROUGHLINE: `${process.execPath} ${join(root, "bin", "throughline.cjs")}` };
  const { stdout, error } = spawnSync(process.execPath, args, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (error) throw error;
  return stdout;
}

function playedStories(folder, title, least, yardstick, more = []) {
  const given = ["--stories", join(folder, "stories-dev.mjs"), ...more];
  const output = evaluatorOutput([join(folder, "continuity.mjs"), ...given]);
  const hops = [...output.matchAll(/^(.+): (\d+) % of (\d+)$/gm)];
  const [, share, count] = /^continuity: ([\d.]+) % of (\d+) hold/m.exec(output) ?? [];
  if (share === undefined) throw new Error(`the evaluator gave no figure for "${title}":\n${output}`);
  return [
    atLeast(`${title}: what should be given is`, Number(share), "%", least, `of ${count}; ${yardstick}`),
    ...hops.map(([, hop, percent, of]) => fact(`${title}, ${hop}`, Number(percent), "%", `of ${of}`)),
  ];
}

function handedOver(folder, sessions) {
  const into = mkdtempSync(join(tmpdir(), "throughline-handover-"));
  try {
    const out = join(into, "out.json");
    const labels = join(folder, "handover-dev.json");
    const injector = join(root, "bench", "rescue-injector.mjs");
    const given = ["--labels", labels, "--cases", sessions, "--injector", injector, "--json", out];
    execFileSync(process.execPath, [join(folder, "handover.mjs"), ...given], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const { kept, worth, keptBySession } = JSON.parse(readFileSync(out, "utf8")).throughline;
    const marked = JSON.parse(readFileSync(labels, "utf8")).length;
    return [
      atLeast(
        "handover: kept",
        100 * kept,
        "%",
        HANDOVER_PERCENT,
        `${marked} sessions; first version 9.1, the last 2,000 characters 29.8, a second reader 81`,
      ),
      fact("handover: kept, mean over sessions", 100 * keptBySession, "%"),
      atLeast(
        "handover: worth quoting",
        100 * worth,
        "%",
        HANDOVER_PERCENT,
        "first version 46.6, the last 2,000 characters 24.5, a second reader 79",
      ),
    ];
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

export async function run({ note, shared }) {
  const folder = join(shared, "bench", "continuity");
  const sessions = join(shared, "bench", "rescue", "dev", "next");
  for (const path of [folder, sessions]) {
    if (!existsSync(path)) throw new Error(`${path} is not there: --shared DIR says where the sessions are`);
  }
  note("stories, alone");
  const alone = playedStories(folder, "alone", ALONE_PERCENT, "first version 51.5");
  note("stories, in a crowd");
  const crowd = playedStories(folder, "in a crowd", CROWD_PERCENT, "first version 22.7", ["--noise", sessions]);
  note("handover");
  const handover = handedOver(folder, sessions);
  const crowdSize = readdirSync(sessions).length;
  const method = `Stories: made-up sessions over the daemon's hooks, its clock moved by \`faketime\`: a throwaway question, a compaction whose summary forgets, a night, a change of mind, finished work a week later, two sessions at once. Each figure is the share of things that a start should give, or should no longer give. In a crowd: a real session of another project, of ${crowdSize}, is held in the same project at every gap, up to 15 prompts of it. Handover: real sessions of 13 projects, in which a reader marked with a weight what a colleague should hand over to the next session; kept is the weighted share of it that is in the 2,000 characters that the next session is given, worth quoting the share of the quoted characters that the reader marked. These are development sets. The stories were looked at while the rules were written; the weights that choose sentences were fitted on the marked sessions among others, so that the figures of handover flatter ([decision 12](decisions/0012-what-to-hand-over.md) has those of projects that were left out).`;
  return { method, rows: [...alone, ...crowd, ...handover] };
}
