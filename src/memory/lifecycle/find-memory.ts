import { isUnconfirmedId } from "../../capture/index.ts";
import { notFound, refused, theOnly } from "../../core/index.ts";
import type { KeptMemory, MemoryRecord, Tables } from "../../store/index.ts";

const WHERE = "`throughline memories` lists them; four characters of an id are enough.";

/** `recall` also shows ids of messages and checkpoints: the error says which kind the id is. */
async function wrongKindError(tables: Tables, partOfId: string) {
  const [message] = await tables.messages.find(partOfId);
  const isMessage = message !== undefined || isUnconfirmedId(partOfId);
  const [checkpoint] = await tables.checkpoints.find(partOfId);
  if (!isMessage && !checkpoint) return undefined;
  const [what, command] = isMessage ? ["message", "expand"] : ["checkpoint", "checkpoint show"];
  return notFound(
    `"${partOfId}" is the id of a ${what}, not of a memory`,
    `\`throughline ${command}\` shows it; only \`throughline purge\` removes it, with its whole session.`,
  );
}

/** Finds by id or part of it, also superseded and forgotten ones. */
export async function findMemory(tables: Tables, partOfId: string): Promise<KeptMemory> {
  const found = await tables.memories.find(partOfId);
  if (found.length === 0) {
    const error = await wrongKindError(tables, partOfId);
    if (error) throw error;
  }
  return theOnly("memory", partOfId, found, WHERE);
}

/** Only a current memory can be edited. */
export function assertHolds({ id, forgottenAt, supersededBy }: KeptMemory): void {
  if (forgottenAt !== null)
    throw refused(`memory ${id} was forgotten on ${forgottenAt}`, "Use `throughline remember` to add a new one.");
  if (supersededBy !== null)
    throw refused(
      `memory ${id} was superseded by ${supersededBy}`,
      `\`throughline memories show ${supersededBy}\` shows the current one; edit that one.`,
    );
}

/** A memory without its history. */
export function withoutPast(memory: MemoryRecord & Partial<KeptMemory>): MemoryRecord {
  const { supersededAt: _at, supersededWhy: _why, forgottenAt: _end, ...current } = memory;
  return current;
}
