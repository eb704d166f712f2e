const FENCED_CODE = /```[\s\S]*?(?:```|$)/g;
const BLOCKS = /<(system-reminder|task-notification|command-[a-z]+|local-command-[a-z]+)>[\s\S]*?<\/\1>/g;

/** What people say stands at the beginning or the end of what they send; the megabytes between were pasted. */
const READ_AT_EACH_END = 100_000;

const ends = (text: string): string =>
  text.length <= 2 * READ_AT_EACH_END ? text : `${text.slice(0, READ_AT_EACH_END)}\n${text.slice(-READ_AT_EACH_END)}`;

/** Prose only: code blocks and what clients wrap around a prompt say nothing about intent. */
export const prose = (text: string): string => ends(text).replace(FENCED_CODE, "\n").replace(BLOCKS, "\n");

const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)\s+/;

/** The sentences of a text, list marks and emphasis taken off. Full stops inside names, paths and numbers end nothing. */
export function sentences(text: string): string[] {
  return prose(text)
    .split(/\n+/)
    .map((line) =>
      line
        .replace(LIST_MARK, "")
        .replace(/\*\*|__/g, "")
        .trim(),
    )
    .flatMap((line) => line.split(/(?<=[.!?。！？])(?:\s+|(?<=[。！？]))(?=\S)/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0);
}

/** One line of at most `limit` characters, cut between words. */
export function oneLine(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= limit) return flat;
  if (limit <= 1) return "…".slice(0, Math.max(0, limit));
  const cut = flat.slice(0, limit - 1);
  const space = cut.lastIndexOf(" ");
  const kept = space > limit * 0.6 ? cut.slice(0, space) : cut;
  // A cut inside a surrogate pair would leave half a character.
  return `${kept.replace(/[\uD800-\uDBFF]$/, "")}…`;
}
