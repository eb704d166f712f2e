import { isUnconfirmedId } from "../../capture/index.ts";
import { notFound, refused, theOnly } from "../../core/index.ts";
import type { KeptMemory, Tables } from "../../store/index.ts";

const WHERE = "`throughline memories` shows the ones there are; four characters of an id or more will do.";

/** `recall` gives the ids of messages and checkpoints too: who takes one of these for a memory's learns what it is. */
async function wrongKindError(tables: Tables, given: string) {
  const [message] = await tables.messages.find(given);
  const isMessage = message !== undefined || isUnconfirmedId(given);
  const [checkpoint] = await tables.checkpoints.find(given);
  if (!isMessage && !checkpoint) return undefined;
  const [what, command] = isMessage ? ["message", "expand"] : ["checkpoint", "checkpoint show"];
  return notFound(
    `"${given}" is the id of a ${what}, not of a memory`,
    `\`throughline ${command}\` shows it; it is kept as it is, and \`throughline purge\` removes a whole session.`,
  );
}

/** The memory that is meant by an id or a part of it, whatever became of it. */
export async function findMemory(tables: Tables, given: string): Promise<KeptMemory> {
  const found = await tables.memories.find(given);
  if (found.length === 0) {
    const error = await wrongKindError(tables, given);
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
