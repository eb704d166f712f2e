import type { Ambient } from "../../ambient.ts";
import type { Ended } from "../../governance/index.ts";
import { asksToResume, RESCUE, type Recovered } from "../../recovery/index.ts";
import { isStartSource, type StartSource } from "../../sessions/index.ts";
import { itemOf } from "../../signals/index.ts";
import type { Outcome, SessionRecord } from "../../store/index.ts";
import { type Notice, summaryLine } from "../../work/index.ts";
import type { HookAnswer } from "../contract.ts";
import { type Call, type HookRooms, NOTHING } from "./request.ts";

const CONTEXT_MESSAGES = 12;

/** What the agent is told in return for an event, and the work that follows from it. */
export class Answering {
  readonly #ambient: Ambient;
  readonly #rooms: HookRooms;
  readonly #later: (work: () => Promise<unknown>) => void;

  /** `later` takes the work that nobody waits for. */
  constructor(ambient: Ambient, rooms: HookRooms, later: (work: () => Promise<unknown>) => void) {
    this.#ambient = ambient;
    this.#rooms = rooms;
    this.#later = later;
  }

  async answer(call: Call, session: SessionRecord): Promise<HookAnswer> {
    const { follower, checkpoints, recovery, signals, autosave } = this.#rooms;
    const { event, request } = call;
    switch (event.event) {
      case "session-start":
        this.#later(() => follower.catchUp(session));
        this.#later(() => this.#rooms.notices.prepare(session));
        this.#later(() => this.#rooms.delta.atStart(session));
        if (request.spooledAt !== undefined) {
          if (event.source === "compact") await recovery.rescue.ended(session);
          else await this.#rooms.governance.atStart(session);
          return NOTHING;
        }
        return this.#atStart(call, session, event.source);
      case "user-prompt-submit":
        follower.lookSoon(session);
        return this.#atPrompt(call, session, event.prompt);
      case "post-tool-use":
        follower.lookSoon(session);
        this.#later(() => autosave.afterTool(session));
        return event.agentId === undefined ? this.#afterTool(call, session, event) : NOTHING;
      case "pre-compaction": {
        await follower.catchUp(session);
        const objection = event.trigger === "manual" ? await this.#objection(call, session) : undefined;
        if (objection !== undefined) return { block: objection };
        const context = event.context ?? (await this.#tail(session));
        await checkpoints.write({ session, trigger: "pre_compaction", context });
        await recovery.rescue.announce(session, event.trigger);
        this.#later(() => recovery.prepare(session.id));
        this.#later(() => this.#rooms.synthesis.atCompaction(session, event.trigger));
        this.#later(() => this.#rooms.delta.atCompaction(session));
        return NOTHING;
      }
      case "session-end":
        this.#later(() => this.finish(session));
        return NOTHING;
      case "turn-end":
        signals.look(session.id);
        follower.lookSoon(session, async () => {
          checkpoints.look(session.id);
          this.#later(() => autosave.atTurnEnd(session, event.reply));
          await recovery.prepare(session.id);
          await this.#rooms.delta.atTurnEnd(session.id);
          await this.#rooms.governance.atTurnEnd(session.id);
        });
        return NOTHING;
      case "post-compaction":
        await recovery.rescue.ended(session, event.summary);
        follower.lookSoon(session);
        this.#later(() => recovery.rescue.prepare(session));
        return NOTHING;
      case "subagent-end":
        follower.lookSoon(session);
        return NOTHING;
      case "pre-tool-use":
        if (request.spooledAt !== undefined) return this.#unheard(call, session);
        return { block: await this.#rooms.sandbox.objection(session, event.tool, event.agentId) };
    }
  }

  /**
   * Why the user's own compaction should wait, in a project that is strict. An automatic one is never held up: that would strand a full
   * context. What goes wrong with the check holds up nobody, either.
   */
  async #objection({ request }: Call, session: SessionRecord): Promise<string | undefined> {
    if (request.spooledAt !== undefined) return undefined;
    try {
      return await this.#rooms.synthesis.objection(session);
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "the claims of a session could not be checked");
      return undefined;
    }
  }

  /** The session ended: take in the rest of it and leave a last checkpoint. */
  async finish(session: SessionRecord, outcome?: Outcome): Promise<void> {
    const { follower, checkpoints, recovery, signals } = this.#rooms;
    await follower.conclude(session);
    signals.look(session.id);
    await recovery.rescue.settle(session);
    const isGoverned = await this.#rooms.governance.close(session.id, { outcome });
    if (!isGoverned && (await checkpoints.hasNews(session.id)))
      await checkpoints.write({ session, trigger: "session_end" });
    await recovery.conclude(session.id);
    await this.#rooms.delta.atEnd(session);
    await this.#rooms.autosave.atEnd(session);
  }

