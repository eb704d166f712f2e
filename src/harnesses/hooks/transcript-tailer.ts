import { stat } from "node:fs/promises";
import {
  type Entry,
  provisionalEntries,
  readForward,
  settle,
  type TranscriptCursor,
  transcriptCursors,
} from "../../capture/index.ts";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { isoTime, KeyedMutex, messageOf, newId, safeName } from "../../core/index.ts";
import { ContextBudget } from "../../distillation/index.ts";
import type { Services, Transaction } from "../../services.ts";
import { moveSession } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { Harness } from "../client-contract.ts";
import { ingestTranscript } from "../ingest-transcript.ts";
import { harnesses } from "../registry.ts";

const BATCH_BYTES = 1 << 20;
/** Clients write their transcripts in batches, some 100 ms after a hook; a second look catches the slow ones. */
const FIRST_LOOK_MS = 250;
const LAST_LOOK_MS = 2000;

/** The scheduled reads of a session. */
interface PendingReads {
  cancelFirst?: () => void;
  cancelLast?: () => void;
  /** Runs after the first. */
  afterwards?: () => Promise<void>;
}

/** Reads the clients' transcripts forward into the ledger, each from where it stopped the last time. */
export class TranscriptTailer {
  readonly #services: Services;
  readonly #checkpoints: Checkpoints;
  readonly #budget: ContextBudget;
  readonly #onGrown: (session: SessionRecord) => void;
  readonly #turns = new KeyedMutex();
  readonly #looks = new Map<string, PendingReads>();

  /** `onGrown` is called with a session that has new messages. */
  constructor(services: Services, checkpoints: Checkpoints, onGrown: (session: SessionRecord) => void = () => {}) {
    this.#services = services;
    this.#onGrown = onGrown;
    this.#checkpoints = checkpoints;
    this.#budget = new ContextBudget(services, checkpoints);
  }

