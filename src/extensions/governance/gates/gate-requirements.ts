import type { StructuredState } from "../../../store/index.ts";
import { hasEnding, oneLine, pathsNamedIn, type TestResults, testResultsIn } from "../../../text/index.ts";
import type { Task } from "../../ledgers/index.ts";
import type { Gate } from "./gates.ts";

/** What a gate is judged by. */
export interface GateContent {
  readonly task: Task | undefined;
  readonly state: StructuredState["state"];
  /** Commands of the session that ended well. */
  readonly commands: readonly string[];
  /** The evidence of the request by its kind: `findings: …`. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** What the smoke command printed, where it passed. */
  readonly smokeOutput: string | undefined;
  /** The text of a file of the project; undefined where there is none. */
  readonly fileText: (path: string) => string | undefined;
  readonly isThere: (path: string) => boolean;
  readonly isCommit: (name: string) => boolean;
}

/** One thing that a gate needs, and how to provide it. */
export interface Requirement {
  readonly name: string;
  readonly missing: string;
  /** With TASK in the place of its slug. */
  readonly give: string;
  /** The content, in a line for the checkpoint. */
  readonly found: (content: GateContent) => string | undefined;
}

const LONGEST = 300;
const DOCUMENT = /\.(?:md|mdx|rst|adoc)$|^docs?\/|(?:^|\/)(?:README|INSTALL|MANUAL|USAGE)[^/]*$/i;
const CHANGELOG = /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASES?)(?:\.\w+)?$/i;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+\S/gm;
const REFERENCE = /https?:\/\/\S+|(?<!\w)#\d+|`[^`]+`/;
const NO_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{6,}/u;
/** Words without content: "looks good to me overall", "all done now". */
const TICKS = new Set(
  `a all and any as at be but by done for good i in is it later lgtm looks me n/a no none not now of ok on overall so tbd that the
  them they this to todo very was we with yes you`.split(/\s+/),
);
const FEWEST_WORDS = 2;

