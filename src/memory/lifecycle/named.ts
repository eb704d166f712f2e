import { isUnconfirmedId } from "../../conversation/index.ts";
import { notFound, refused, theOnly } from "../../core/index.ts";
import type { KeptMemory, Tables } from "../../store/index.ts";

const WHERE = "`throughline memories` shows the ones there are; four characters of an id or more will do.";

/** `recall` tells the ids of messages and checkpoints too: who gives one of these learns what it is. */
async function stranger(tables: Tables, given: string) {
  const [message] = await tables.messages.find(given);
  if (message || isUnconfirmedId(given))
    return notFound(
      `"${given}" is the id of a message, not of a memory`,
      "What was said is kept as it was said: `throughline expand` shows it, `throughline purge` removes a whole session.",
    );
  const [checkpoint] = await tables.checkpoints.find(given);
  if (checkpoint)
    return notFound(
      `"${given}" is the id of a checkpoint, not of a memory`,
      "Checkpoints are never changed: `throughline checkpoint show` shows it, `throughline purge` removes a whole session.",
    );
  return undefined;
}

/** The memory that is meant by an id or a part of it, whatever became of it. */
export async function memoryNamed(tables: Tables, given: string): Promise<KeptMemory> {
  const found = await tables.memories.find(given);
  if (found.length === 0) {
    const error = await stranger(tables, given);
    if (error) throw error;
  }
  return theOnly("memory", given, found, WHERE);
}

/** Only what holds can be edited: what is over stays as it was. */
export function assertHolds({ id, forgottenAt, supersededBy }: KeptMemory): void {
  if (forgottenAt !== null)
    throw refused(`memory ${id} was forgotten on ${forgottenAt}`, "`throughline remember` makes a new one.");
  if (supersededBy !== null)
    throw refused(
      `memory ${id} was superseded by ${supersededBy}`,
      `\`throughline memories show ${supersededBy}\` shows what holds now; edit that one.`,
    );
}
