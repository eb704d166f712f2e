import { type Entry, isSpoken } from "../../capture/index.ts";
import { isToolMessage } from "./seen-messages.ts";
import { type Message, type Operation, type ReadContext, replacementEntries } from "./transcript.ts";

const messagesOf = (operation: Operation | undefined): readonly Message[] => {
  if (operation?.does === "say") return [operation.message];
  return operation?.does === "replace" ? operation.messages : [];
};

const messageIdOf = ({ sourceId }: Entry): string => sourceId.slice(0, sourceId.lastIndexOf(":"));

/** Whether a later version of the same message has other text in this place. */
function isReplaced(entry: Entry, later: readonly Entry[]): boolean {
  if (!isSpoken(entry) || isToolMessage(entry)) return false;
  const inItsPlace = later.filter(
    (one) => one.role === entry.role && one.kind === entry.kind && messageIdOf(one) === messageIdOf(entry),
  );
  return inItsPlace.length > 0 && inItsPlace.every(({ sourceId }) => sourceId !== entry.sourceId);
}

/** Kept as no one's text: the later version counts. */
const setAside = ({ isPrompt: _isPrompt, ...entry }: Entry): Entry => ({ ...entry, role: "system", kind: "other" });

/** All versions of each message: one with the same id replaces the earlier. */
export class MessageVersions {
  /** Versions that are still to come. */
  readonly #byId = new Map<string, Message[]>();

  constructor(operations: readonly (Operation | undefined)[]) {
    for (const message of operations.flatMap(messagesOf)) {
      const known = this.#byId.get(message.id);
      if (known) known.push(message);
      else this.#byId.set(message.id, [message]);
    }
  }

  /** The entries of the next messages; those that a later version replaces are set aside. */
  current(messages: readonly Message[], entries: readonly Entry[], context: ReadContext): Entry[] {
    for (const { id } of messages) this.#byId.get(id)?.shift();
    const later = messages
      .flatMap(({ id }) => this.#byId.get(id) ?? [])
      .flatMap((one) => replacementEntries([one], context));
    return entries.map((entry) => (isReplaced(entry, later) ? setAside(entry) : entry));
  }
}
