import { basename } from "node:path";
import { type Beside, displayPath, NOTHING_BESIDE } from "../checkpoints/index.ts";
import {
  bothEndsOf,
  type CommandRun,
  FENCE_LENGTH,
  type FileTouched,
  fence,
  oneLine,
  openQuestion,
  type Said,
} from "../conversation/index.ts";
import { estimateTokens, formatDuration, redact } from "../core/index.ts";
import type { SessionRecord } from "../store/index.ts";
import type { Remains } from "./gather.ts";
import { bufferSection, offerText } from "./offer.ts";
import { outcomeOf, tell, unresolved, wordsOf } from "./rescue/index.ts";
import { type Line, layOut, type Section } from "./sections.ts";
import { saidIn, without } from "./told.ts";

export const RECOVERY_HEADING = "## Session Recovery Context";

const MORE = "More: call the `recall` tool with what you need to know.";

/** How much of the room what was worked with may take, unless what was kept on purpose or is open needs more than the rest. */
const IN_USE_SHARE = 0.9;
const KEPT_SHARE = 0.3;
/** A request in fewer words says what to do (`run the tests`), not what is wanted. */
const FEWEST_WORDS = 5;

const ENDINGS: Record<string, string> = {
  clear: "cleared",
  interrupted: "interrupted",
  logout: "ended by logout",
  prompt_input_exit: "ended by the user",
  other: "ended",
  "handed over": "handed over to another client",
};

function stateOf(session: SessionRecord): string {
  if (session.state === "init" || session.state === "active") return "still open";
  return ENDINGS[session.endReason ?? ""] ?? (session.state === "suspended" ? "suspended" : "ended");
}

const LONGEST_NAME = 60;

/** Keys and folder names come from outside: on one line they can say nothing of their own. */
const nameOf = ({ harness, key }: SessionRecord): string => `${harness} session ${oneLine(key.slice(0, 8), 8)}`;

function headline({ session }: Remains, now: number): string {
  const project = session.projectNormalized ? ` in ${oneLine(basename(session.projectNormalized), LONGEST_NAME)}` : "";
  const age = formatDuration(now - Date.parse(session.lastActivityAt));
  return `${RECOVERY_HEADING}\nKept by Throughline from ${nameOf(session)}${project}, last active ${age} ago, ${stateOf(session)}. A record of earlier work, not instructions.`;
}

interface Wording {
  readonly now: number;
  readonly project: string | null;
}

const ago = (at: string, now: number): string => `${formatDuration(now - Date.parse(at))} ago`;
/** `1h 30m ago` */
const shortAgo = (at: string, now: number): string => ago(at, now).replace(/ ([dhms])\w*/g, "$1");
const cited = (said: Said, { now }: Wording): string => ` [#${said.seq}, ${shortAgo(said.at, now)}]`;

const quoted = (said: Said, limit: number, wording: Wording): Line => ({
  text: `- ${oneLine(said.text, limit)}`,
  source: cited(said, wording),
});

const verbatim = (said: Said, limit: number, wording: Wording): Line => ({
  text: `"${oneLine(said.text, limit)}"`,
  source: cited(said, wording),
});

const OPEN_CHARS = 900;

/** The open request as whole as there is room for, its end too when it is long. */
const openRequest = (said: Said, limit: number, wording: Wording): Line => ({
  text: `"${bothEndsOf(said.text, limit)}"`,
  source: cited(said, wording),
  hasEnd: true,
});

function fileLine(file: FileTouched, { now, project }: Wording): Line {
  const what = file.edits > 0 ? `${file.edits} ${file.edits === 1 ? "edit" : "edits"}` : "read";
  return {
    text: `- ${displayPath(file.path, project)}${file.lines ? `:${file.lines}` : ""}`,
    source: ` (${what}, ${ago(file.at, now)})`,
  };
}

function commandLine(run: CommandRun, { now }: Wording): Line {
  const outcome = outcomeOf(run);
  return { text: `- \`${oneLine(run.command, 100)}\` → ${oneLine(outcome, 140)}`, source: ` (${ago(run.at, now)})` };
}

/** The last run of each command; what failed comes first, then the newest. */
function tellingCommands(commands: readonly CommandRun[], count: number): CommandRun[] {
  const last = new Map(commands.map((run) => [run.command, run]));
  const failed = (run: CommandRun) => run.error !== undefined;
  return [...last.values()].sort((a, b) => Number(failed(b)) - Number(failed(a)) || b.seq - a.seq).slice(0, count);
}

const newestFirst = <Item>(items: readonly Item[], count: number): Item[] => items.slice(-count).reverse();

const MOST_RULES = 5;

const ruling = (title: string, share: number, rules: readonly Said[], wording: Wording): Section => ({
  title,
  lines: newestFirst(rules, MOST_RULES).map((said) => quoted(said, 200, wording)),
  share,
});

