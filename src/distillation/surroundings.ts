import type { Store } from "../store/index.ts";
import type { Anchor } from "./extraction/index.ts";

/*
 * What tools were asked and what they printed is not searched word by word. Whoever needs one of its exact strings again
 * does not know the string: they know what it was about. So it is indexed with the words around it.
 */

const AROUND = 160;
const OF_THE_CALL = 200;
const PAGE = 200;
/** Of a longer text, a string that is not found behind the one before it is left without its surroundings. */
const READ_AGAIN = 20_000;

/** The words around each of these strings of one text; they come mostly in the order in which they stand there. */
function* wordsAround(content: string, anchors: readonly Anchor[]): Generator<[Anchor, string]> {
  let from = 0;
  for (const anchor of anchors) {
    const behind = content.indexOf(anchor.value, from);
    const at = behind < 0 && content.length <= READ_AGAIN ? content.indexOf(anchor.value) : behind;
    if (at < 0) continue;
    from = at;
    const end = at + anchor.value.length;
    yield [anchor, `${content.slice(Math.max(0, at - AROUND), at)} ${content.slice(end, end + AROUND)}`];
  }
}

function bySeq(anchors: readonly Anchor[]): Map<number, Anchor[]> {
  const groups = new Map<number, Anchor[]>();
  for (const anchor of anchors) {
    const group = groups.get(anchor.seq);
    if (group) group.push(anchor);
    else groups.set(anchor.seq, [anchor]);
  }
  return groups;
}

/** For every exact string of a tool's call or output the words around it, and of an output also what was asked for. */
export async function surroundings(
  store: Store,
  sessionId: string,
  anchors: readonly Anchor[],
): Promise<ReadonlyMap<Anchor, string>> {
  const found = new Map<Anchor, string>();
  const groups = bySeq(anchors);
  const calls = new Map<string, string>();
  const first = anchors.reduce((least, { seq }) => Math.min(least, seq), Number.MAX_SAFE_INTEGER);
  const last = anchors.reduce((most, { seq }) => Math.max(most, seq), 0);
  for (let after = first - 1; after < last; ) {
    const kinds = ["tool_use", "tool_result"] as const;
    const page = await store.messages.list(sessionId, { after, before: last + 1, limit: PAGE, kinds });
    if (page.length === 0) break;
    for (const { seq, kind, toolUseId, content } of page) {
      const call = toolUseId === null ? "" : (calls.get(toolUseId) ?? "");
      if (kind === "tool_use" && toolUseId !== null) calls.set(toolUseId, content.slice(0, OF_THE_CALL));
      for (const [anchor, words] of wordsAround(content, groups.get(seq) ?? [])) found.set(anchor, `${call} ${words}`);
    }
    after = page.at(-1)?.seq ?? last;
  }
  return found;
}