  async #tail(session: SessionRecord): Promise<string> {
    const messages = await this.#ambient.store.messages.list(session.id, {
      kinds: ["prompt", "text"],
      limit: CONTEXT_MESSAGES,
      fromEnd: true,
    });
    return messages.map((message) => `${message.role}: ${message.content}`).join("\n\n");
  }

  async #atStart(call: Call, given: SessionRecord, source: StartSource): Promise<HookAnswer> {
    if (source === "compact") {
      this.#rooms.notices.compacted(given);
      await this.#rooms.recovery.rescue.happened(given);
    }
    const answer = await this.#inject(call, given, this.#rooms.recovery.forStart(given, source));
    if (answer.inject === undefined && (source === "startup" || source === "clear"))
      this.#rooms.signals.startedWithout(given);
    const { session, text } =
      source === "compact" ? { session: given, text: undefined } : await this.#rooms.governance.atStart(given);
    const ruled = await this.#together(call, session, answer, text);
    return this.#together(call, session, ruled, await this.#confinement(session), "in a sandbox");
  }

  /** That the session may only read. What goes wrong with telling it is no reason not to start. */
  async #confinement(session: SessionRecord): Promise<string | undefined> {
    try {
      return await this.#rooms.sandbox.notice(session);
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "a sandbox could not be told of");
      return undefined;
    }
  }

  /** What is due, and what the rules of the session's task have to say. */
  async #together(
    call: Call,
    session: SessionRecord,
    answer: HookAnswer,
    ruled: string | undefined,
    reason = "session under a task",
  ): Promise<HookAnswer> {
    if (ruled === undefined) return answer;
    const { request, hookId } = call;
    const given = { text: ruled, fromSessionId: session.id, reason };
    await this.#rooms.recovery.account(session.id, request.event, hookId, given);
    return { ...answer, inject: answer.inject === undefined ? ruled : `${answer.inject}\n\n${ruled}` };
  }

  async #atPrompt(call: Call, session: SessionRecord, prompt: string): Promise<HookAnswer> {
    const word = call.request.spooledAt === undefined ? await this.#rooms.governance.atPrompt(session) : undefined;
    this.#later(() => this.#rooms.autosave.atPrompt(session, prompt, asksToResume(prompt, session.harness)));
    const ruled = await this.#together(call, session, await this.#toPrompt(call, session, prompt), word);
    return this.#withNotice(call, session, ruled, () => this.#rooms.notices.atPrompt(session, prompt));
  }

  /** Of an event that was answered, and whose hook gave up before: what its answer was to hold up went through. */
  async neverArrived(call: Call): Promise<void> {
    const { request, event } = call;
    const session = await this.#ambient.store.sessions.byKey(request.harness, event.sessionKey);
    if (session) await this.#unheard(call, session);
  }

  async #unheard({ request, event }: Call, session: SessionRecord): Promise<HookAnswer> {
    const { sandbox } = this.#rooms;
    const at = request.spooledAt;
    if (at === undefined) return NOTHING;
    try {
      if (event.event === "pre-tool-use") await sandbox.unheard(session, event.tool, event.agentId, at);
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "what went through unasked could not be told");
    }
    return NOTHING;
  }

  async #toPrompt(call: Call, session: SessionRecord, prompt: string): Promise<HookAnswer> {
    const due = await this.#due(call, session);
    if (due.inject !== undefined || call.request.spooledAt !== undefined) return due;
    const asked = asksToResume(prompt, session.harness)
      ? await this.#inject(call, session, this.#rooms.recovery.onRequest(session))
      : NOTHING;
    return asked.inject === undefined ? this.#remind(call, session, prompt) : asked;
  }

  /** What the prompt brings to mind. It is an extra: whatever goes wrong with it, the hook answers as if there were none. */
  async #remind({ request, hookId }: Call, session: SessionRecord, prompt: string): Promise<HookAnswer> {
    const { reminders, signals } = this.#rooms;
    try {
      const reminder = await reminders.forPrompt(session, prompt);
      if (!reminder) return NOTHING;
      const at = await reminders.account(session.id, request.event, hookId, reminder);
      const items = reminder.items.map(({ item, words }) => ({ ...itemOf(item), words }));
      signals.served(session, "prompt", items, prompt, at);
      return { inject: reminder.text };
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "nothing could be recalled for a prompt");
      return NOTHING;
    }
  }

  async #afterTool(call: Call, session: SessionRecord, ended: Ended): Promise<HookAnswer> {
    const isHeard = call.request.spooledAt === undefined;
    const word = await this.#rooms.governance.atTool(session, isHeard);
    const due = await this.#together(call, session, await this.#due(call, session), word);
    const notice = await this.#failing(call, session, ended);
    this.#rooms.notices.observe(session, ended);
    // What a context is owed has its room to itself: a notice can wait for the next call.
    if (due.inject !== undefined) return notice === undefined ? due : { inject: `${due.inject}\n${notice}` };
    const given = { inject: notice };
    return this.#withNotice(call, session, given, () => this.#rooms.notices.afterTool(session, ended));
  }

  /** A line about the work, behind everything else. An extra: whatever goes wrong with it, the hook answers as if there were none. */
  async #withNotice(
    { request, hookId }: Call,
    session: SessionRecord,
    answer: HookAnswer,
    noticed: () => Promise<Notice | undefined>,
  ): Promise<HookAnswer> {
    if (request.spooledAt !== undefined) return answer;
    try {
      const notice = await noticed();
      if (!notice) return answer;
      await this.#rooms.recovery.account(session.id, request.event, hookId, { ...notice, fromSessionId: session.id });
      return { ...answer, inject: answer.inject === undefined ? notice.text : `${answer.inject}\n${notice.text}` };
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "a notice about the work failed");
      return answer;
    }
  }

  /** What to do about a step that keeps failing. An extra again: whatever goes wrong with it, the hook answers as if there were none. */
  async #failing({ request, hookId }: Call, session: SessionRecord, ended: Ended): Promise<string | undefined> {
    if (request.spooledAt !== undefined) return undefined;
    try {
      const text = await this.#rooms.retries.after(session, ended);
      const told = text !== undefined && { text, fromSessionId: session.id, reason: "a step that keeps failing" };
      if (told) await this.#rooms.recovery.account(session.id, request.event, hookId, told);
      return text;
    } catch (error) {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "the failures of a step could not be counted");
      return undefined;
    }
  }

  /** What the agent should have been given before: at its start, or after a compaction. */
  async #due(call: Call, session: SessionRecord): Promise<HookAnswer> {
    const owed = await this.#owed(call, session);
    if (owed.inject !== undefined) return owed;
    const rescued = await this.#rescue(call, session);
    return rescued.inject === undefined ? this.#fork(call, session) : rescued;
  }

  /** That the agent is about to leave what was decided. */
  async #fork({ request, hookId }: Call, session: SessionRecord): Promise<HookAnswer> {
    const text = request.spooledAt === undefined ? this.#rooms.forks.take(session.id) : undefined;
    if (text === undefined) return NOTHING;
    const noticed = { text, fromSessionId: session.id, reason: "fork from the ledger" };
    await this.#rooms.recovery.account(session.id, request.event, hookId, noticed);
    return { inject: text };
  }

  /** What a compaction left out. It is an extra as well: whatever goes wrong with it, the hook answers as if there were none. */
  async #rescue({ request, hookId }: Call, session: SessionRecord): Promise<HookAnswer> {
    if (request.spooledAt !== undefined) return NOTHING;
    const { recovery } = this.#rooms;
    const given = await recovery.rescue.owed(session).catch((error) => {
      this.#ambient.log.warn({ err: error, sessionId: session.id }, "what a compaction left out could not be told");
    });
    if (!given) return NOTHING;
    const { text, compactionId } = given;
    const recovered = { text, fromSessionId: session.id, reason: `${RESCUE} after compaction ${compactionId}` };
    await recovery.account(session.id, request.event, hookId, recovered);
    return { inject: text };
  }

  /** What a start that was never answered would have given. */
  async #owed(call: Call, session: SessionRecord): Promise<HookAnswer> {
    const source = session.recoveryOwed;
    if (source === null || call.request.spooledAt !== undefined || !isStartSource(source)) return NOTHING;
    const answer = await this.#inject(call, session, this.#rooms.recovery.forStart(session, source));
    await this.#ambient.store.sessions.change(session.id, { recoveryOwed: null });
    return answer;
  }

  async #inject(
    { request, event, hookId }: Call,
    session: SessionRecord,
    recovering: Promise<Recovered | undefined>,
  ): Promise<HookAnswer> {
    const recovered = await recovering;
    if (!recovered) return NOTHING;
    const at = await this.#rooms.recovery.account(session.id, request.event, hookId, recovered);
    this.#rooms.signals.recovered(session, recovered, at);
    this.#later(() => this.#rooms.autosave.consume(session));
    const isShown = event.event === "session-start" && event.source !== "compact";
    const show = isShown && recovered.work ? summaryLine(recovered.work, this.#ambient.clock.now()) : undefined;
    return { inject: recovered.text, show };
  }
}