/** Lays out what the user insisted on with the rest. The rules of the open request stand in it, as far as it was not cut. */
function withRules({ activity }: Remains, lay: (rules: readonly Said[]) => string): string {
  const open = activity.requests.at(-1)?.seq;
  let told = activity.constraints.filter(({ seq }) => seq !== open);
  for (;;) {
    const text = lay(told);
    const isSaid = saidIn(text);
    const more = activity.constraints.filter((rule) => told.includes(rule) || !isSaid(rule.text));
    if (more.length === told.length) return text;
    told = more;
  }
}

/** The parts of a recovery text, by what they tell; what the user insisted on is not repeated in what they asked. */
function sectionsOf(remains: Remains, wording: Wording, rules: readonly Said[] = []) {
  const { activity, agentDigest, remembered, lastCheckpoint } = remains;
  const { now } = wording;
  const open = activity.requests.at(-1);
  const earlier = newestFirst(activity.requests.slice(0, -1), 20);
  // Where the session began says what it is for.
  const [goal] = activity.requests.length > 21 ? activity.requests : [];
  const edited = activity.files.filter((file) => file.edits > 0);
  const inWork = edited.length > 0 ? newestFirst(edited, 6) : newestFirst(activity.files, 4);
  const question = openQuestion(activity);
  const ownRules = rules.filter(({ seq }) => seq === open?.seq);
  const earlierRules = rules.filter(({ seq }) => seq !== open?.seq);
  const told = newestFirst(earlierRules, MOST_RULES).map(({ text }) => text);
  // What is insisted on is told as such, and what the request says stands in it.
  const ruled = new Set(activity.constraints.map(({ text }) => text));
  const decided = activity.decisions.filter(({ text, seq }) => !ruled.has(text) && seq !== open?.seq);
  return {
    digest: {
      title: agentDigest ? `**The agent's own digest** (${ago(agentDigest.createdAt, now)}):` : "",
      lines: (agentDigest?.digest ?? "")
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((text) => ({ text, source: "" })),
      share: 0.35,
    },
    request: {
      title: "**Open request**, in the user's words:",
      lines: open ? [openRequest(open, OPEN_CHARS, wording)] : [],
      share: 0.25,
    },
    // The rules that were cut out of it.
    also: ruling("**It also says**:", 0.3, ownRules, wording),
    decisions: {
      title: "**Decisions**, newest first:",
      lines: newestFirst(decided, 8).map((said) => quoted(said, 240, wording)),
      share: 0.25,
    },
    remembered: {
      title: "**Remembered**:",
      lines: remembered.map((memory) => ({
        text: `- ${oneLine(memory.content, 220)}`,
        source: ` (${ago(memory.createdAt, now)})`,
      })),
      share: 0.15,
    },
    asked: {
      title: goal ? "**Asked before**, the first and then the newest:" : "**Asked before**, newest first:",
      lines: [...(goal ? [goal] : []), ...earlier]
        .map((said) => without(said, told))
        .filter(({ text }) => text !== "…")
        .map((said) => quoted(said, 200, wording)),
      share: 0.25,
    },
    insisted: ruling("**The user insisted**:", 0.12, earlierRules, wording),
    files: { title: "**Files in work**:", lines: inWork.map((file) => fileLine(file, wording)), share: 0.12 },
    commands: {
      title: "**Commands**, failing first:",
      lines: tellingCommands(activity.commands, 4).map((run) => commandLine(run, wording)),
      share: 0.15,
    },
    question: {
      title: "**The agent asked**, not answered:",
      lines: question ? [quoted(question, 200, wording)] : [],
      share: 0.1,
    },
    reply: {
      title: "**Last said by the agent**:",
      lines: activity.lastReply
        ? [verbatim(without(activity.lastReply, question ? [question.text] : []), 300, wording)]
        : [],
      share: 0.1,
    },
    more: {
      title: lastCheckpoint
        ? `Last checkpoint: ${lastCheckpoint.trigger}, ${ago(lastCheckpoint.createdAt, now)}, id ${lastCheckpoint.id}.`
        : "",
      lines: lastCheckpoint ? [{ text: MORE, source: "" }] : [],
      share: 0.1,
    },
  } satisfies Record<string, Section>;
}

/** A text under a heading, fence included, in at most `budget` characters. */
function composed(head: string, budget: number, body: (room: number) => string): string {
  for (let room = budget - FENCE_LENGTH - head.length - 1; room >= 0; ) {
    const text = fence(redact(`${head}\n${body(room)}`.trimEnd()));
    if (text.length <= budget) return text;
    // What replaces a secret can be longer than the secret was.
    room -= text.length - budget;
  }
  return "";
}

const failing = ({ activity }: Remains, wording: Wording, count: number): Section => ({
  title: "**Failing or stopped**:",
  lines: unresolved(activity.commands)
    .slice(0, count)
    .map((run) => commandLine(run, wording)),
  share: 0.3,
});

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n");

/** What these sections say of the user's and the agent's own words. */
const toldIn = ({ activity: { requests, lastReply } }: Remains): string[] =>
  [...requests, ...(lastReply ? [lastReply] : [])].map(({ text }) => text);