function isMeaningful(text: string): boolean {
  const words = new Set(text.toLowerCase().split(/[\s,;.:!?"'()]+/u));
  const starting = [...words].filter((word) => /\p{L}/u.test(word) && !TICKS.has(word));
  return NO_SPACES.test(text) || starting.length >= FEWEST_WORDS;
}

/** The evidence of a kind: words, or something that can be looked up. A missing file proves nothing. */
function evidenceText(content: GateContent, kind: string): string | undefined {
  const texts = content.given.get(kind) ?? [];
  if (texts.some((text) => missingIn(text, content).length > 0)) return undefined;
  return texts.find((text) => {
    const files = pathsNamedIn(text).filter(hasEnding);
    const hasContent = files.some((path) => content.fileText(path)?.trim());
    const words = files.reduce((left, path) => left.replaceAll(path, ""), text);
    return hasContent || REFERENCE.test(text) || isMeaningful(words);
  });
}

const ELSEWHERE = /^(?:[/~@]|\.\.\/|[^/.][^/]*\.[^/]*\/)/;

/**
 * Only what is surely meant as a file of the project: with folder and ending, no host before it, and not deleted in
 * this task.
 */
const missingIn = (text: string, { isThere, state }: GateContent): string[] =>
  pathsNamedIn(text).filter(
    (path) =>
      path.includes("/") &&
      hasEnding(path) &&
      !ELSEWHERE.test(path) &&
      !isThere(path) &&
      !state.filesChanged.some((one) => one.path === path && one.action === "deleted"),
  );

/** Evidence of these kinds was printed by a program, or is elsewhere. */
const NOT_OF_THE_PROJECT = ["tests", "coverage", "deployment"];

/** Files that the evidence names and that do not exist. */
export const missingFiles = (content: GateContent): string[] =>
  [...content.given].flatMap(([kind, texts]) =>
    NOT_OF_THE_PROJECT.includes(kind) ? [] : texts.flatMap((text) => missingIn(text, content)),
  );

const evidenceCommand = (gate: Gate, kind: string, example: string): string =>
  `throughline gate ${gate} --task TASK --evidence "${kind}: ${example}"`;

const requiredEvidence = (gate: Gate, kind: string, missing: string, example: string): Requirement => ({
  ...{ name: kind, missing, give: evidenceCommand(gate, kind, example) },
  found: (content) => evidenceText(content, kind),
});

const changed = ({ state }: GateContent): string[] =>
  state.filesChanged.filter(({ action }) => action !== "deleted").map(({ path }) => path);

const listed = (paths: readonly string[]): string | undefined =>
  paths.length === 0 ? undefined : oneLine(paths.join(", "), LONGEST);

function scenarios({ task }: GateContent): string | undefined {
  const ofDecisions = (task?.decisions ?? []).flatMap(({ testScenarios }) => testScenarios);
  return listed([...(task?.testScenarios ?? []), ...ofDecisions].map(({ name }) => name));
}

/** From the last captured test run, the smoke command, or the evidence. */
function testStatus({ state: { tests }, smokeOutput, given, fileText }: GateContent): TestResults | undefined {
  if (tests.passing + tests.failing + tests.pending > 0) return tests;
  const texts = (given.get("tests") ?? []).flatMap((text) => [text, fileText(text) ?? ""]);
  for (const text of [smokeOutput ?? "", ...texts]) {
    const results = testResultsIn(text);
    if (results) return results;
  }
  return undefined;
}

const counted = (tests: TestResults | undefined): string | undefined =>
  tests && `${tests.passing} passing, ${tests.failing} failing, ${tests.pending} pending`;

const URL = /https?:\/\/\S+/;
export const NAMED_COMMIT = /\b[0-9a-f]{7,40}\b|\bv?\d+\.\d+\.\d+\b/g;

/**
 * Something that can be looked at: an address, a commit or tag, a file, or a command of this session that ended well.
 */
function deployment(content: GateContent): string | undefined {
  return content.given
    .get("deployment")
    ?.find(
      (text) =>
        URL.test(text) ||
        pathsNamedIn(text).some((path) => content.fileText(path) !== undefined) ||
        (text.match(NAMED_COMMIT) ?? []).some(content.isCommit) ||
        content.commands.some((command) => text.includes(command.trim())),
    );
}

const deployed = (gate: Gate): Requirement => ({
  name: "deployment",
  missing:
    "evidence of the deployment that can be looked at: an address, a commit or tag, a file, or the command that was run",
  give: evidenceCommand(gate, "deployment", "https://… answers with version 1.4.0"),
  found: deployment,
});

function structure({ state, given, fileText }: GateContent): string | undefined {
  const created = state.filesChanged.filter(({ action }) => action === "created").map(({ path }) => path);
  return listed([...created, ...(given.get("structure") ?? []).filter((path) => fileText(path) !== undefined)]);
}

function interfaces(content: GateContent): string | undefined {
  const named = (content.given.get("interfaces") ?? []).flatMap(pathsNamedIn);
  const code = [...named, ...changed(content)].filter((path) => !DOCUMENT.test(path));
  return listed(code.filter((path) => DEFINES.test(content.fileText(path) ?? "")));
}
const DEFINES =
  /\b(?:interface|type|class|struct|trait|enum|protocol|def|func|fn|function|export|public|abstract|message|service|CREATE TABLE)\b/;

const FIGURE = /(?<![\d.,])-?\d+(?:[.,]\d+)?(?= ?%)/g;
const isShare = (figures: readonly string[]): boolean =>
  figures.length > 0 && figures.map((one) => Number(one.replace(",", "."))).every((one) => one >= 0 && one <= 100);

const coverage = ({ given, smokeOutput }: GateContent): string | undefined =>
  given.get("coverage")?.find((text) => isShare(text.match(FIGURE) ?? [])) ??
  /^.*\b(?:All files|TOTAL|coverage)\b.*?\d+(?:\.\d+)? ?%?.*$/im.exec(smokeOutput ?? "")?.[0]?.trim();

function plan({ task, given, fileText }: GateContent): string | undefined {
  const steps = task?.nextSteps ?? [];
  if (steps.length > 1) return listed(steps);
  return given.get("plan")?.find((path) => (fileText(path)?.match(LIST_ITEM)?.length ?? 0) > 1);
}

/** What each gate's checkpoint must hold (seed 003, §7.1). */
export const GATE_REQUIREMENTS: Readonly<Record<Gate, readonly Requirement[]>> = {
  G0: [
    {
      name: "definition",
      missing: "the task itself: there is no such task in the ledger",
      give: 'throughline task new "what is to be done" --slug TASK',
      found: ({ task }) => task?.title,
    },
    {
      name: "acceptance",
      missing: "acceptance criteria: the task has no test scenario",
      give: 'throughline task update TASK --test-scenarios "name (happy_path): what is expected"',
      found: (content) => scenarios(content) ?? evidenceText(content, "acceptance"),
    },
  ],
  G1: [
    requiredEvidence("G1", "findings", "research findings", "what was found, or the file that says it"),
    {
      name: "approach",
      missing: "the decision for an approach: nothing was decided in this task",
      give: 'throughline decide "…" --rationale "…" --alternatives "…" --task TASK',
      found: ({ task }) => listed((task?.decisions ?? []).map(({ decision }) => decision)),
    },
  ],
  G2: [
    {
      name: "tdd_plan",
      missing: "the tests that are to be written first: the task has no test scenario",
      give: 'throughline task update TASK --test-scenarios "name (edge_case): what is expected"',
      found: scenarios,
    },
    {
      name: "plan",
      missing: "an implementation checklist of two steps or more",
      give: 'throughline task update TASK --next-steps "…" "…", or --evidence "plan: docs/plan.md"',
      found: plan,
    },
  ],
  G3: [
    {
      name: "structure",
      missing: "files of the structure: none was created in this task",
      give: `create them in the session, or name them: ${evidenceCommand("G3", "structure", "src/auth/index.ts")}`,
      found: structure,
    },
    {
      name: "interfaces",
      missing: "interface definitions: no file of code that was changed has any in it",
      give: evidenceCommand("G3", "interfaces", "src/auth/types.ts"),
      found: interfaces,
    },
  ],
  G4: [
    {
      name: "changes",
      missing: "code changes: no file was changed in this task",
      give: "change the code; what your client's tools and git show is taken",
      found: ({ state }) => listed(state.filesChanged.map(({ path, action }) => `${path} (${action})`)),
    },
    {
      name: "tests",
      missing: "a test status: no test run was seen",
      give: evidenceCommand("G4", "tests", "the summary that the runner printed, or the file that holds it"),
      found: (content) => counted(testStatus(content)),
    },
  ],
  G5: [
    {
      name: "quality",
      missing: "quality gates that pass: no test run was seen in which everything passed",
      give: `run the tests in the session until none fails, or give what the runner printed: ${evidenceCommand("G5", "tests", "Tests  12 passed (12)")}`,
      found(content) {
        const status = testStatus(content);
        return status && status.failing === 0 && status.passing > 0 ? counted(status) : undefined;
      },
    },
    {
      name: "coverage",
      missing: "the coverage of the tests, with its figure: 0 to 100 %",
      give: evidenceCommand("G5", "coverage", "87 % of lines"),
      found: coverage,
    },
  ],
  G6: [
    requiredEvidence(
      "G6",
      "review",
      "the feedback of the review: a finding, or the file or reference that holds it",
      "what the reviewer said of which part",
    ),
    requiredEvidence(
      "G6",
      "resolutions",
      "how the feedback was resolved: what was changed, or the file or reference that shows it",
      "what was done about each point",
    ),
  ],
  G7: [
    {
      name: "docs",
      missing: "documentation: no document was changed in this task",
      give: "change the documents that the work makes wrong",
      found: (content) => listed(changed(content).filter((path) => DOCUMENT.test(path) && !CHANGELOG.test(path))),
    },
    {
      name: "changelog",
      missing: "a changelog entry: no changelog was changed in this task",
      give: "add an entry to CHANGELOG.md",
      found: (content) => listed(changed(content).filter((path) => CHANGELOG.test(path))),
    },
  ],
  G8: [deployed("G8")],
  G9: [deployed("G9")],
  G10: [
    requiredEvidence("G10", "summary", "a final summary", "what was built and what became of it"),
    requiredEvidence("G10", "lessons", "the lessons learned", "what to do otherwise the next time"),
  ],
};

const EVIDENCE = /^\s*([a-z_]+)\s*:\s*(\S[\s\S]*)$/i;

/** Parses `kind: content`; what has another form is in `unread`. */
export function readEvidence(texts: readonly string[]): { given: Map<string, string[]>; unread: string[] } {
  const given = new Map<string, string[]>();
  const unread: string[] = [];
  for (const text of texts) {
    const [, kind, content] = EVIDENCE.exec(text) ?? [];
    if (kind === undefined || content === undefined) unread.push(text);
    else given.set(kind.toLowerCase(), [...(given.get(kind.toLowerCase()) ?? []), content.trim()]);
  }
  return { given, unread };
}
