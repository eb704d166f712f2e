import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, facts, tilde, wrap } from "../terminal.ts";
import { age, listing, orNone, type Renderers, section, tableOf, when } from "./words.ts";

type Task = AnswerOf<"task.show">;
type Decision = AnswerOf<"decisions.list">[number];
type Evidence = Decision["evidence"][number] & Partial<AnswerOf<"decide">["evidence"][number]>;

type Written = Partial<Pick<AnswerOf<"cite">, "behind">>;

/** Problems that a person must fix, below the answer. */
export const warnings = ({ behind = [] }: Written): string[] =>
  behind.map(({ path, problem }) => colors.yellow(wrap(`${tilde(path)} was not written: ${problem}`, "  ")));

const items = (title: string, lines: readonly string[]): string[] =>
  section(
    title,
    lines.map((line) => wrap(`  - ${line}`, "    ")),
  );

const scenarioWords = ({ name, type, expected }: Task["testScenarios"][number]): string =>
  `${name} (${type})${expected === "" ? "" : `: ${expected}`}`;

const decisionWords = ({ ts, decision: what, rationale }: Decision): string =>
  `${ts.slice(0, 16).replace("T", " ")}  ${what} ${colors.dim(`(${rationale || "rationale: not given"})`)}`;

/** Why files of tasks cannot be read. */
const unread = (tasks: readonly Task[]): string[] =>
  tasks.flatMap(({ warnings: lines = [] }) => lines.map((line) => colors.yellow(wrap(`warning: ${line}`, "  "))));

export function taskText(one: Task): string {
  const handoffs = one.handoffs.map(
    ({ sessionId, ended, groundingRatio }) => `${when(ended)} by ${sessionId}, grounding ${groundingRatio.toFixed(2)}`,
  );
  return [
    facts({
      Task: one.slug,
      Title: one.title,
      Status: one.status,
      Priority: String(one.priority),
      Created: when(one.created),
      Progress: one.progress ?? null,
    }),
    ...items("Next steps", one.nextSteps),
    ...items("Blockers", one.blockers),
    ...items("Questions", one.questions),
    ...items("Decisions", one.decisions.map(decisionWords)),
    ...items("Test scenarios", one.testScenarios.map(scenarioWords)),
    ...items("Handoffs", handoffs),
    ...unread([one]),
  ].join("\n");
}

function evidenceWords({ path, line, quote, grounded = true, note = null }: Evidence): string {
  const words = `${path}:${line}  ${excerpt(quote)}`;
  if (!grounded) return `${words}  ${colors.yellow(`not grounded: ${note}`)}`;
  return note === null ? words : `${words}  ${colors.dim(`(${note})`)}`;
}

function decisionText(one: Decision): string {
  return [
    facts({
      Decision: one.id,
      When: when(one.ts),
      Task: one.task,
      What: one.decision,
      Rationale: one.rationale || "not given",
    }),
    ...items("Not chosen", one.alternatives),
    ...items("Evidence", one.evidence.map(evidenceWords)),
    ...items("Test scenarios", one.testScenarios.map(scenarioWords)),
  ].join("\n");
}

function taskTable(rows: readonly Task[]): string {
  const listed = tableOf(rows, {
    TASK: "slug",
    STATUS: "status",
    PRIORITY: "priority",
    DECISIONS: ({ decisions }) => decisions.length,
    AGE: ({ created }) => (created === "" ? "" : age(created)),
    NEXT: ({ nextSteps, title }) => excerpt(nextSteps[0] ?? title),
  });
  return [listed, ...unread(rows)].join("\n");
}

const oneTask = (one: Task & Written): string => [taskText(one), ...warnings(one)].join("\n");

const FROM = { git: "git", store: "the store", template: "a template" };

function healed({ path, problem, from, why }: AnswerOf<"heal">[number]): string {
  const outcome = from === null ? colors.red(`could not be restored: ${why}`) : `restored from ${FROM[from]}`;
  return wrap(`${tilde(path)} was ${problem}: ${outcome}`, "  ");
}

const noConflict = "No conflicts: nothing said or done uses a rejected alternative or another value.";
const forkTexts = orNone<AnswerOf<"diff">["forks"][number]>(noConflict, (forks) =>
  forks.map(({ text }) => text).join("\n\n"),
);

export const ledgerRenderers: Renderers = {
  "task.new": oneTask,
  "task.show": oneTask,
  "task.update": oneTask,
  "task.handoff": oneTask,
  "task.complete": oneTask,
  "task.delete": ({ slug, title, trash, behind }) => {
    const way = trash === null ? "It had no file." : `Its file is ${tilde(trash)}: put it back to undo this.`;
    return [wrap(`Deleted task ${slug} (${title}). ${way}`), ...warnings({ behind })].join("\n");
  },
  diff: ({ forks }) => forkTexts(forks),
  "task.list": orNone('No task yet. `throughline task new "…"` starts one.', taskTable),
  "task.ready": orNone("No task is ready.", taskTable),
  decide: (one) => [decisionText(one), ...warnings(one)].join("\n"),
  "decisions.show": (one) => {
    const { before, withdrawnAt, withdrawnWhy } = one;
    const former = before.map(({ decision: what, rationale }) => `${what}${rationale === "" ? "" : ` (${rationale})`}`);
    const gone = withdrawnAt === null ? [] : ["", colors.yellow(`Withdrawn ${when(withdrawnAt)}: ${withdrawnWhy}.`)];
    return [decisionText(one), ...items("Earlier versions", former), ...gone].join("\n");
  },
  "decisions.list": listing('No decision yet. `throughline decide "…"` records one.', {
    DECISION: "id",
    AGE: ({ ts }) => age(ts),
    TASK: "task",
    EVIDENCE: ({ evidence }) => evidence.length,
    WHAT: "decision",
  }),
  heal: orNone("All ledger files are present.", (rows) => rows.map(healed).join("\n")),
  preservation: ({ alwaysPreserve, compactable }) => {
    const kept = alwaysPreserve.flatMap(({ rule, title, lines }) => [
      `  ${title} ${colors.dim(`(${rule})`)}${lines.length === 0 ? colors.dim(": nothing yet") : ""}`,
      ...lines.map((line) => wrap(`    ${line}`, "      ")),
    ]);
    const others = compactable.map(({ rule, title }) => `  ${title} ${colors.dim(`(${rule})`)}`);
    return [colors.bold("Always preserved"), ...kept, "", colors.bold("Compactable"), ...others].join("\n");
  },
  clashes: listing("Files and store agree.", {
    FILE: ({ path }) => tilde(path),
    WHERE: "place",
    AGE: "foundAt",
    "IN THE FILE (WINS)": ({ inFile }) => excerpt(inFile ?? "removed"),
    "IN THE STORE": ({ inStore }) => excerpt(inStore ?? "removed"),
  }),
};