  /** Whether all of the session's transcript was read. */
  async isAtEnd({ transcriptPath: path }: SessionRecord): Promise<boolean> {
    if (path === null) return true;
    const [cursor, file] = await Promise.all([
      transcriptCursors(this.#services.store).get(path),
      stat(path).catch(() => undefined),
    ]);
    return cursor !== undefined && cursor.byteOffset === file?.size;
  }

  /** Ingests everything in the session's files, its subagents' included. */
  async catchUp(session: SessionRecord): Promise<void> {
    const harness = harnesses.find((one) => one.name === session.harness);
    const path = session.transcriptPath;
    if (!harness || path === null) return;
    await this.#turns.run(session.id, async () => {
      const subagents = harness.subagentTranscripts(path);
      await this.#follow(harness, session, path);
      for (const file of await subagents) {
        await this.#follow(harness, await this.#subagent(session, file.agentId, file.path), file.path);
      }
    });
    // Outside the mutex: what it writes brings the session up to date first.
    if (session.task !== null) await this.#budget.look(session.id);
  }

  /** The session or its client ended: what only hooks reported becomes part of the ledger; its subagents end too. */
  async conclude(session: SessionRecord): Promise<void> {
    await this.catchUp(session);
    const { store } = this.#services;
    const waiting = await provisionalEntries(store, session.id);
    const active = await store.sessions.list({ parentIds: [session.id], states: ["active"] });
    const subagents = active.filter((child) => child.lineage === "subagent");
    if (waiting.length === 0 && subagents.length === 0) return;
    await this.#turns.run(session.id, () =>
      store.transaction(async (tables) => {
        await settle(tables, session.id);
        for (const { id, lastActivityAt } of subagents) {
          const move = { from: "active", to: "complete", at: lastActivityAt, reason: "other" } as const;
          await moveSession(tables, id, move, { endedAt: lastActivityAt, endReason: "other" });
        }
      }),
    );
  }

  /** Reads the session's files a little later, when its client has had time to write; then runs `afterwards`. */
  lookSoon(session: SessionRecord, afterwards?: () => Promise<void>): void {
    const { clock, log } = this.#services;
    const look = (after?: () => Promise<void>) => {
      this.catchUp(session)
        .then(after)
        .catch((error) => log.error({ err: error, sessionId: session.id }, "a transcript could not be read"));
    };
    const looks = this.#looks.get(session.id) ?? {};
    this.#looks.set(session.id, looks);
    if (afterwards) looks.afterwards = afterwards;
    // A scheduled read is not postponed: frequent hooks would put it off for ever.
    looks.cancelFirst ??= clock.after(FIRST_LOOK_MS, () => {
      const { afterwards: after } = looks;
      delete looks.cancelFirst;
      delete looks.afterwards;
      look(after);
    });
    looks.cancelLast?.();
    looks.cancelLast = clock.after(LAST_LOOK_MS, () => {
      this.#looks.delete(session.id);
      look();
    });
  }

  async idle(): Promise<void> {
    for (const { cancelFirst, cancelLast } of this.#looks.values()) {
      cancelFirst?.();
      cancelLast?.();
    }
    this.#looks.clear();
    await this.#turns.idle();
  }

  async #subagent(parent: SessionRecord, agentId: string, path: string): Promise<SessionRecord> {
    const key = safeName(`${parent.key}/${agentId}`);
    const known = await this.#services.store.sessions.byKey(parent.harness, key);
    if (known) return known;
    const { session } = await this.#services.store.transaction((tables) =>
      tables.sessions.insert({
        id: newId(),
        key,
        harness: parent.harness,
        type: "coding",
        state: "active",
        startedAt: isoTime(this.#services.clock.now()),
        lastActivityAt: isoTime(this.#services.clock.now()),
        project: parent.project,
        projectNormalized: parent.projectNormalized,
        task: parent.task,
        parentId: parent.id,
        lineage: "subagent",
        clientPid: parent.clientPid,
        clientStartTime: parent.clientStartTime,
        transcriptPath: path,
      }),
    );
    return session;
  }

  async #follow(harness: Harness, session: SessionRecord, path: string): Promise<void> {
    for (;;) {
      const known = await transcriptCursors(this.#services.store).get(path);
      const from = { offset: known?.byteOffset ?? 0, fileId: known?.fileId ?? null, tail: known?.tail };
      const reading = await readForward(path, from, BATCH_BYTES);
      if (!reading || (reading.lines.length === 0 && reading.offset === from.offset)) return;
      const { entries, broken } = readLines(harness, reading.lines, isoTime(this.#services.clock.now()));
      if (broken.length > 0)
        this.#services.log.warn({ path, broken: broken.slice(0, 5) }, "lines of a transcript could not be read");
      const cursor: TranscriptCursor = {
        path,
        sessionId: session.id,
        byteOffset: reading.offset,
        fileId: reading.fileId,
        tail: reading.tail,
        brokenLines: (known?.brokenLines ?? 0) + broken.length + reading.skippedLines.length,
        updatedAt: isoTime(this.#services.clock.now()),
      };
      const added = await this.#services.store.transaction((tables) =>
        this.#ingest(tables, session, entries, cursor, from.offset === 0),
      );
      if (added > 0) this.#onGrown(session);
      if (reading.atEnd) return;
    }
  }

  async #ingest(
    tables: Transaction,
    session: SessionRecord,
    entries: readonly Entry[],
    cursor: TranscriptCursor,
    isFirst: boolean,
  ): Promise<number> {
    const { added, newPrompts } = await ingestTranscript(tables, session, entries, {
      isFirst,
      now: this.#services.clock.now(),
    });
    for (const prompt of newPrompts) await this.#checkpoints.recordPrompt(tables, session, prompt);
    await transcriptCursors(tables).put(cursor);
    return added;
  }
}

function readLines(harness: Harness, lines: readonly string[], now: string): { entries: Entry[]; broken: string[] } {
  const entries: Entry[] = [];
  const broken: string[] = [];
  for (const line of lines) {
    try {
      // A line without a readable time gets that of the line before it.
      entries.push(...harness.readLine(line, entries.at(-1)?.createdAt ?? now));
    } catch (error) {
      broken.push(messageOf(error));
    }
  }
  return { entries, broken };
}
