import { injections } from "../../audit/index.ts";
import { isoTime, newId } from "../../core/index.ts";
import { asksToResume } from "../../recovery/index.ts";
import type { Services } from "../../services.ts";
import type { Outcome } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { HookAnswer } from "../client-contract.ts";
import { traitsOf } from "../traits/index.ts";
import {
  BUDGETS,
  type ContextSource,
  type InjectedText,
  ORDER,
  type Place,
  type SourceName,
} from "./context-sources.ts";
import { engineSources } from "./engine-sources.ts";
import type { HookInterceptor } from "./interceptor.ts";
import { type Call, type HookParts, NOTHING } from "./request.ts";

const CONTEXT_MESSAGES = 12;

/** Drops whole lines from the end until the text fits. */
function withinBudget(text: string, budget: number | "recovery"): string {
  if (budget === "recovery" || text.length <= budget) return text;
  const cut = text.slice(0, budget);
  return cut.slice(0, Math.max(0, cut.lastIndexOf("\n"))) || cut;
}

/** Answers an event, and starts the work that follows from it. */
export class Responder {
  readonly #services: Services;
  readonly #parts: HookParts;
  readonly #interceptors: readonly HookInterceptor[];
  readonly #sources: readonly ContextSource[];

  constructor(services: Services, parts: HookParts, interceptors: readonly HookInterceptor[]) {
    this.#services = services;
    this.#parts = parts;
    this.#interceptors = interceptors;
    for (const { name, speakers = [] } of interceptors)
      for (const source of speakers) if (!Object.hasOwn(BUDGETS, source.name)) this.#warnOfUnknown(source, name);
    this.#sources = [...engineSources(services, parts), ...interceptors.flatMap(({ speakers = [] }) => speakers)];
  }

