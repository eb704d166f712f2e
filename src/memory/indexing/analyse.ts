import { type Indexable, MOST_PARTS, type NewPassage, passagePk } from "../../store/index.ts";
import { contentTerms, folded, signature, split, TRAITS, termsOf, traitsOf } from "../../text/index.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";

/** What terms are made by. When that changes, so does this, and every index is made anew. */
export const EDITION = "6";

/** Shorter for what people and agents say, where one paragraph answers; longer for what tools print. */
const PASSAGE_CHARS = { said: 500, printed: 1500 };
/** Of a text that is longer, the beginning is found: taking all of it apart would keep others waiting. */
const MOST_CHARS = 2_000_000;
const PRINTED = new Set(["tool_result", "tool_use", "attachment"]);
const SPOKEN = new Set(["prompt", "text", "summary"]);
/** "Maya: …", where several people speak through one channel. */
const SPEAKER = /^\s*\[?(\p{Lu}[\p{L}\p{N}.'’-]*(?: \p{Lu}[\p{L}\p{N}.'’-]*){0,2})\]?:\s/u;

/** "TypeError: …", "Note: …": nobody speaks there. */
const LABEL =
  /(?:Error|Exception|Warning|Failure)$|^(?:Answer|Caution|Context|Example|Fact|File|Goal|Hint|Input|Line|Note|Output|Question|Re|Result|Status|Step|Subject|Summary|Task|Tip|Title|Todo|Update|Usage)s?\b/i;

/** "ENOMEM: …", "FATAL: …": nor there. */
const CODE = /^(?:E[A-Z]{4,}|ERR|ERROR|FATAL|WARN|WARNING|INFO|DEBUG|TRACE|TODO|FIXME)$/;

/** Marks of what is no word of the text: private characters, which no text's terms begin with. */
const SPEAKER_MARK = "\uE001";
const CELL_MARK = "\uE002";

export const speakerTerm = (name: string): string => `${SPEAKER_MARK}${folded(name)}`;
export const cellTerm = (cell: number): string => `${CELL_MARK}${cell}`;

const isSearched = ({ role, kind }: Indexable): boolean =>
  role === "memory" || role === "checkpoint" || SPOKEN.has(kind) || PRINTED.has(kind);

export function speakersOf(text: string): string[] {
  const name = SPEAKER.exec(text)?.[1];
  return name === undefined || LABEL.test(name) || CODE.test(name) ? [] : name.split(" ");
}

/** Who is to be taken as speaking. */
function voiceOf({ role, kind }: Indexable): string {
  if (role === "memory") return "user";
  return kind === "tool_use" ? "call" : role;
}

/** The passages of a text as they go into the index, one after the other: whoever takes them may pause between. */
export function* passagesOf(text: Indexable, words: WordVectors | undefined): Generator<NewPassage> {
  if (!isSearched(text) || text.content.trim() === "") return;
  const printed = PRINTED.has(text.kind);
  // What a tool prints is said by nobody.
  const names = printed ? [] : speakersOf(text.content);
  const speakers = names.map(speakerTerm);
  /** Who speaks is no part of what is meant. */
  const nameTerms = new Set(names.flatMap((name) => termsOf(name)));
  const { session, folder, agent, place } = text;
  const at = Date.parse(text.createdAt) || 0;
  let part = 0;
  const content = text.content.slice(0, MOST_CHARS);
  const spans = split(content, PASSAGE_CHARS[printed ? "printed" : "said"], MOST_PARTS);
  const shared = spans.length > 1 ? TRAITS.part : 0;
  for (const { start, size } of spans) {
    const piece = content.slice(start, start + size);
    const terms = contentTerms(piece);
    const meaning = printed ? undefined : words?.meaning(terms.filter((term) => !nameTerms.has(term)));
    const cells = meaning && words ? words.cells(meaning, 1).map(cellTerm) : [];
    yield {
      pk: passagePk(text.pk, part++),
      ...{ place, at, start, size, session, folder, agent },
      traits: shared | traitsOf(piece, voiceOf(text), terms.length),
      length: terms.length,
      terms: signature([...terms, ...speakers]),
      meaning: meaning ? new Uint8Array(meaning.buffer) : null,
      words: [...new Set([...terms, ...speakers, ...cells])],
    };
  }
}
