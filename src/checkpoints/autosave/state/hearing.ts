import { isCourtesy, isDecision, oneLine } from "../../../conversation/index.ts";
import { redact } from "../../../core/index.ts";
import type { ExtractedFrom, Item, ItemKind } from "../../../distillation/index.ts";
import type { Heard } from "./state.ts";

const LONGEST = 300;
const PROMPT = "prompt";
const HEAD_READ = 4000;
const TAIL_READ = 2000;

/** Of a very long text the beginning and the end: what lies between was pasted. */
const bothEnds = (text: string): string =>
  text.length <= HEAD_READ + TAIL_READ ? text : `${text.slice(0, HEAD_READ)}\n…\n${text.slice(-TAIL_READ)}`;

const spoken = (id: string, role: "user" | "assistant", content: string, seq: number): ExtractedFrom => ({
  ...{ id, seq, role, content, createdAt: "" },
  kind: role === "user" ? "prompt" : "text",
  ...{ toolName: null, toolUseId: null, isError: null },
});

/** With what a message begins: what is decided along the way comes behind it. */
const opening = (prompt: string): string => oneLine(prompt.trim().split(/[.;!?。；！？]\s|\n/u)[0] ?? "", LONGEST);

const REQUESTS: readonly ItemKind[] = ["open_item", "goal"];

/**
 * Reads a message of the user's by rule, with what the agent said before it: a short answer means nothing without its
 * question. `isFirst`: a demand with which the work begins is also what is asked for.
 */
export async function hear(prompt: string, before: string | undefined, isFirst: boolean): Promise<Heard> {
  const { Extractor } = await import("../../../distillation/index.ts");
  const extractor = new Extractor();
  if (before !== undefined) extractor.take(spoken("reply", "assistant", redact(bothEnds(before)), 1));
  extractor.take(spoken(PROMPT, "user", redact(bothEnds(prompt)), 2));
  const items = extractor.result().items.filter(({ cites }) => cites.includes(PROMPT));
  const saying = (...kinds: readonly ItemKind[]): string[] =>
    items.filter(({ kind }) => kinds.includes(kind)).map(({ text }: Item) => oneLine(text, LONGEST));
  const [demand] = isFirst && !isCourtesy(prompt) ? saying("constraint") : [];
  const first = redact(opening(prompt));
  const isBegun = isFirst && saying("decision").length > 0 && !isDecision(first) && !isCourtesy(first);
  return {
    request: saying(...REQUESTS)[0] ?? demand ?? (isBegun ? first : ""),
    decisions: saying("decision"),
    corrections: saying("correction"),
    preferences: saying("preference", "constraint"),
  };
}