  /** Only code that is not type-checked can have one. */
  #warnOfUnknown({ name }: ContextSource, extension: string): void {
    const known = Object.keys(BUDGETS).join(", ");
    this.#services.log.warn(
      { extension, source: name },
      `the texts of \`speakers\` named "${name}" are never given to an agent: its name has no place in an answer. Use one of these names: ${known}`,
    );
  }

  async respond(call: Call, session: SessionRecord): Promise<HookAnswer> {
    const { tailer, checkpoints, recovery, signals, autosave, notices } = this.#parts;
    const { event, request, later } = call;
    const isSpooled = request.spooledAt !== undefined;
    switch (event.event) {
      case "session-start":
        later(() => tailer.catchUp(session));
        later(() => notices.prepare(session));
        later(() => this.#after(call, session));
        if (isSpooled) {
          if (event.source === "compact") await recovery.rescue.ended(session);
          return this.#unanswered(call, session);
        }
        if (event.source === "compact") {
          notices.compacted(session);
          await recovery.rescue.happened(session);
        }
        return this.#speak(ORDER[event.event], call, session);
      case "user-prompt-submit":
        tailer.lookSoon(session);
        later(() =>
          autosave.atPrompt(session, event.prompt, asksToResume(event.prompt, traitsOf(session.harness).resumeCommand)),
        );
        return isSpooled ? NOTHING : this.#speak(ORDER[event.event], call, session);
      case "post-tool-use":
        tailer.lookSoon(session);
        later(() => autosave.afterTool(session));
        if (event.agentId !== undefined) return NOTHING;
        notices.observe(session, event);
        return isSpooled ? this.#unanswered(call, session) : this.#speak(ORDER[event.event], call, session);
      case "pre-compaction": {
        await tailer.catchUp(session);
        // An automatic compaction is never blocked: that would strand a full context.
        const block = event.trigger === "manual" && !isSpooled ? await this.#objection(call, session) : undefined;
        if (block !== undefined) return { block };
        const context = event.context ?? (await this.#tail(session));
        await checkpoints.write({ session, trigger: "pre_compaction", context });
        await recovery.rescue.announce(session, event.trigger);
        later(() => recovery.conclude(session.id));
        later(() => this.#after(call, session));
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
          await this.#after(call, session);
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
        if (isSpooled) return this.#unanswered(call, session);
        return { block: await this.#objection(call, session) };
    }
  }

  /** Joins the texts for the places of an event; each is recorded before it is sent. */
  async #speak(places: readonly Place[], call: Call, session: SessionRecord): Promise<HookAnswer> {
    let text = "";
    let show: string | undefined;
    let hasParagraph = false;
    for (const { as, canWait, sources } of places) {
      if (canWait && hasParagraph) continue;
      const injected = await this.#first(sources, call, session);
      if (!injected) continue;
      hasParagraph ||= as === "paragraph";
      text += `${text === "" ? "" : as === "paragraph" ? "\n\n" : "\n"}${injected.text}`;
      show ??= injected.show;
    }
    return text === "" ? NOTHING : { inject: text, show };
  }

  async #first(names: readonly SourceName[], call: Call, session: SessionRecord): Promise<InjectedText | undefined> {
    for (const source of names.flatMap((name) => this.#sources.filter((one) => one.name === name))) {
      try {
        const injected = await source.speak(call, session);
        if (!injected) continue;
        const { reason, onRecorded } = injected;
        const text = withinBudget(injected.text, BUDGETS[source.name]);
        const at = isoTime(this.#services.clock.now());
        const { hookId = null, request } = call;
        const given = { id: newId(), sessionId: session.id, event: request.event, hookId, reason, text, createdAt: at };
        await injections(this.#services.store).add(given);
        onRecorded?.(at, call.later);
        return { ...injected, text };
      } catch (error) {
        if (source.isEssential) throw error;
        this.#services.log.warn({ err: error, sessionId: session.id, source: source.name }, "a text could not be made");
      }
    }
    return undefined;
  }

  /** The first reason not to go ahead. A check that fails blocks nothing. */
  async #objection(call: Call, session: SessionRecord): Promise<string | undefined> {
    for (const one of this.#interceptors) {
      const found = await this.#guarded(one, session, () => one.objection?.(call, session));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The work of extensions after an event: the failure of one harms no other. */
  async #after({ event }: Call, session: SessionRecord): Promise<void> {
    for (const one of this.#interceptors) await this.#guarded(one, session, () => one.after?.(event, session));
  }

  async afterReading(sessionId: string): Promise<void> {
    for (const one of this.#interceptors)
      await this.#guarded(one, { id: sessionId }, () => one.afterReading?.(sessionId));
  }

  /** The hook gave up before its answer came. A failure here fails the event, which is then tried again. */
  async #unanswered(call: Call, session: SessionRecord): Promise<HookAnswer> {
    for (const one of this.#interceptors) await one.unanswered?.(call, session);
    return NOTHING;
  }

  async #guarded<Result>(
    { name }: HookInterceptor,
    session: Pick<SessionRecord, "id">,
    work: () => Promise<Result> | undefined,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#services.log.warn({ err: error, sessionId: session.id, extension: name }, "an extension failed");
      return undefined;
    }
  }

  /** The session ended: read the rest of it and write a last checkpoint. */
  async finish(session: SessionRecord, outcome?: Outcome): Promise<void> {
    const { tailer, checkpoints, recovery, signals } = this.#parts;
    await tailer.conclude(session);
    signals.look(session.id);
    await recovery.rescue.settle(session);
    if (!(await this.#closedByExtension(session, outcome)) && (await checkpoints.hasNews(session.id)))
      await checkpoints.write({ session, trigger: "session_end" });
    await recovery.conclude(session.id);
    for (const one of this.#interceptors) await this.#guarded(one, session, () => one.atEnd?.(session));
    await this.#parts.autosave.atEnd(session);
  }

  async #closedByExtension(session: SessionRecord, outcome: Outcome | undefined): Promise<boolean> {
    let isClosed = false;
    for (const one of this.#interceptors) isClosed = (await one.close?.(session, outcome)) || isClosed;
    return isClosed;
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
    if (session && event.event === "pre-tool-use") await this.#unanswered(call, session);
  }
}
