import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Ambient } from "../../ambient.ts";
import { readForward } from "../../conversation/index.ts";
import { isoTime, newId, refused, systemCode } from "../../core/index.ts";
import type { SessionRecord, Tables } from "../../store/index.ts";
import { HANDOVER } from "./context.ts";

/** Where a session is to go on, and as what. */
export interface Place {
  readonly harness: string;
  readonly key: string;
  readonly path: string;
  readonly command: string;
}

/** Writes a file that is its owner's alone. One that is there may have been gone on with: it is left as it is. */
async function writeNew({ path, command }: Place, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(text).finally(() => file.close());
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    throw refused(`${path} is there already and is not overwritten`, `Go on with it: ${command}`);
  }
}

/**
 * Makes the session known before its client reports it: whose work it goes on with, that its file was read up to here (its
 * old words are in the ledger as its parent's), and that its context holds what a recovery would tell.
 */
async function note(tables: Tables, from: SessionRecord, { harness, key, path }: Place, at: string): Promise<void> {
  const { session } = await tables.sessions.insert({
    id: newId(),
    key,
    harness,
    type: "coding",
    state: "suspended",
    startedAt: at,
    lastActivityAt: at,
    endedAt: at,
    endReason: "handed over",
    project: from.project,
    projectNormalized: from.projectNormalized,
    task: from.task,
    parentId: from.id,
    lineage: "previous_key",
    transcriptPath: path,
    recoveryInContext: 1,
  });
  await tables.accounts.addInjection({
    id: newId(),
    sessionId: session.id,
    event: HANDOVER,
    hookId: null,
    reason: `handed over; from session ${from.id}`,
    // The ledger has the conversation itself: a copy of it here would be kept twice.
    text: path,
    createdAt: at,
  });
  const read = await readForward(path, { offset: 0, fileId: null }, Number.POSITIVE_INFINITY);
  if (!read) return;
  const { offset: byteOffset, fileId, tail } = read;
  await tables.capture.saveCursor({ path, sessionId: session.id, byteOffset, fileId, tail, brokenLines: 0 }, at);
}

/** Puts a session where its next client finds it: the file and what the store knows of it, or neither. */
export async function install({ store, clock }: Ambient, from: SessionRecord, place: Place, lines: readonly string[]) {
  await writeNew(place, lines.map((line) => `${line}\n`).join(""));
  try {
    await store.transaction((tables) => note(tables, from, place, isoTime(clock.now())));
  } catch (error) {
    await rm(place.path, { force: true });
    throw error;
  }
}
