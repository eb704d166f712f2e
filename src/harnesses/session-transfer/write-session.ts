import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { readForward } from "../../capture/index.ts";
import { isoTime, messageOf, newId, refused, systemCode } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord, Tables, TranscriptCursor } from "../../store/index.ts";
import { HANDOVER } from "./context.ts";

/** Where a session is to go on, and as what. */
export interface Place {
  readonly harness: string;
  readonly key: string;
  readonly path: string;
  readonly command: string;
}

/** What the session's file holds. */
export interface Contents {
  readonly lines: readonly string[];
  /** What the entries in it are known by: they are the words of the session that it goes on from. */
  readonly sourceIds: readonly string[];
}

function cannotWrite({ path, command }: Place, error: unknown) {
  if (systemCode(error) === "EEXIST")
    return refused(`${path} is there already and is not overwritten`, `Go on with it: ${command}`);
  return refused(`${path} cannot be written: ${messageOf(error)}`, "Make room for it, or its folder writable for you.");
}

/** Writes a file that is its owner's alone. One that is there may have been gone on with: it is left as it is. */
async function writeNew(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

type Read = Pick<TranscriptCursor, "byteOffset" | "fileId" | "tail">;

/** The end of the file: what stands before it is in the ledger already. */
async function endOf(path: string): Promise<Read> {
  const read = await readForward(path, { offset: 0, fileId: null }, Number.POSITIVE_INFINITY);
  return { byteOffset: read?.offset ?? 0, fileId: read?.fileId ?? null, tail: read?.tail ?? null };
}

interface Written extends Pick<Contents, "sourceIds"> {
  readonly read: Read;
  readonly at: string;
}

/**
 * Makes the session known before its client reports it: whose work it goes on with, that its file was read up to here
 * (its old words are its parent's), and that its context holds what a recovery would tell.
 */
async function registerSession(
  tables: Tables,
  from: SessionRecord,
  { harness, key, path }: Place,
  { read, sourceIds, at }: Written,
) {
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
  const reason = `handed over; from session ${from.id}`;
  // The ledger has the conversation itself: the account only says where it was written.
  const account = { sessionId: session.id, event: HANDOVER, hookId: null, reason, text: path, createdAt: at };
  await tables.accounts.addInjection({ id: newId(), ...account });
  await tables.capture.saveCursor({ path, sessionId: session.id, ...read, brokenLines: 0 }, at);
  // The cursor knows this file; these know its words in every copy of it, and after it was rewritten.
  await tables.capture.handOver(session.id, sourceIds);
}

/** Puts a session where its next client finds it: the file and what the store knows of it, or neither. */
export async function writeSession({ store, clock }: Services, from: SessionRecord, place: Place, contents: Contents) {
  const { lines, sourceIds } = contents;
  const text = lines.map((line) => `${line}\n`).join("");
  await writeNew(place.path, text).catch((error) => {
    throw cannotWrite(place, error);
  });
  try {
    const read = await endOf(place.path);
    const written = { read, sourceIds, at: isoTime(clock.now()) };
    await store.transaction((tables) => registerSession(tables, from, place, written));
  } catch (error) {
    await rm(place.path, { force: true });
    throw error;
  }
}
