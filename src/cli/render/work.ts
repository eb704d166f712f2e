import type { AnswerOf } from "../../operations/index.ts";
import { howMany } from "../progress.ts";
import { colors, facts, tilde, wrap } from "../terminal.ts";
import { age, firstOf, type Renderers, section, when } from "./words.ts";

type Work = AnswerOf<"work">;
type Entry = Work["rules"][number];
type Thread = Work["threads"][number];

const FINISHED_SHOWN = 5;
const ID_ROOM = "         ";

/** `[user, said once, 3 d ago]` */
function source({ by, recorded, at, supersededBy }: Entry): string {
  const how = supersededBy === null ? (recorded ? "recorded" : "said once") : `superseded by ${supersededBy}`;
  return colors.dim(`[${by}, ${how}, ${age(at)}]`);
}

const entryLine = (one: Entry): string => {
  const reason = one.reason === null ? "" : ` (because ${one.reason})`;
  const rejected = one.rejected.length === 0 ? "" : `; rejected: ${one.rejected.join(", ")}`;
  return wrap(`  ${colors.cyan(one.id)}  ${one.text}${reason}${rejected} ${source(one)}`, ID_ROOM);
};

/** Recorded entries first, then those only said, each newest first. */
const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => Number(b.recorded) - Number(a.recorded));

const sourceOf = ({ recorded, at }: NonNullable<Thread["nextStep"]>): string =>
  `${recorded ? "recorded" : "said once"}, ${age(at)}`;

const goalOf = ({ goal, request }: Thread): string => goal?.text ?? request?.text ?? "(no request)";

const headLine = (one: Thread): string =>
  wrap(`  ${colors.cyan(one.id)}  ${goalOf(one)} ${colors.dim(`[${one.state}, ${age(one.lastAt)}]`)}`, ID_ROOM);

function threadLines(one: Thread): string[] {
  const { request, goal, nextStep, failures } = one;
  const under = (label: string, text: string): string => wrap(`${ID_ROOM}${label}: ${text}`, "  ");
  return [
    headLine(one),
    ...(request && request.text !== goal?.text ? [under("last request", request.text)] : []),
    ...(nextStep ? [under("next", `${nextStep.text} ${colors.dim(`[${sourceOf(nextStep)}]`)}`)] : []),
    ...failures.map(({ command, error, at }) =>
      under("failing", `${command} → ${error} ${colors.dim(`[${age(at)}]`)}`),
    ),
  ];
}

const isOver = ({ state }: Thread): boolean => state === "finished" || state === "dropped";

function workText({ project, rules, decisions, threads }: Work): string {
  const moreFinished = (more: number) => colors.dim(`  and ${more} more: --json lists them all`);
  const sections = [
    ...section("Rules", inOrder(rules).map(entryLine)),
    ...section("Decisions", inOrder(decisions).map(entryLine)),
    ...section("Threads", threads.filter((one) => !isOver(one)).flatMap(threadLines)),
    ...section("Finished", firstOf(threads.filter(isOver), FINISHED_SHOWN, headLine, moreFinished)),
  ];
  if (sections.length === 0) return `No rules, decisions or threads yet in ${tilde(project)}.`;
  return [colors.dim(`Work in ${tilde(project)}`), ...sections].join("\n");
}

function threadText(one: Thread): string {
  const { id, state, goal, request, lastAt, files, sessions } = one;
  // Of finished work nothing is left to do.
  const { nextStep, failures } = isOver(one) ? { nextStep: null, failures: [] } : one;
  return [
    facts({
      Thread: id,
      State: state,
      "Last work": when(lastAt),
      Goal: goal?.text ?? null,
      "Last request": request && request.text !== goal?.text ? request.text : null,
      Next: nextStep && `${nextStep.text} (${sourceOf(nextStep)})`,
    }),
    ...section(
      "Failing",
      failures.map(({ command, error }) => wrap(`  ${command} → ${error}`, "    ")),
    ),
    ...section(
      "Files",
      files.map((file) => `  ${tilde(file)}`),
    ),
    ...section(
      "Sessions",
      sessions.map((session) => `  ${session}`),
    ),
  ].join("\n");
}

const changedThread = ({ already, ...thread }: AnswerOf<"work.finish">): string =>
  [...(already ? [`It was already ${thread.state}.`] : []), threadText(thread)].join("\n");

function changeText({ id, kind, text, by }: AnswerOf<"work.supersede">): string {
  if (by === null) return wrap(`Withdrew ${kind} ${id}: ${text}`, "  ");
  return [wrap(`${id} no longer holds: ${text}`, "  "), wrap(`${by.id} does: ${by.text}`, "  ")].join("\n");
}

export const workRenderers: Renderers = {
  work: workText,
  "work.show": threadText,
  "work.finish": changedThread,
  "work.reopen": changedThread,
  "work.next": threadText,
  "work.rule.add": ({ id, text, replaced }) =>
    [
      wrap(`Recorded rule ${id}: ${text}`, "  "),
      ...(replaced ? [wrap(`It replaces ${replaced.id}: ${replaced.text}`, "  ")] : []),
    ].join("\n"),
  "work.rule.withdraw": changeText,
  "work.supersede": (change) =>
    change.by === null ? `${changeText(change)}\nNothing replaces it: --by "…" would.` : changeText(change),
  "work.rebuild": ({ sessions }) => `Read ${howMany(sessions, "session")} again.`,
};
