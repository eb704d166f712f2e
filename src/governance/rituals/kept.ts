import type { RitualStep } from "./steps.ts";

/* What became of the work that a session left uncommitted: a line of its account, written and read again here. */

export interface Kept {
  readonly text: string;
  readonly commit: string | null;
  /** From the task's folder. */
  readonly patch: string | null;
  /** What must be checked out to apply the patch. */
  readonly appliesTo: string | null;
  /** Why it is not committed, though that was allowed. */
  readonly notCommitted: string | null;
  /** What is in no patch and stands in the work tree only, each with why: as many as the line has room for. */
  readonly leftOut: readonly string[];
  /** How many more there are; an incident names them all. */
  readonly leftOutMore: number;
}

/** Why something is in no patch. */
export const REASONS = {
  secret: "it holds a secret",
  large: "it is too large",
  repository: "it is a repository of its own",
  submodule: "a submodule with uncommitted work in it",
  unpushed: "a submodule at a commit that no remote has",
} as const;

const COMMIT = /^commit ([0-9a-f]{7,64})$/;
const PATCH = /^patch (\S+) of \d+ files, on (?:([0-9a-f]{7,64})|no commit)/;
const NOT_COMMITTED = / \(not committed: (.*?)\)(?:; left out: |$)/s;
const LEFT_OUT = /; left out: (.*)$/s;
const EACH = new RegExp(`(.+?: (?:${Object.values(REASONS).join("|")}))(?:; |$)`, "gs");
const MORE = /(?:^|; )(\d+) more$/;

/** The whole line must fit into the account of its step, which is cut at 400. */
const LONGEST = 390;
const LONGEST_REASON = 110;
const LONGEST_ENTRY = 90;

const shortened = (text: string, most: number, keep: "begin" | "end"): string =>
  text.length <= most ? text : keep === "begin" ? `${text.slice(0, most - 1)}…` : `…${text.slice(1 - most)}`;

export const NOTHING_TEXT = "nothing uncommitted";
export const committedText = (commit: string): string => `commit ${commit}`;
export const notKeptText = (why: string): string => `nothing could be kept: ${why}`;
export const patchText = (name: string, files: number, commit: string | null): string =>
  `patch ${name} of ${files} files, on ${commit ?? "no commit"}`;
export const NO_PATCH_TEXT = "uncommitted work stands in the work tree only";

/** What is said of a patch besides where it is. */
export interface Besides {
  readonly notCommitted?: string | undefined;
  readonly leftOut: readonly string[];
}

export function withBesides(what: string, { notCommitted, leftOut }: Besides): string {
  const refused =
    notCommitted === undefined ? "" : ` (not committed: ${shortened(notCommitted, LONGEST_REASON, "begin")})`;
  if (leftOut.length === 0) return `${what}${refused}`;
  const head = `${what}${refused}; left out: `;
  const room = LONGEST - head.length - `; ${leftOut.length} more`.length;
  const named: string[] = [];
  for (const entry of leftOut.map((one) => shortened(one, LONGEST_ENTRY, "end"))) {
    if ([...named, entry].join("; ").length > room) break;
    named.push(entry);
  }
  const more = leftOut.length - named.length;
  return `${head}${[...named, ...(more > 0 ? [`${more} more`] : [])].join("; ")}`;
}

export function readKept(text: string): Kept {
  const [, patch = null, appliesTo = null] = PATCH.exec(text) ?? [];
  const listed = LEFT_OUT.exec(text)?.[1] ?? "";
  return {
    ...{ text, commit: COMMIT.exec(text)?.[1] ?? null, patch, appliesTo },
    notCommitted: NOT_COMMITTED.exec(text)?.[1] ?? null,
    leftOut: [...listed.matchAll(EACH)].map(([, entry = ""]) => entry),
    leftOutMore: Number(MORE.exec(listed)?.[1] ?? 0),
  };
}

/** As the last end of a session left it; undefined where none was. */
export function keptIn(steps: readonly RitualStep[]): Kept | undefined {
  const last = steps.findLast(({ step }) => step === "commit_work");
  return last && readKept(last.detail);
}
