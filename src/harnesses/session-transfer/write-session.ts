import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { injections } from "../../audit/index.ts";
import { readForward, type TranscriptCursor, transcriptCursors } from "../../capture/index.ts";
import { isoTime, messageOf, newId, refused, systemCode } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord, Tables } from "../../store/index.ts";
import { handOver } from "../handed-over-entries.ts";
import { HANDOVER } from "./context.ts";

/** Where to continue a session, and under which id. */
interface Place {
  readonly harness: string;
  readonly key: string;
  readonly path: string;
  readonly command: string;
}

/** What the session's file holds. */
interface Contents {
  readonly lines: readonly string[];
  /** The ids of its entries: they belong to the session that it continues. */
  readonly sourceIds: readonly string[];
}

function cannotWrite({ path, command }: Place, error: unknown) {
  if (systemCode(error) === "EEXIST")
    return refused(`${path} already exists and is not overwritten`, `Continue it: ${command}`);
  return refused(`${path} cannot be written: ${messageOf(error)}`, "Free disk space, or make its folder writable.");
}

/** Writes a private file. An existing one may have been continued: it is left unchanged. */
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

/** The end of the file: what is before it is already in the ledger. */
async function endOf(path: string): Promise<Pick<TranscriptCursor, "byteOffset" | "fileId" | "tail">> {
  const read = await readForward(path, { offset: 0, fileId: null }, Number.POSITIVE_INFINITY);
  return { byteOffset: read?.offset ?? 0, fileId: read?.fileId ?? null, tail: read?.tail ?? null };
}

/**
 * Registers the session before its client reports it: with its parent, with its file read up to here (the messages are
 * its parent's), and with the recovery already in its context.
 */
async function registerSession(
  tables: Tables,
  from: SessionRecord,
  { harness, key, path }: Place,
  { sourceIds, read, at }: Pick<Contents, "sourceIds"> & { read: Awaited<ReturnType<typeof endOf>>; at: string },
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
  // The ledger has the conversation: the account only says where it was written.
  const account = { sessionId: session.id, event: HANDOVER, hookId: null, reason, text: path, createdAt: at };
  await injections(tables).add({ id: newId(), ...account });
  await transcriptCursors(tables).put({ path, sessionId: session.id, ...read, brokenLines: 0, updatedAt: at });
  // The cursor covers this file; these cover its copies, and the file after a rewrite.
  await handOver(tables, session.id, sourceIds, at);
}

/** Writes the session's file and registers it in the store: both or neither. */
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
