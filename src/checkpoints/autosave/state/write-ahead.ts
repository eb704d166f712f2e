import { incidents, newIncident } from "../../../audit/index.ts";
import { isoTime, messageOf, redact } from "../../../core/index.ts";
import { readBytes, replaceBytes } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { Liveness } from "../../../sessions/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { boundaryOf, type ProjectFolder } from "../../named/project-folder.ts";
import { findSessionByLabel, isContinuationOf, sessionLabel } from "../../named/session-state-owner.ts";
import { archive, keepOutOfGit } from "../history-files.ts";
import { extractState } from "./extract-state.ts";
import {
  applyUpdate,
  BLOCK,
  formatState,
  isEmpty,
  isSignificant,
  NO_STATE,
  parseState,
  type SessionState,
  type StateUpdate,
} from "./state.ts";

/** Loaded when needed: few sessions write this file. */
const markdown = () => import("../../../markdown/index.ts");

const MOST_TRIES = 5;
const MOST_UNWRITTEN = 50;
/** `/checkpoint save build-login-page` addresses a program and says nothing about the work. */
const SLASH_COMMAND = /^\s*\/[a-z][\w:-]*(?:\s|$)/i;

/** Writes SESSION-STATE.md with every prompt: what is being worked on. Text that others wrote in it stays. */
export class WriteAhead {
  /** Updates that could not be written yet, by session id. */
  readonly #unwritten = new Map<string, readonly StateUpdate[]>();
  /** States of live sessions while another session's state is in the file, by label. */
  readonly #parked = new Map<string, SessionState>();

  readonly #services: Services;
  readonly #liveness: Liveness;

  constructor(services: Services, liveness: Liveness) {
    this.#services = services;
    this.#liveness = liveness;
  }

  /** `resumes`: the user asked to continue what is in the file. A failed write is retried with the next prompt. */
  async record(place: ProjectFolder, session: SessionRecord, prompt: string, resumes: boolean): Promise<void> {
    if (SLASH_COMMAND.test(prompt) && !resumes) return;
    try {
      await this.#record(place, session, prompt, resumes);
      this.#unwritten.delete(session.id);
    } catch (error) {
      const unwritten = this.#unwritten.get(session.id) ?? [];
      if (unwritten.length === 0) await this.#reportFailure(session, error);
      const update = extractState(prompt, await this.#lastReply(session), unwritten.length === 0);
      this.#unwritten.set(session.id, [...unwritten, update].slice(-MOST_UNWRITTEN));
    }
  }

  async #reportFailure({ id }: SessionRecord, error: unknown): Promise<void> {
    const detail = `SESSION-STATE.md could not be written: ${messageOf(error)}`;
    this.#services.log.warn({ err: error, sessionId: id }, detail);
    await incidents(this.#services.store).add(
      newIncident(this.#services.clock.now(), "state_not_written", redact(detail), id),
    );
  }

  async #record(place: ProjectFolder, session: SessionRecord, prompt: string, resumes: boolean): Promise<void> {
    const held = await this.read(place);
    const of = {
      session: sessionLabel(session),
      updated: isoTime(this.#services.clock.now()),
      task: session.task ?? "",
    };
    const isFree = resumes || held.session === "" || held.session === of.session;
    const isOwn = isFree || (await isContinuationOf(this.#services.store, session, held.session));
    if (resumes) return isEmpty(held) ? undefined : this.#write(place, { ...held, ...of, task: of.task || held.task });
    const state = isOwn ? held : (this.#parked.get(of.session) ?? NO_STATE);
    const update = extractState(prompt, await this.#lastReply(session), state.task === "");
    const updates = [...(this.#unwritten.get(session.id) ?? []), update].filter(isSignificant);
    if (updates.length === 0) return;
    if (!isOwn) await this.#makeRoom(place, held);
    this.#parked.delete(of.session);
    await this.#write(
      place,
      updates.reduce((before, one) => applyUpdate(before, one, of), state),
    );
  }

  /** The work of a session is complete. */
  async clear(place: ProjectFolder, session: SessionRecord): Promise<void> {
    const held = await this.read(place);
    this.#parked.delete(sessionLabel(session));
    if (held.session !== sessionLabel(session)) return;
    archive(place, `SESSION-STATE.md of ${held.session}`, formatState(held), this.#services.clock.now());
    await this.#write(place, NO_STATE);
  }

  /** A session is purged: nothing of it is archived. True where the file held its state. */
  async erase(place: ProjectFolder, session: SessionRecord, isSure: boolean): Promise<boolean> {
    const isHeld = (await this.read(place)).session === sessionLabel(session);
    if (isSure) {
      this.#parked.delete(sessionLabel(session));
      this.#unwritten.delete(session.id);
      if (isHeld) await this.#write(place, NO_STATE);
    }
    return isHeld;
  }

  async read({ places }: ProjectFolder): Promise<SessionState> {
    const body = (await markdown()).readBlock(readBytes(places.sessionState) ?? "", BLOCK.name);
    return body === undefined ? NO_STATE : parseState(body).state;
  }

  /** Archives what another session left; the state of a live one is parked until its next prompt. */
  async #makeRoom(place: ProjectFolder, held: SessionState): Promise<void> {
    if (isEmpty(held)) return;
    const owner = await findSessionByLabel(this.#services.store, held.session);
    if (owner && (await this.#liveness.isLive(owner))) this.#parked.set(held.session, held);
    else archive(place, `SESSION-STATE.md of ${held.session}`, formatState(held), this.#services.clock.now());
  }

  async #lastReply({ id }: SessionRecord): Promise<string | undefined> {
    const query = { kinds: ["prompt", "text"] as const, limit: 4, fromEnd: true };
    const messages = await this.#services.store.messages.list(id, query);
    return messages.findLast(({ role }) => role === "assistant")?.content;
  }

  async #write(place: ProjectFolder, state: SessionState): Promise<void> {
    const { behindBlock, readBlock, writeBlock } = await markdown();
    const path = place.places.sessionState;
    keepOutOfGit(place);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = readBytes(path);
      const body = readBlock(before ?? "", BLOCK.name);
      const { others } = parseState(body ?? "");
      const ours = writeBlock(before ?? "", { ...BLOCK, body: formatState(state) });
      const after = others.length === 0 ? ours : behindBlock(ours, BLOCK.name, others);
      if (after === before || replaceBytes(path, before, after, boundaryOf(place, path))) return;
    }
    this.#services.log.warn({ path }, "SESSION-STATE.md was not written: another program kept changing it");
  }
}
