import { type Indexable, MOST_PARTS, type NewPassage, passagePk } from "../../store/index.ts";
import { contentTerms, folded, signature, split, TRAITS, termsOf, traitsOf } from "../../text/index.ts";
import type { WordVectors } from "../vectors/word-vectors.ts";

/** Version of the term rules: a change makes every index rebuild. */
export const EDITION = "6";

/** Shorter for messages, where one paragraph answers; longer for tool output. */
const PASSAGE_CHARS = { spoken: 500, printed: 1500 };
/** Only the beginning of a longer text is indexed, so that it does not hold up others. */
const MOST_CHARS = 2_000_000;
const PRINTED = new Set(["tool_result", "tool_use", "attachment"]);
const SPOKEN = new Set(["prompt", "text", "summary"]);
/** "Maya: …", where several people speak through one channel. */
const SPEAKER = /^\s*\[?(\p{Lu}[\p{L}\p{N}.'’-]*(?: \p{Lu}[\p{L}\p{N}.'’-]*){0,2})\]?:\s/u;

/** "TypeError: …", "Note: …": labels, not speakers. */
const LABEL =
  /(?:Error|Exception|Warning|Failure)$|^(?:Answer|Caution|Context|Example|Fact|File|Goal|Hint|Input|Line|Note|Output|Question|Re|Result|Status|Step|Subject|Summary|Task|Tip|Title|Todo|Update|Usage)s?\b/i;

/** "ENOMEM: …", "FATAL: …": codes, not speakers. */
const CODE = /^(?:E[A-Z]{4,}|ERR|ERROR|FATAL|WARN|WARNING|INFO|DEBUG|TRACE|TODO|FIXME)$/;

/** Private-use characters: no term of a text begins with them. */
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

function voiceOf({ role, kind }: Indexable): string {
  if (role === "memory") return "user";
  return kind === "tool_use" ? "call" : role;
}

/** The passages of a text for the index; a generator, so that the caller can yield to others in between. */
export function* passagesOf(text: Indexable, words: WordVectors | undefined): Generator<NewPassage> {
  if (!isSearched(text) || text.content.trim() === "") return;
  const printed = PRINTED.has(text.kind);
  // Tool output has no speaker.
  const names = printed ? [] : speakersOf(text.content);
  const speakers = names.map(speakerTerm);
  /** The speaker's name is not part of the meaning. */
  const nameTerms = new Set(names.flatMap((name) => termsOf(name)));
  const { session, folder, agent, place } = text;
  const at = Date.parse(text.createdAt) || 0;
  let part = 0;
  const content = text.content.slice(0, MOST_CHARS);
  const spans = split(content, PASSAGE_CHARS[printed ? "printed" : "spoken"], MOST_PARTS);
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
