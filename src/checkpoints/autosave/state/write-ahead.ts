import { isoTime, messageOf, redact } from "../../../core/index.ts";
import { markedBlocks, readBytes, replaceBytes } from "../../../ledger/index.ts";
import type { Services } from "../../../services.ts";
import type { Liveness } from "../../../sessions/index.ts";
import { newIncident, type SessionRecord } from "../../../store/index.ts";
import { groundOf, type OnDisk } from "../../named/project-text.ts";
import { descends, nameOf, sessionNamed } from "../../named/state-owner.ts";
import { keepOutOfGit, putAway } from "../files.ts";
import { BLOCK, readState, stateText } from "./form.ts";
import { hear } from "./hearing.ts";
import { type Heard, isEmpty, isSignificant, NO_STATE, type SessionState, withHeard } from "./state.ts";

const MOST_TRIES = 5;
const MOST_ENTRIES = 50;
/** `/checkpoint save build-login-page` speaks to a program, not of the work. */
const SLASH_COMMAND = /^\s*\/[a-z][\w:-]*(?:\s|$)/i;

const LISTS = ["decisions", "corrections", "preferences"] as const;

/** Keeps SESSION-STATE.md: what is being worked on, written down as the user says it. What others write in it stays. */
export class WriteAhead {
  readonly #services: Services;
  /** Of sessions that are under way while another one's state stands in the file. */
  readonly #liveness: Liveness;
  /** What was said while the file could not be written, by session. */
  readonly #owed = new Map<string, readonly Heard[]>();
  readonly #parked = new Map<string, SessionState>();

  constructor(services: Services, liveness: Liveness) {
    this.#services = services;
    this.#liveness = liveness;
  }

  get #now(): number {
    return this.#services.clock.now();
  }

  /**
   * Takes in what the user said; `resumes` where they asked to go on with what stands there already. What cannot be
   * written now is written with what comes next.
   */
  async take(place: OnDisk, session: SessionRecord, prompt: string, resumes: boolean): Promise<void> {
    if (SLASH_COMMAND.test(prompt) && !resumes) return;
    try {
      await this.#take(place, session, prompt, resumes);
      this.#owed.delete(session.id);
    } catch (error) {
      const owed = this.#owed.get(session.id) ?? [];
      if (owed.length === 0) await this.#tell(session, error);
      const heard = hear(prompt, await this.#lastReply(session), owed.length === 0);
      this.#owed.set(session.id, [...owed, heard].slice(-MOST_ENTRIES));
    }
  }

  async #tell({ id }: SessionRecord, error: unknown): Promise<void> {
    const detail = `what the session works on could not be written ahead: ${messageOf(error)}`;
    this.#services.log.warn({ err: error, sessionId: id }, detail);
    await this.#services.store.accounts.addIncident(newIncident(this.#now, "state_not_written", redact(detail), id));
  }

  async #take(place: OnDisk, session: SessionRecord, prompt: string, resumes: boolean): Promise<void> {
    const held = await this.read(place);
    const of = { session: nameOf(session), updated: isoTime(this.#now), task: session.task ?? "" };
    const isFree = resumes || held.session === "" || held.session === of.session;
    const goesOn = isFree || (await descends(this.#services.store, session, held.session));
    if (resumes) return isEmpty(held) ? undefined : this.#write(place, { ...held, ...of, task: of.task || held.task });
    const state = goesOn ? held : (this.#parked.get(of.session) ?? NO_STATE);
    const heard = hear(prompt, await this.#lastReply(session), state.task === "");
    const said = [...(this.#owed.get(session.id) ?? []), heard].filter(isSignificant);
    if (said.length === 0) return;
    if (!goesOn) await this.#makeRoom(place, held);
    this.#parked.delete(of.session);
    const after = said.reduce((before, one) => withHeard(before, one, of), state);
    await this.#write(place, this.#withoutOldest(place, after));
  }

  /** The work of a session is complete: nothing stands ahead of it any more. */
  async clear(place: OnDisk, session: SessionRecord): Promise<void> {
    const held = await this.read(place);
    this.#parked.delete(nameOf(session));
    if (held.session !== nameOf(session)) return;
    putAway(place, `SESSION-STATE.md of ${held.session}`, stateText(held), this.#now);
    await this.#write(place, NO_STATE);
  }

  /** A session is removed for good: nothing of it is put away. True where its state stood there. */
  async erase(place: OnDisk, session: SessionRecord, isSure: boolean): Promise<boolean> {
    const isHeld = (await this.read(place)).session === nameOf(session);
    if (isSure) {
      this.#parked.delete(nameOf(session));
      this.#owed.delete(session.id);
      if (isHeld) await this.#write(place, NO_STATE);
    }
    return isHeld;
  }

  async read({ places }: OnDisk): Promise<SessionState> {
    const body = (await markedBlocks()).readBlock(readBytes(places.sessionState) ?? "", BLOCK.name);
    return body === undefined ? NO_STATE : readState(body).state;
  }

  /** What another session left is put away; what it is still working on waits until it speaks again. */
  async #makeRoom(place: OnDisk, held: SessionState): Promise<void> {
    if (isEmpty(held)) return;
    const owner = await sessionNamed(this.#services.store, held.session);
    if (owner && (await this.#liveness.isLive(owner))) this.#parked.set(held.session, held);
    else putAway(place, `SESSION-STATE.md of ${held.session}`, stateText(held), this.#now);
  }

  async #lastReply({ id }: SessionRecord): Promise<string | undefined> {
    const query = { kinds: ["prompt", "text"] as const, limit: 4, fromEnd: true };
    const messages = await this.#services.store.messages.list(id, query);
    return messages.findLast(({ role }) => role === "assistant")?.content;
  }

  #withoutOldest(place: OnDisk, state: SessionState): SessionState {
    const over = LISTS.flatMap((list) => state[list].slice(0, -MOST_ENTRIES));
    if (over.length > 0)
      putAway(place, `entries of ${state.session}`, over.map((one) => `- ${one}`).join("\n"), this.#now);
    const kept = Object.fromEntries(LISTS.map((list) => [list, state[list].slice(-MOST_ENTRIES)]));
    return { ...state, ...kept };
  }

  async #write(place: OnDisk, state: SessionState): Promise<void> {
    const { behindBlock, readBlock, writeBlock } = await markedBlocks();
    const path = place.places.sessionState;
    keepOutOfGit(place);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const before = readBytes(path);
      const body = readBlock(before ?? "", BLOCK.name);
      const { others } = readState(body ?? "");
      const ours = writeBlock(before ?? "", { ...BLOCK, body: stateText(state) });
      const after = others.length === 0 ? ours : behindBlock(ours, BLOCK.name, others);
      if (after === before || replaceBytes(path, before, after, groundOf(place, path))) return;
    }
    this.#services.log.warn({ path }, "somebody else kept writing the session's state");
  }
}
