import { type Entry, isObject } from "../ledgers/index.ts";
import { type Citation, checkCitation, movedTo } from "./citations/check-citation.ts";
import { parseLines } from "./citations/reference.ts";

export const GROUNDED_KINDS = ["citation", "code_reference", "user_input"] as const;
export type GroundedKind = (typeof GROUNDED_KINDS)[number];

export interface Claim {
  readonly text: string;
  /** What the agent bases it on; unknown kinds are undefined. */
  readonly kind: GroundedKind | "assumption" | undefined;
  readonly citations: readonly Citation[];
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** The first field of these names that holds something. */
const firstField = (fields: Entry, ...names: string[]): unknown => names.map((name) => fields[name]).find(hasValue);

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The citation in some fields, if they have one. An invalid one is kept, so that its check fails. */
function citationIn(fields: Entry): Citation[] {
  const path = firstField(fields, "path", "file");
  // A `code` that is a number is some other code.
  const quote = firstField(fields, "quote") ?? asText(fields.code);
  const line = firstField(fields, "line", "lines", "line_number");
  if (!hasValue(path) && !hasValue(quote) && line === undefined) return [];
  return [
    {
      path: asText(path),
      quote: typeof quote === "string" || quote === undefined ? quote : JSON.stringify(quote),
      lines: line === undefined ? undefined : parseLines(line),
    },
  ];
}

/** The items of a list, or what stands in the place of one. */
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const REFERENCE = /^\s*\$\{?PROJECT_ROOT\b/;

/** The citations of some fields: as fields of their own, or as a reference that can be nothing else. */
const citationsIn = (fields: Entry): Citation[] =>
  [fields, fields.citation, ...listed(fields.citations), ...listed(fields.evidence)].flatMap((value) => {
    if (isObject(value)) return citationIn(value);
    const isReference = typeof value === "string" && REFERENCE.test(value);
    return isReference ? [{ path: value, quote: undefined, lines: undefined }] : [];
  });

function kindOf(grounding: unknown): Claim["kind"] {
  const named = isObject(grounding) ? grounding.type : grounding;
  return [...GROUNDED_KINDS, "assumption" as const].find((kind) => kind === named);
}

/** A line of phase `cite` as a claim. Its citations are in fields; its prose is never searched for any. */
export const claimOf = (entry: Entry): Claim => ({
  text: asText(firstField(entry, "claim", "content", "decision")) ?? "",
  kind: kindOf(entry.grounding),
  citations: [...citationsIn(entry), ...(isObject(entry.grounding) ? citationsIn(entry.grounding) : [])],
});

export type Judgement =
  /** `moved`: the new lines of quotes that have moved. */
  | { readonly grounded: true; readonly by: GroundedKind; readonly moved?: string | undefined }
  | { readonly grounded: false; readonly why: string };

/**
 * Whether a claim is grounded. User input needs no file; every citation must be found. With `trusting`, a claim that
 * declares what it rests on but cites nothing is believed.
 */
export function judge(root: string, { kind, citations }: Claim, { trusting }: { trusting: boolean }): Judgement {
  if (kind === undefined) return { grounded: false, why: "names no basis" };
  if (kind === "assumption") return { grounded: false, why: "an assumption" };
  if (kind === "user_input") return { grounded: true, by: kind };
  if (citations.length === 0 && !trusting) return { grounded: false, why: "cites nothing" };
  const moved: string[] = [];
  for (const citation of citations) {
    const verdict = checkCitation(root, citation);
    if (verdict.state === "missing")
      return { grounded: false, why: citation.path ? `${citation.path}: ${verdict.reason}` : verdict.reason };
    if (verdict.state === "moved") moved.push(movedTo(verdict.line));
  }
  return moved.length === 0 ? { grounded: true, by: kind } : { grounded: true, by: kind, moved: moved.join(", ") };
}

/** The share of claims that are grounded, between 0 and 1; a session that claims nothing has nothing to prove. */
export const groundingRatio = (grounded: number, total: number): number =>
  total === 0 ? 1 : Math.min(1, grounded / total);

/** Compared unrounded; equal is enough. */
export const passes = (ratio: number, threshold: number): boolean => ratio >= threshold;
