import { bodyOf, findSection, type Notes, type Section, sectionsIn } from "../../../../markdown/index.ts";
import type { Entry } from "../../../ledgers/index.ts";
import { DECISION_LOG, decisionsIn, SESSION_CONTINUITY } from "../../decision-log.ts";
import type { Block } from "./fit-budget.ts";

const LAST_DECISIONS = 3;
const ACTIVE_CONTEXT = "Active Context";
/** More could never fit, and notes may have a hundred thousand. */
const MOST_OTHERS = 500;
const ALSO_STANDARD = ["Active Sub-Goals", "Blockers"];

export const withoutComments = (lines: readonly string[]): string[] =>
  lines
    .join("\n")
    .replace(/<!--[\s\S]*?-->/g, "")
    .split("\n")
    .map((line) => line.trimEnd());

/** What is worth its tokens: no comments, no blank lines. */
export const meaningful = (lines: readonly string[]): string[] => withoutComments(lines).filter((line) => line !== "");

const isIn = (inner: Section, outer: Section | undefined): boolean =>
  outer !== undefined && inner.from >= outer.from && inner.to <= outer.to;

/** The lines of a section without those of some inner sections. */
function without(notes: Notes, section: Section, left: readonly (Section | undefined)[]): string[] {
  const out = left.filter((other) => other !== undefined && isIn(other, section));
  return meaningful(
    bodyOf(notes, section).filter((_, at) => {
      const line = section.bodyFrom + at;
      return !out.some((other) => other !== undefined && line >= other.from && line < other.to);
    }),
  );
}

/** Where the last session stood and its last decisions; what else it noted, if there is room. */
export function minimal(notes: Notes): Block[] {
  const section = findSection(notes, SESSION_CONTINUITY);
  const decisions = decisionsIn(notes)
    .slice(0, LAST_DECISIONS)
    .map(({ title }) => `- ${title}`);
  const last = { title: "Last decisions", lines: decisions };
  if (!section) return [{ title: SESSION_CONTINUITY, lines: ["(section missing)"] }, last];
  const log = findSection(notes, DECISION_LOG);
  const inner = sectionsIn(notes, section);
  const active = inner.find(({ title }) => title === ACTIVE_CONTEXT);
  const lead = meaningful(notes.lines.slice(section.bodyFrom, inner[0]?.from ?? section.to));
  const core = [...lead, ...(active ? meaningful(bodyOf(notes, active)) : [])];
  const rest = inner.filter((one) => one !== active && !isIn(one, log));
  return [
    {
      title: SESSION_CONTINUITY,
      lines: core.length > 0 ? core : ["(nothing in work)"],
      atMost: decisions.length > 0 ? 0.6 : 1,
    },
    last,
    ...rest.map((one) => ({ title: one.title, lines: without(notes, one, [log]) })),
  ];
}

function continuity(notes: Notes, atMost: number): Block[] {
  const section = findSection(notes, SESSION_CONTINUITY);
  if (!section) return [];
  return [{ title: SESSION_CONTINUITY, lines: without(notes, section, [findSection(notes, DECISION_LOG)]), atMost }];
}

function decisionLog(notes: Notes, atMost: number): Block {
  const decisions = decisionsIn(notes).flatMap(({ lines }) => meaningful(lines));
  return { title: `${DECISION_LOG} (newest first)`, lines: decisions.length > 0 ? decisions : ["(none)"], atMost };
}

export function standard(notes: Notes): Block[] {
  const others = ALSO_STANDARD.flatMap((name) => findSection(notes, name) ?? []);
  return [
    ...continuity(notes, 0.4),
    decisionLog(notes, 1),
    ...others.map((section) => ({ title: section.title, lines: meaningful(bodyOf(notes, section)) })),
  ];
}

const WORDS = ["claim", "decision", "summary", "action", "message", "thought", "checkpoint_status"];

const asLine = (entry: Entry): string => {
  const text = (name: string): string => (typeof entry[name] === "string" ? String(entry[name]) : "");
  const words = WORDS.map(text).find((found) => found !== "") ?? "";
  const parts = [text("ts") || text("timestamp"), text("agent"), text("phase") || text("type"), words];
  return `- ${parts
    .filter((part) => part !== "")
    .join(" · ")
    .replace(/[\p{Cc}\s]+/gu, " ")}`;
};

/** Everything, the most needed first: whole notes rarely fit, and their end is as good as their beginning. */
export function full(notes: Notes, entries: readonly Entry[]): Block[] {
  const main = [findSection(notes, SESSION_CONTINUITY), findSection(notes, DECISION_LOG)];
  const others = notes.sections
    .filter((section) => section.level <= 2 && !main.some((one) => isIn(section, one)))
    .slice(0, MOST_OTHERS);
  const recent = entries.length > 0 ? [...entries].reverse().map(asLine) : ["(no entries today)"];
  return [
    ...continuity(notes, 0.3),
    decisionLog(notes, 0.35),
    { title: "Trajectory (newest first)", lines: recent, atMost: 0.15 },
    ...others.map((section) => ({
      title: section.title,
      lines: without(notes, section, [...main, ...sectionsIn(notes, section).filter(({ level }) => level <= 2)]),
    })),
  ];
}
