import type { Entry } from "../../capture/index.ts";
import { sha256 } from "../../core/index.ts";

export const isToolMessage = ({ kind }: Entry): boolean => kind === "tool_use" || kind === "tool_result";

const keyOf = (entry: Entry): string =>
  isToolMessage(entry) ? entry.sourceId : sha256(`${entry.role}\n${entry.kind}\n${entry.content}`).slice(0, 22);

/**
 * The messages of a session so far. After a compression the client writes the messages that it kept again, with new
 * ids: they are recognized by their content. Tool calls keep their ids.
 */
export class SeenMessages {
  readonly #known = new Set<string>();

  add(entries: readonly Entry[]): void {
    for (const entry of entries) this.#known.add(keyOf(entry));
  }

  without(entries: readonly Entry[]): Entry[] {
    return entries.filter((entry) => !this.#known.has(keyOf(entry)));
  }
}
