import { ofAllClients } from "../../harnesses/traits/index.ts";
import { beginsAsQuestion, isQuestion } from "../../text/index.ts";
import type { Draft } from "./draft.ts";
import { isPlaceholder } from "./list-entries.ts";

/** What can be looked up: a path, code, a name from code, an address, a commit, a count. */
const CONCRETE = [
  /`[^`\s][^`]*`/,
  /(?:^|[\s("'])(?:\.{0,2}|~)\/?[\w@.-]+\/[\w@./-]+/,
  /(?:^|[\s("'])[\w-]+\.(?:[a-z]{1,5}\d?|[A-Z]{1,3})(?=$|[\s)"',:;.])/,
  /\bhttps?:\/\/\S+/,
  /\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-Za-z]+_\w+\b|\b[A-Z][a-z]+[A-Z]\w+\b/,
  /\b[0-9a-f]{7,40}\b/,
  /(?:^|\s)--?[a-z][\w-]*/,
  /\b(?:lines?|pages?|sections?|chapters?|rows?|slides?|issue|pr|step|#)\s*#?\d+/i,
  /\b\d+(?:[.,]\d+)?\s*(?:%|\p{L}{3,})/u,
];

/** Programs that people name without marking them as code, and whose names are not also English words. */
const TOOL =
  /\b(?:npm|npx|pnpm|deno|git|pytest|tox|python3?|pip|cargo|cmake|docker|kubectl|terraform|gradle|mvn|dotnet|psql|sqlite3|curl|ssh|rsync|vitest|jest|mocha|rspec|phpunit|ctest|tsc|eslint|ruff|mypy|pyright|gh)\b/;
/** Programs whose names are English words: only with an argument, or after "run". */
const WORD = "(?:yarn|bun|node|uv|poetry|go|make|helm|swift|ruby|rake|bundle|rails|php|composer|biome)";
const COMMAND = new RegExp(`\\b${WORD}\\s+[\\w./@:-]|\\b(?:[Rr]e)?[Rr]un ${WORD}\\b`);

export const isConcrete = (text: string): boolean =>
  TOOL.test(text) || COMMAND.test(text) || CONCRETE.some((pattern) => pattern.test(text));

/** How many words a text has; in scripts without spaces, two characters count as one. */
export function wordCount(text: string): number {
  const dense = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced =
    text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{N}][\p{L}\p{N}'’-]*/gu)
      ?.length ?? 0;
  return spaced + Math.floor(dense / 2);
}

/* The quality bar: nobody who reads a checkpoint should have to ask "what were we doing?". */

const VAGUE_PROGRESS =
  /^(?:i |we )?(?:have |has |had )?(?:been )?(?:work(?:ed|ing)? (?:on|with|at)|continu(?:ed|ing)|made (?:some |good )?progress|did (?:some|a few|stuff|things|work)|look(?:ed|ing) (?:at|into)|start(?:ed|ing)(?: on| with)?|fixed (?:some |a few |the )?(?:things|stuff|issues|bugs)|some |various |several |progress(?:ed)?\b|improv(?:ed|ing) (?:things|stuff)|almost done|mostly done|in progress|ongoing)/i;
const VAGUE_NEXT =
  /^(?:(?:then|just|i(?:['’]ll| will| should| need to)|we(?:['’]ll| will| should| need to)|need to|to) )?(?:continue|keep|carry on|go on|proceed|resume|finish(?: (?:it|this|the rest|up))?|work on|test(?:ing)?|debug(?:ging)?|fix(?:ing)?(?: (?:it|this|things|the (?:rest|bugs?|issues?)))?|look (?:at|into)|think about|investigate|see|try(?: again)?|more|do the rest|wrap up|clean up|tbd|todo|unknown|not sure)\b/i;
const VAGUE_BLOCKER =
  /\b(?:some|various|a few|several|many|other)\s+(?:\w+\s+)?(?:conflicts?|issues?|problems?|errors?|bugs?|things?|stuff|failures?)\b|^(?:issues?|problems?|errors?|conflicts?|stuck|blocked)[.!]?$/i;
/** A text this long is specific without a path: "Ask Ann whether the discount holds for renewals". */
const ENOUGH_WORDS = 5;

/** "How do I list large files?" is answered, not carried out; "can you" asks for something to be done. */
const isMereQuestion = (text: string): boolean =>
  isQuestion(text) && beginsAsQuestion(text) && !/\b(?:can|could|would|will) (?:you|we)\b/i.test(text);

const isSpecific = (text: string, vague: RegExp): boolean =>
  isConcrete(text) || (!vague.test(text.trim()) && wordCount(text) >= ENOUGH_WORDS);

const AGENTS = ofAllClients(({ speakerNames }) => speakerNames).join("|");
const SPEAKER = new RegExp(
  `^\\s*(?:[-*>]\\s*)?(?:\\*\\*|__)?(?:user|human|assistant|agent|ai|bot|system|me|you|${AGENTS})(?:\\*\\*|__)?\\s*(?:[:：>])`,
  "i",
);
const RECORD = /^\s*\{.*"(?:role|type)"\s*:\s*"(?:user|assistant|human|tool_use|tool_result)"/;
const FEWEST_TURNS = 3;
const LONGEST_ENTRY = 4000;

/** Whether a text is a pasted conversation rather than its result. */
function isTranscript(text: string): boolean {
  const turns = text.split("\n").filter((line) => SPEAKER.test(line) || RECORD.test(line)).length;
  return turns >= FEWEST_TURNS || text.length > LONGEST_ENTRY;
}

const quoted = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`.replace(/\s+/g, " ");

const FIELDS = [
  ["progress", "Progress"],
  ["blockers", "Blockers"],
  ["keyDecisions", "Key Decisions"],
  ["relevantContext", "Relevant Context"],
] as const;

const MISSING = {
  task: "Task is missing: say in one line what is being done",
  progress: "Progress is missing: name what was done, with files and lines or commands and results",
  nextAction: "Next Action is missing: name the very next command or step",
};

/** The required fields that are empty, each with how to fix it. */
export function missingFields({ task, progress, nextAction }: Draft): string[] {
  return [
    ...(isPlaceholder(task.trim()) ? [MISSING.task] : []),
    ...(progress.length === 0 ? [MISSING.progress] : []),
    ...(isPlaceholder(nextAction.trim()) ? [MISSING.nextAction] : []),
  ];
}

/** What a checkpoint lacks, each with how to fix it; empty where it is complete. */
export function qualityProblems(draft: Draft): string[] {
  const { progress, nextAction, blockers } = draft;
  const problems = missingFields(draft);
  if (progress.length > 0 && !progress.some((entry) => isSpecific(entry, VAGUE_PROGRESS)))
    problems.push(
      `Progress is vague (${quoted(progress[0] ?? "")}): name the file and lines, or the command and its result`,
    );
  if (isMereQuestion(nextAction.trim()))
    problems.push(`Next Action is a question (${quoted(nextAction)}): name the command to run or the file to edit`);
  else if (!isPlaceholder(nextAction.trim()) && !isSpecific(nextAction, VAGUE_NEXT))
    problems.push(
      `Next Action cannot be executed (${quoted(nextAction)}): name the command to run or the file to edit`,
    );
  const vague = blockers.find((entry) => VAGUE_BLOCKER.test(entry) && !isConcrete(entry));
  if (vague !== undefined) problems.push(`Blockers are vague (${quoted(vague)}): name the file and the error message`);
  for (const [field, title] of FIELDS)
    if (isTranscript(draft[field].join("\n"))) problems.push(`${title} is a pasted transcript: summarize it instead`);
  if (isTranscript(nextAction)) problems.push("Next Action is a pasted transcript: name the next step only");
  return problems;
}
