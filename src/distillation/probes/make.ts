import { written } from "../../conversation/index.ts";
import type { ExtractedFrom } from "../extraction/index.ts";
import { PROBE_KINDS, type Probe, type ProbeKind } from "./probe.ts";

/*
 * Probes have rules of their own, simpler than those of the extraction and without its words: a score that looked at
 * the conversation through the same eyes would only measure whether the summary agrees with itself.
 */

const GAP = "___";
const SHORTEST = 20;
const LONGEST = 300;
const READ_OF_A_MESSAGE = 20_000;

const ARTIFACT =
  /(?<![\w/.-])(?:https?:\/\/[^\s"'`<>)\]]{4,200}|(?:~|\.{0,2})\/?[\w@.-]{1,80}(?:\/[\w@.-]{1,80}){1,12}\.\w{1,8}|[A-Z]{2,10}-\d{1,7}|[0-9a-f]{7,40}(?=\W|$)(?<=\d[0-9a-f]{0,40}))(?![\w/])/;
const VALUE =
  /(?<![\w.,-])(?:[$€£¥]\s?\d[\d.,]{0,14}|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|\d[\d.,]{0,14}\s?(?:%|\p{L}{1,12}))(?!\w)/u;
const NAME = /(?<=\p{Ll},?\s)(?!I\b|I['’])\p{Lu}\p{Ll}{2,20}(?:\s\p{Lu}\p{Ll}{1,20}){0,2}/u;
const QUOTED = /(?<=["“«「『`])[^"”»」』`\n]{3,60}(?=["”»」』`])/;
const DECIDES =
  /\b(?:decided|agreed|chose|instead of|rather than|because|go with|going with)\b|决定|entschieden|décidé|decidi/i;
const COMES_NEXT =
  /\b(?:next|todo|tomorrow|will|need to|have to|going to|should|later|until|by)\b|\b(?:I|we)['’]ll\b|明天|muss|demain|mañana/i;

function kindOf(sentence: string, isArtifact: boolean): ProbeKind {
  if (DECIDES.test(sentence)) return "decision";
  if (COMES_NEXT.test(sentence)) return "next_step";
  return isArtifact ? "artifact" : "fact";
}

function probeIn(sentence: string, messageId: string): Probe | undefined {
  if (sentence.length < SHORTEST || sentence.length > LONGEST || /[?？:]$/.test(sentence)) return undefined;
  const artifact = sentence.match(ARTIFACT)?.[0];
  const answer = (artifact ?? (sentence.match(VALUE) ?? sentence.match(QUOTED) ?? sentence.match(NAME))?.[0])?.trim();
  if (answer === undefined || answer.length < 2) return undefined;
  const at = sentence.indexOf(answer);
  // A value that stands there twice is given away by the question.
  if (sentence.includes(answer, at + 1)) return undefined;
  const question = `${sentence.slice(0, at)}${GAP}${sentence.slice(at + answer.length)}`.replace(/\s+/g, " ");
  return { kind: kindOf(sentence, artifact !== undefined), question, answer, messageId };
}

const SPEAKS: ReadonlySet<string> = new Set(["prompt", "text", "other"]);

function* candidates(messages: Iterable<ExtractedFrom>): Generator<Probe> {
  for (const { id, role, kind, content } of messages) {
    if (!SPEAKS.has(kind) || (role !== "user" && role !== "assistant")) continue;
    for (const { text, mark } of written(content.slice(0, READ_OF_A_MESSAGE))) {
      if (mark.startsWith("#")) continue;
      const probe = probeIn(text, id);
      if (probe) yield probe;
    }
  }
}

/** `count` of them, from the first to the last in equal steps. */
function spread<Value>(values: readonly Value[], count: number): Value[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, step) => values[Math.floor(((step + 0.5) * values.length) / count)]).filter(
    (value): value is Value => value !== undefined,
  );
}

/** Questions on a range of messages, spread evenly over it and over the kinds. */
export function makeProbes(messages: Iterable<ExtractedFrom>, most: number): Probe[] {
  const found = [...candidates(messages)];
  const place = new Map(found.map((probe, index) => [probe, index]));
  const pools = PROBE_KINDS.map((kind) => found.filter((probe) => probe.kind === kind)).sort(
    (a, b) => a.length - b.length,
  );
  const chosen: Probe[] = [];
  pools.forEach((pool, index) => {
    // What the rare kinds do not use goes to the common ones.
    chosen.push(...spread(pool, Math.floor((most - chosen.length) / (pools.length - index))));
  });
  return chosen.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}
