import type { Ambient } from "../../ambient.ts";
import { asksToResume, RESCUE, type Recovered } from "../../recovery/index.ts";
import { isStartSource, type StartSource } from "../../sessions/index.ts";
import { itemOf } from "../../signals/index.ts";
import type { SessionRecord } from "../../store/index.ts";
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
    const { follower, checkpoints, recovery, signals } = this.#rooms;
    const { event, request } = call;
    switch (event.event) {
      case "session-start":
        this.#later(() => follower.catchUp(session));
        if (request.spooledAt !== undefined) return NOTHING;
        return this.#atStart(call, session, event.source);
      case "user-prompt-submit":
        follower.lookSoon(session);
        return this.#atPrompt(call, session, event.prompt);
      case "post-tool-use":
        follower.lookSoon(session);
        return event.agentId === undefined ? this.#due(call, session) : NOTHING;
      case "pre-compaction": {
        await follower.catchUp(session);
        const context = event.context ?? (await this.#tail(session));
        await checkpoints.write({ session, trigger: "pre_compaction", context });
        await recovery.rescue.announce(session, event.trigger);
        this.#later(() => recovery.prepare(session.id));
        return NOTHING;
      }
      case "session-end":
        this.#later(() => this.finish(session));
        return NOTHING;
      case "turn-end":
        signals.look(session.id);
        follower.lookSoon(session, () => recovery.prepare(session.id));
        return NOTHING;
      case "post-compaction":
        await recovery.rescue.happened(session, event.summary);
        follower.lookSoon(session);
        this.#later(() => recovery.rescue.prepare(session));
        return NOTHING;
      case "subagent-end":
        follower.lookSoon(session);
        return NOTHING;
      case "pre-tool-use":
        return NOTHING;
    }
  }

  /** The session ended: take in the rest of it and leave a last checkpoint. */
  async finish(session: SessionRecord): Promise<void> {
    const { follower, checkpoints, recovery, signals } = this.#rooms;
    await follower.conclude(session);
    signals.look(session.id);
    await recovery.rescue.settle(session);
    if (await checkpoints.hasNews(session.id)) await checkpoints.write({ session, trigger: "session_end" });
    await recovery.conclude(session.id);
  }

  async #tail(session: SessionRecord): Promise<string> {
    const messages = await this.#ambient.store.messages.list(session.id, {
      kinds: ["prompt", "text"],
      limit: CONTEXT_MESSAGES,
      fromEnd: true,
    });
    return messages.map((message) => `${message.role}: ${message.content}`).join("\n\n");
  }

  async #atStart(call: Call, session: SessionRecord, source: StartSource): Promise<HookAnswer> {
    if (source === "compact") await this.#rooms.recovery.rescue.happened(session);
    const answer = await this.#inject(call, session, this.#rooms.recovery.forStart(session, source));
    if (answer.inject === undefined && (source === "startup" || source === "clear"))
      this.#rooms.signals.startedWithout(session);
    return answer;
  }

  async #atPrompt(call: Call, session: SessionRecord, prompt: string): Promise<HookAnswer> {
    const due = await this.#due(call, session);
    if (due.inject !== undefined || call.request.spooledAt !== undefined) return due;
    const asked = asksToResume(prompt)
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

  /** What the agent should have been given before: at its start, or after a compaction. */
  async #due(call: Call, session: SessionRecord): Promise<HookAnswer> {
    const owed = await this.#owed(call, session);
    return owed.inject === undefined ? this.#rescue(call, session) : owed;
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
    { request, hookId }: Call,
    session: SessionRecord,
    recovering: Promise<Recovered | undefined>,
  ): Promise<HookAnswer> {
    const recovered = await recovering;
    if (!recovered) return NOTHING;
    const at = await this.#rooms.recovery.account(session.id, request.event, hookId, recovered);
    this.#rooms.signals.recovered(session, recovered, at);
    return { inject: recovered.text };
  }
}