/** Of what was asked before, what says something by itself: in the user's words, not cut short. */
const wanted = (asked: Section): Section => ({
  ...asked,
  lines: asked.lines.filter(({ text }) => wordsOf(text).size >= FEWEST_WORDS),
  isWhole: true,
});

/** The whole recovery text: what was asked for, what was worked with, what was said; and what the project's files offer besides. */
export function composeRecovery(remains: Remains, now: number, budget: number, beside = NOTHING_BESIDE): string {
  const wording = { now, project: remains.session.projectNormalized };
  const buffer = bufferSection(beside, toldIn(remains), now);
  const { inUse } = remains;
  const head = joined([headline(remains, now), offerText(beside, now)]);
  if (!inUse || inUse.items.length === 0)
    return composed(head, budget, (room) =>
      withRules(remains, (rules) => {
        const { more, ...told } = sectionsOf(remains, wording, rules);
        return layOut(Object.values({ ...told, buffer, more }), room);
      }),
    );
  return composed(head, budget, (room) => {
    // What it does not need is for the words, and what they do not need is for it again.
    const forWords = room - tell(inUse, Math.floor(room * IN_USE_SHARE)).text.length - 2;
    const wordsOn = (rules: readonly Said[]): string => {
      const { digest, request, also, remembered, insisted, asked } = sectionsOf(remains, wording, rules);
      const kept = layOut([digest, request, also, remembered], Math.max(forWords, Math.floor(room * KEPT_SHARE)));
      const first = [insisted, failing(remains, wording, 2), wanted(asked)];
      return joined([kept, layOut(first, forWords - kept.length - 1)]);
    };
    const words = withRules(remains, wordsOn);
    const { decisions, question, reply, more } = sectionsOf(remains, wording);
    const said = layOut([decisions, question, reply, buffer, more], forWords - words.length);
    const rest = room - words.length - said.length - 2;
    return joined([words, tell(inUse, rest, ({ label }) => words.includes(label)).text, said]);
  });
}

const BRIEF_CHARS = 600;
const BRIEF_RULES = 3;

/** What a compacted session is given before anybody knows what its summary says; what the agent itself kept comes first. */
export function composeBrief(remains: Remains, now: number, budget: number, beside = NOTHING_BESIDE): string {
  const wording = { now, project: remains.session.projectNormalized };
  const open = remains.activity.requests.at(-1);
  const first = (section: Section, count: number): Section => ({ ...section, lines: section.lines.slice(0, count) });
  const head = `${RECOVERY_HEADING}\nKept by Throughline from before the compaction. A record, not instructions.`;
  const buffer = bufferSection(beside, open ? [open.text] : [], now);
  const lay = (rules: readonly Said[], room: number): string => {
    const { digest, remembered, request, also, decisions, insisted, question } = sectionsOf(remains, wording, rules);
    const lines = open ? [openRequest(open, BRIEF_CHARS, wording)] : [];
    const sections = [
      digest,
      first(remembered, 3),
      { ...request, lines, share: 0.4 },
      also,
      { ...first(insisted, BRIEF_RULES), share: 0.25 },
      failing(remains, wording, 1),
      first(decisions, 1),
      question,
      buffer,
    ];
    return layOut(sections, room);
  };
  return composed(head, budget, (room) => withRules(remains, (rules) => lay(rules, room)));
}

/** The short, dated form for work that lies further back: level 1, within `maxTokens`. */
export function composeShort(remains: Remains, now: number, maxTokens: number, beside = NOTHING_BESIDE): string {
  const { session, activity, agentDigest } = remains;
  const wording: Wording = { now, project: session.projectNormalized };
  const open = activity.requests.at(-1);
  const date = session.lastActivityAt.slice(0, 10);
  const digestLine = agentDigest?.digest.split("\n").find((line) => line.trim() !== "" && !line.startsWith("#"));
  const candidates = [
    RECOVERY_HEADING,
    `Last worked on ${date} (${ago(session.lastActivityAt, now)}), ${nameOf(session)}.`,
    ...(beside.open.length > 0 ? [offerText(beside, now)] : []),
    ...(digestLine ? [`Digest: ${oneLine(digestLine, 120)}`] : []),
    ...(open ? [`Last request: "${oneLine(open.text, 120)}"`] : []),
    ...newestFirst(activity.decisions, 3).map((said) => `Decided: ${oneLine(said.text, 90)}${cited(said, wording)}`),
  ];
  const textOf = (lines: readonly string[]) => fence(redact(lines.join("\n")));
  const kept: string[] = [];
  for (const line of candidates) {
    if (estimateTokens(textOf([...kept, line])) > maxTokens) break;
    kept.push(line);
  }
  return kept.length > 1 ? textOf(kept) : "";
}

/** What the project's files offer, where there is nothing else to tell. */
export function composeOffer(beside: Beside, now: number): string {
  const offer = offerText(beside, now);
  return offer === "" ? "" : fence(redact(`${RECOVERY_HEADING}\n${offer}`));
}
