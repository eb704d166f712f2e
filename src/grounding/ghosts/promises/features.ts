import type { Block, ItemBlock, RowBlock, Span } from "../documents/blocks.ts";
import { hasId, isDetail, isNegated, isPlanned, namesFeatures, underDetail, withoutId } from "../documents/sections.ts";

/** A feature as a document words it: its name or first sentence, and what else is said of it. */
export interface Worded {
  readonly words: string;
  readonly lead: string;
  readonly rest: string;
}

const STORY =
  /^as an? [^,]{2,60},? I (?:want|need|can|would like|am able)(?: to(?: be able to)?)? (.+?)(?:,? so that .*)?$/i;
const FEATURE_COLUMN =
  /feature|requirement|capabilit|function|story|funktion|merkmal|caracter|funcionalidad|fonctionnalit/i;
const SENTENCE_END = /[.!?](?=\s+["'(]?[\p{Lu}\p{N}`]|\s*$)/u;
const PARTING = /\s*(?::(?=\s|$)|\s[–—-]\s|–|—)\s*/;
const LONGEST_WORDS = 160;
const LONGEST_REST = 400;
/** Nobody words a feature at greater length. */
const LONGEST_READ = 1000;

const firstSentence = (text: string): string => {
  const end = SENTENCE_END.exec(text);
  return end ? text.slice(0, end.index) : text;
};

const shown = (text: string): string => (text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS - 1)}…` : text);

/** Claims that no search of the code can check: how fast, how small, how well tested, where it runs. */
const QUALITY =
  /(?<![\p{L}\p{N}])(?:performan(?:ce|t)|fast(?:er|est)?|speed|quick(?:er|est)?|latency|footprint|\d+\s?(?:kb|k|ms)|gzipp?ed|tree-?shak\p{L}*|dependenc(?:y|ies)|test(?:ed|s| suite| coverage)|coverage|ecosystem|community|documented|documentation|out[- ]of[- ]the[- ]box|cross[- ]platform|(?:works|runs) (?:on|in|with) (?:any|all|every|windows|linux|macos|mac|node|the browser|modern|most)|compatible with|drop-in|easy|simple|intuitive|batteries|production|enterprise|open[- ]source|self-contained|schnell\p{L}*|leistung|abh[äa]ngigkeit\p{L}*|r[áa]pid[oa]s?|rendimiento|dependencias?|quelloffen|c[óo]digo abierto)(?![\p{L}\p{N}])/iu;

/** The name before a colon or a dash, if there is one; else the first sentence. */
function worded(given: string, spans: readonly Span[], strong?: string): Worded | undefined {
  const text = given.slice(0, LONGEST_READ);
  const story = STORY.exec(text)?.[1];
  const plain = (story ?? text).replace(/^(?:[\s✓✔☑•]|\p{Extended_Pictographic}|\uFE0F)+/u, "");
  const sentence = firstSentence(plain);
  const named = strong !== undefined && plain.startsWith(strong) ? strong : undefined;
  // What stands in a span of code parts nothing.
  const silenced = spans
    .filter(({ at }) => at < LONGEST_READ)
    .reduce((words, { text: code }) => words.replace(code, "x".repeat(code.length)), sentence);
  const parting = PARTING.exec(silenced);
  const before = parting && parting.index > 2 ? sentence.slice(0, parting.index) : sentence;
  const lead = (named ?? before).replace(/[\s:.–—-]+$/, "");
  const rest = plain.slice(lead.length, lead.length + LONGEST_REST);
  return lead === "" ? undefined : { words: shown(lead), lead, rest };
}

/** What is said of the future, or not to be so, promises nothing. */
const isHeld = (text: string, lead: string): boolean => !isPlanned(text) && !isNegated(lead) && !QUALITY.test(lead);

function ofItem(item: ItemBlock): Worded | undefined {
  if (item.isOnlyLinks || item.isStruck || item.task === "open") return undefined;
  const found = worded(item.text, item.spans, item.strong);
  // A category: what stands below it is what is promised.
  if (!found || (item.hasItems && found.rest.trim() === "" && item.depth === 0)) return undefined;
  return isHeld(item.text, found.lead) && !isNegated(firstSentence(item.text)) ? found : undefined;
}

function ofRow({ head, cells, text, isStruck }: RowBlock): Worded | undefined {
  const column = head.findIndex((title) => FEATURE_COLUMN.test(title));
  const cell = cells[column];
  if (!cell || isStruck || isPlanned(text) || /[❌✗✘🚫]|\|\s*no\s*\|/iu.test(text)) return undefined;
  const found = worded(cell.text, cell.spans);
  const others = cells.filter((one) => one !== cell).map((one) => one.text);
  return found && isHeld(text, found.lead) ? { ...found, rest: `${found.rest} ${others.join(" ")}` } : undefined;
}

/** The feature that a block in a part about features promises, if it does. A heading over a list names what the list holds. */
export function featureIn(block: Block, isOverList: boolean): Worded | undefined {
  if (block.kind === "row") return ofRow(block);
  if (block.kind === "item") return block.depth > 1 || underDetail(block) ? undefined : ofItem(block);
  if (block.kind !== "heading" || block.level === 1 || block.isStruck) return undefined;
  if (isDetail(block.text) || namesFeatures(block.text)) return undefined;
  if (isOverList && !hasId(block.text)) return undefined;
  const found = worded(withoutId(block.text), block.spans);
  return found && isHeld(block.text, found.lead) ? found : undefined;
}
