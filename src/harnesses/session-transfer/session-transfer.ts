import { realpath, stat } from "node:fs/promises";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { badInput, notFound, refused } from "../../core/index.ts";
import type { Recovery } from "../../recovery/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { UserPlace } from "../histories/history-contract.ts";
import { clientNamed } from "../registry.ts";
import { shellWord } from "../shell-word.ts";
import { LONGEST_CHAIN, originOf } from "./context.ts";
import { conversationIn } from "./conversation.ts";
import { nameBasedUuid } from "./name-based-uuid.ts";
import type { Continuation, SessionWriter } from "./session-writer.ts";
import { writeSession } from "./write-session.ts";

export interface TransferParts {
  readonly recovery: Recovery;
  readonly checkpoints: Checkpoints;
  /** Ingests what is still unread of a session. */
  bringUpToDate(session: SessionRecord): Promise<SessionRecord>;
}

export interface TransferRequest {
  readonly harness: string;
  readonly place: UserPlace;
  /** Continue here instead of in the session's own folder. */
  readonly folder?: string | undefined;
  readonly isConfirmed: boolean;
}

/** A command line that a person can paste, whatever the folder is called. */
const commandInFolder = (folder: string, command: string): string => `cd ${shellWord(folder)} && ${command}`;

function assertCodingSession({ type, key, agent }: SessionRecord): void {
  if (type === "coding") return;
  throw refused(
    `session ${key} is a ${type} session of the agent ${agent}: no coding client has it`,
    `GET /api/agents/${agent}/context gives what its next model needs.`,
  );
}

/** The folder with links resolved, as clients look up their sessions. */
async function folderOf({ id, project, projectNormalized }: SessionRecord, wished?: string): Promise<string> {
  const folder = wished ?? project ?? projectNormalized;
  const instead = `Name one with \`--folder\`, or read the messages: \`throughline sessions messages ${id}\`.`;
  if (folder === null) throw refused("this session has no project: there is no folder to continue in", instead);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return realpath(folder);
  if (wished !== undefined) throw badInput(`folder: there is no folder ${wished}`, "Make it first, or name another.");
  throw notFound(`the project's folder ${folder} is gone`, `Restore it. ${instead}`);
}

const nothingToContinue = (id: string) =>
  badInput(
    `session ${id} has no messages in its context: there is nothing to continue`,
    "`throughline sessions list` shows how many messages each has.",
  );

/** Continues sessions in another client than their own. */
export class SessionTransfer {
  readonly #services: Services;
  readonly #parts: TransferParts;

  constructor(services: Services, parts: TransferParts) {
    this.#services = services;
    this.#parts = parts;
  }

  async resume(given: SessionRecord, request: TransferRequest): Promise<Continuation> {
    assertCodingSession(given);
    const folder = await folderOf(given, request.folder);
    const session = await this.#parts.bringUpToDate(given);
    const { writer } = clientNamed(request.harness);
    return writer ? this.#byFile(session, folder, writer, request) : this.#byText(session, folder, request);
  }

  async #byFile(
    session: SessionRecord,
    folder: string,
    writer: SessionWriter,
    { harness, place, isConfirmed, folder: wished }: TransferRequest,
  ): Promise<Continuation> {
    const conversation = await conversationIn(this.#services.store, session, writer);
    if (!conversation) throw nothingToContinue(session.id);
    // The same request gives the same id; new messages give another.
    const elsewhere = wished === undefined ? "" : ` at ${folder}`;
    const id = nameBasedUuid(`${session.id} ${session.messageHead} in ${harness}${elsewhere}`);
    const handover = { id, folder, at: session.lastActivityAt, model: session.model, steps: conversation.steps };
    const path = writer.pathOf(place, handover);
    const command = commandInFolder(folder, writer.command(id));
    const isThere = !isConfirmed && (await stat(path).catch(() => undefined)) !== undefined;
    const where = { harness, key: id, path, command };
    if (isConfirmed) {
      const lines = writer.linesOf(handover);
      const sourceIds = lines.flatMap((line) => writer.readLine(line).map(({ sourceId }) => sourceId));
      await writeSession(this.#services, session, where, { lines, sourceIds });
    }
    const { notCarried } = conversation;
    const target = { sessionId: session.id, harness, title: writer.title, command };
    return { ...target, key: id, path, isThere, text: null, notCarried, isDone: isConfirmed };
  }

  /** The session itself, or the one that it continues if it has no messages yet. */
  async #sessionWithMessages(given: SessionRecord): Promise<SessionRecord | undefined> {
    let session: SessionRecord | undefined = given;
    for (let steps = 0; session?.totalMessages === 0 && steps < LONGEST_CHAIN; steps++)
      session = await originOf(this.#services.store, session);
    return session?.totalMessages === 0 ? undefined : session;
  }

  /** Gives the text of a starting session; pinned, the next client that starts in the project gets it. */
  async #byText(
    given: SessionRecord,
    folder: string,
    { harness, isConfirmed, folder: wished }: TransferRequest,
  ): Promise<Continuation> {
    const session = await this.#sessionWithMessages(given);
    if (!session) throw nothingToContinue(given.id);
    const { recovery, checkpoints } = this.#parts;
    const { text } = await recovery.ofSession(session);
    if (isConfirmed) {
      const project =
        wished === undefined ? session.projectNormalized : (await this.#services.projects.at(folder)).normalized;
      await recovery.pin(await checkpoints.write({ session, trigger: "explicit" }), project);
    }
    const { title, command } = clientNamed(harness);
    const why = `${title} has no session file that another program can write; it gets a summary of the work instead`;
    const target = { sessionId: given.id, harness, title, command: commandInFolder(folder, command) };
    const notCarried = [{ what: "messages word for word", count: session.totalMessages, why }];
    return { ...target, key: null, path: null, isThere: false, text, notCarried, isDone: isConfirmed };
  }
}
