import { isoTime, newId } from "../../core/index.ts";
import { asksToResume } from "../../recovery/index.ts";
import type { Services } from "../../services.ts";
import type { Outcome, SessionRecord } from "../../store/index.ts";
import type { HookAnswer } from "../contract.ts";
import { traitsOf } from "../traits.ts";
import { type Call, type HookRooms, NOTHING } from "./request.ts";
import { type Slot, type Speaker, type Speech, slotsOf } from "./speakers.ts";

const CONTEXT_MESSAGES = 12;

/** Answers an event, and starts the work that follows from it. */
export class Responder {
  readonly #services: Services;
  readonly #rooms: HookRooms;
  readonly #slots: ReturnType<typeof slotsOf>;

  constructor(services: Services, rooms: HookRooms) {
    this.#services = services;
    this.#rooms = rooms;
    this.#slots = slotsOf(services, rooms);
  }

  async respond(call: Call, session: SessionRecord): Promise<HookAnswer> {
    const { tailer, checkpoints, recovery, signals, autosave, notices, governance } = this.#rooms;
    const { event, request, later } = call;
    const isSpooled = request.spooledAt !== undefined;
    switch (event.event) {
      case "session-start":
        later(() => tailer.catchUp(session));
        later(() => notices.prepare(session));
        later(() => this.#rooms.delta.atStart(session));
        if (isSpooled) {
          if (event.source === "compact") await recovery.rescue.ended(session);
          else await governance.atStart(session);
          return NOTHING;
        }
        if (event.source === "compact") {
          notices.compacted(session);
          await recovery.rescue.happened(session);
        }
        return this.#speak(this.#slots[event.event], call, session);
      case "user-prompt-submit":
        tailer.lookSoon(session);
        later(() =>
          autosave.atPrompt(session, event.prompt, asksToResume(event.prompt, traitsOf(session.harness).resumeCommand)),
        );
        return isSpooled ? NOTHING : this.#speak(this.#slots[event.event], call, session);
      case "post-tool-use":
        tailer.lookSoon(session);
        later(() => autosave.afterTool(session));
        if (event.agentId !== undefined) return NOTHING;
        notices.observe(session, event);
        if (!isSpooled) return this.#speak(this.#slots[event.event], call, session);
        await governance.atTool(session, false);
        return NOTHING;
      case "pre-compaction": {
        await tailer.catchUp(session);
        const objection = event.trigger === "manual" ? await this.#objection(call, session) : undefined;
        if (objection !== undefined) return { block: objection };
        const context = event.context ?? (await this.#tail(session));
        await checkpoints.write({ session, trigger: "pre_compaction", context });
        await recovery.rescue.announce(session, event.trigger);
        later(() => recovery.conclude(session.id));
        later(() => this.#rooms.synthesis.atCompaction(session, event.trigger));
        later(() => this.#rooms.delta.atCompaction(session));
        return NOTHING;
      }
      case "session-end":
        later(() => this.finish(session));
        return NOTHING;
      case "turn-end":
        signals.look(session.id);
        tailer.lookSoon(session, async () => {
          checkpoints.look(session.id);
          later(() => autosave.atTurnEnd(session, event.reply));
          await recovery.prepare(session.id);
          await this.#rooms.delta.atTurnEnd(session.id);
          await governance.atTurnEnd(session.id);
        });
        return NOTHING;
      case "post-compaction":
        await recovery.rescue.ended(session, event.summary);
        tailer.lookSoon(session);
        later(() => recovery.rescue.prepare(session));
        return NOTHING;
      case "subagent-end":
        tailer.lookSoon(session);
        return NOTHING;
      case "pre-tool-use":
        if (isSpooled) return this.#recordUnblocked(call, session);
        return { block: await this.#rooms.sandbox.objection(session, event.tool, event.agentId) };
    }
  }

  /** Joins the texts for the slots of an event; each is recorded before it is sent. */
  async #speak(slots: readonly Slot[], call: Call, session: SessionRecord): Promise<HookAnswer> {
    let text = "";
    let show: string | undefined;
    let hasParagraph = false;
    for (const { as, canWait, speakers } of slots) {
      if (canWait && hasParagraph) continue;
      const speech = await this.#first(speakers, call, session);
      if (!speech) continue;
      hasParagraph ||= as === "paragraph";
      text += `${text === "" ? "" : as === "paragraph" ? "\n\n" : "\n"}${speech.text}`;
      show ??= speech.show;
    }
    return text === "" ? NOTHING : { inject: text, show };
  }

  async #first(speakers: readonly Speaker[], call: Call, session: SessionRecord): Promise<Speech | undefined> {
    for (const speaker of speakers) {
      try {
        const speech = await speaker.speak(call, session);
        if (!speech) continue;
        const { text, reason, onRecorded } = speech;
        const at = isoTime(this.#services.clock.now());
        const { hookId = null, request } = call;
        const given = { id: newId(), sessionId: session.id, event: request.event, hookId, reason, text, createdAt: at };
        await this.#services.store.accounts.addInjection(given);
        onRecorded?.(at, call.later);
        return speech;
      } catch (error) {
        if (speaker.isEssential) throw error;
        this.#services.log.warn({ err: error, sessionId: session.id, speaker: speaker.name }, "an extra failed");
      }
    }
    return undefined;
  }

  /**
   * Why a manual compaction should wait, in a strict project. An automatic one is never blocked: that would strand a
   * full context. A failing check blocks nothing, either.
   */
  async #objection({ request }: Call, session: SessionRecord): Promise<string | undefined> {
    if (request.spooledAt !== undefined) return undefined;
    try {
      return await this.#rooms.synthesis.objection(session);
    } catch (error) {
      this.#services.log.warn({ err: error, sessionId: session.id }, "the claims of a session could not be checked");
      return undefined;
    }
  }

  /** The session ended: read the rest of it and write a last checkpoint. */
  async finish(session: SessionRecord, outcome?: Outcome): Promise<void> {
    const { tailer, checkpoints, recovery, signals } = this.#rooms;
    await tailer.conclude(session);
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
    const messages = await this.#services.store.messages.list(session.id, {
      kinds: ["prompt", "text"],
      limit: CONTEXT_MESSAGES,
      fromEnd: true,
    });
    return messages.map((message) => `${message.role}: ${message.content}`).join("\n\n");
  }

  /** The hook gave up before its answer came: what the answer would have blocked went through. */
  async undelivered(call: Call): Promise<void> {
    const { request, event } = call;
    const session = await this.#services.store.sessions.byKey(request.harness, event.sessionKey);
    if (session) await this.#recordUnblocked(call, session);
  }

  async #recordUnblocked({ request, event }: Call, session: SessionRecord): Promise<HookAnswer> {
    const { sandbox } = this.#rooms;
    const at = request.spooledAt;
    if (at === undefined) return NOTHING;
    try {
      if (event.event === "pre-tool-use") await sandbox.unheard(session, event.tool, event.agentId, at);
    } catch (error) {
      this.#services.log.warn(
        { err: error, sessionId: session.id },
        "a call that was not blocked could not be recorded",
      );
    }
    return NOTHING;
  }
}
