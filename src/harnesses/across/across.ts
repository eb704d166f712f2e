import { realpath, stat } from "node:fs/promises";
import type { Ambient } from "../../ambient.ts";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { badInput, notFound, refused } from "../../core/index.ts";
import type { Recovery } from "../../recovery/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { UserPlace } from "../histories/contract.ts";
import type { NotCarried, SessionWriter } from "./contract.ts";
import { conversationIn } from "./conversation.ts";
import { install } from "./install.ts";
import { nameBased } from "./name-based.ts";
import { type ResumableIn, startOf, writerFor } from "./registry.ts";
import { inFolder } from "./shell.ts";

export interface Rooms {
  readonly recovery: Recovery;
  readonly checkpoints: Checkpoints;
  /** Takes in what is still unread of a session. */
  bringUpToDate(session: SessionRecord): Promise<SessionRecord>;
}

/** How a session goes on in another client. */
export interface Continuation {
  readonly sessionId: string;
  readonly harness: ResumableIn;
  readonly title: string;
  /** For the shell: goes to the folder and on with the session. */
  readonly command: string;
  /** What the client knows the session by; null where it begins a new one. */
  readonly key: string | null;
  readonly path: string | null;
  /** What the client must be told at first; null where its session holds it all. */
  readonly text: string | null;
  readonly notCarried: readonly NotCarried[];
  readonly isDone: boolean;
}

/** Only what `isDone` tells happened; the rest is what would. */
export interface Wish {
  readonly harness: ResumableIn;
  readonly place: UserPlace;
  readonly isMeant: boolean;
}

function assertCoding({ type, key, agent }: SessionRecord): void {
  if (type === "coding") return;
  throw refused(
    `session ${key} is a ${type} session of the agent ${agent}: it lives in no coding client`,
    `GET /api/agents/${agent}/context gives what its next model needs.`,
  );
}

/** The folder as clients see it, links resolved: by that they find their sessions. */
async function folderOf({ id, project, projectNormalized }: SessionRecord): Promise<string> {
  const folder = project ?? projectNormalized;
  if (folder === null)
    throw refused(
      "this session belongs to no project: there is no folder to go on in",
      `\`throughline sessions messages ${id}\` shows what was said in it.`,
    );
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return realpath(folder);
  throw notFound(
    `the project's folder ${folder} is gone`,
    `Bring it back, or read what was said in it: \`throughline sessions messages ${id}\`.`,
  );
}

const silent = (id: string) =>
  badInput(
    `nobody said anything in session ${id} since its context began: there is nothing to go on from`,
    "`throughline sessions list` shows how many messages each has.",
  );

/** Lets sessions go on in another client than the one they were begun in. */
export class Across {
  readonly #ambient: Ambient;
  readonly #rooms: Rooms;

  constructor(ambient: Ambient, rooms: Rooms) {
    this.#ambient = ambient;
    this.#rooms = rooms;
  }

  async resume(given: SessionRecord, wish: Wish): Promise<Continuation> {
    assertCoding(given);
    const folder = await folderOf(given);
    const session = await this.#rooms.bringUpToDate(given);
    const writer = writerFor(wish.harness);
    return writer ? this.#byFile(session, folder, writer, wish) : this.#byText(session, folder, wish);
  }

  async #byFile(
    session: SessionRecord,
    folder: string,
    writer: SessionWriter,
    { harness, place, isMeant }: Wish,
  ): Promise<Continuation> {
    const conversation = await conversationIn(this.#ambient.store, session, writer);
    if (!conversation) throw silent(session.id);
    // Asked for again, it is the same; when there is more to go on from, it is another.
    const id = nameBased(`${session.id} ${session.messageHead} in ${harness}`);
    const handover = { id, folder, at: session.lastActivityAt, model: session.model, steps: conversation.steps };
    const path = writer.pathOf(place, handover);
    const command = inFolder(folder, writer.command(id));
    if (isMeant) await install(this.#ambient, session, { harness, key: id, path, command }, writer.linesOf(handover));
    const { notCarried } = conversation;
    const told = { sessionId: session.id, harness, title: writer.title, command };
    return { ...told, key: id, path, text: null, notCarried, isDone: isMeant };
  }

  /** The client is told as much as a starting session is; pinned, whichever client starts next in the project is told. */
  async #byText(session: SessionRecord, folder: string, { harness, isMeant }: Wish): Promise<Continuation> {
    if (session.totalMessages === 0) throw silent(session.id);
    const { recovery, checkpoints } = this.#rooms;
    const { text } = await recovery.ofSession(session);
    if (isMeant) await recovery.pin(await checkpoints.write({ session, trigger: "explicit" }));
    const { title, command } = startOf(harness);
    const why = `${title} keeps no file that another program can write; it is told where the work stands instead`;
    const told = { sessionId: session.id, harness, title, command: inFolder(folder, command) };
    const notCarried = [{ what: "messages word for word", count: session.totalMessages, why }];
    return { ...told, key: null, path: null, text, notCarried, isDone: isMeant };
  }
}
