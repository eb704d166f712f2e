import { takeBackInjection } from "../../audit/index.ts";
import { type Entry, promptSourceId, report, settle } from "../../capture/index.ts";
import { isoTime, newId, type ProjectIdentity, sha256 } from "../../core/index.ts";
import { RESCUE, takeBackRescue } from "../../recovery/index.ts";
import type { Services, Transaction } from "../../services.ts";
import type { Arrived } from "../../sessions/index.ts";
import { takeBackServed } from "../../signals/index.ts";
import type { SessionRecord, Tables } from "../../store/index.ts";
import { isOwnTool, REMINDER } from "../../text/index.ts";
import type { HookEvent } from "../client-contract.ts";
import { toolResult, toolUse } from "../transcript-entries.ts";
import type { Call, HookParts } from "./request.ts";
import { seenHooks, toolCalls } from "./seen-hooks.ts";

type EventOf<Name extends HookEvent["event"]> = Extract<HookEvent, { event: Name }>;

/** Stores what an event reports: all that must survive a crash right after it. */
export class EventRecorder {
  readonly #services: Services;
  readonly #parts: HookParts;

  constructor(services: Services, parts: HookParts) {
    this.#services = services;
    this.#parts = parts;
  }

  async record(tables: Transaction, call: Call, project: ProjectIdentity | undefined): Promise<Arrived | "duplicate"> {
    const { request, event, hookId } = call;
    const at = request.spooledAt ?? this.#services.clock.now();
    if (hookId !== undefined && !(await seenHooks(tables).add({ id: hookId, at: isoTime(at) }))) {
      // Stored when it came, but the hook gave up waiting: an injection in that answer never arrived.
      const lost = request.spooledAt === undefined ? undefined : await takeBackInjection(tables, hookId);
      if (lost) await takeBackServed(tables, lost.sessionId, lost.createdAt);
      if (lost?.reason.startsWith(RESCUE)) await takeBackRescue(tables, lost.sessionId, lost.text);
      // A reminder for one prompt is of no use at the next.
      else if (lost && !lost.reason.startsWith(REMINDER)) await this.#markRecoveryDue(tables, call);
      return "duplicate";
    }
    const arrived = await this.#parts.sessions.arrive(tables, {
      harness: request.harness,
      key: event.sessionKey,
      project,
      at,
      runtime: request.runtime,
      client: request.client,
      transcriptPath: event.transcriptPath,
      model: event.model,
      ...(event.event === "session-start" && { source: event.source, previousSessionKey: event.previousSessionKey }),
    });
    if (!arrived.holdsClaim) return arrived;
    await this.#recordEvent(tables, arrived.session, event, isoTime(at));
    // Without a transcript nothing will confirm it: what the hook reported is the message.
    if (arrived.session.transcriptPath === null) await settle(tables, arrived.session.id);
    if (request.spooledAt !== undefined && event.event === "session-start") await this.#markRecoveryDue(tables, call);
    return arrived;
  }

  /** The client never got the answer to this event: its recovery is still due. */
  async #markRecoveryDue(tables: Tables, { request, event }: Call): Promise<void> {
    const session = await tables.sessions.byKey(request.harness, event.sessionKey);
    if (!session) return;
    const ownContent = session.promptCount > 1 ? "resume" : "startup";
    await tables.sessions.change(session.id, {
      recoveryOwed: event.event === "session-start" ? event.source : ownContent,
    });
  }

  async #recordEvent(tables: Transaction, session: SessionRecord, event: HookEvent, at: string): Promise<void> {
    const { sessions } = this.#parts;
    switch (event.event) {
      case "user-prompt-submit":
        await sessions.activate(tables, session);
        return this.#recordPrompt(tables, session, event, at);
      case "pre-tool-use":
        // Only our own tools ask whose call it is.
        if (event.tool.id !== undefined && isOwnTool(event.tool.name))
          await toolCalls(tables).add({ toolUseId: event.tool.id, sessionId: session.id, at });
        return;
      case "post-tool-use":
        await sessions.activate(tables, session);
        return this.#recordToolCall(tables, session, event, at);
      case "turn-end":
        return this.#recordReply(tables, session, event, at);
      case "session-end":
        await sessions.close(tables, session, event.reason, Date.parse(at));
        return;
      default:
        return;
    }
  }

  async #recordPrompt(tables: Transaction, session: SessionRecord, event: EventOf<"user-prompt-submit">, at: string) {
    const { turnId, prompt } = event;
    const entry: Entry = {
      sourceId: turnId === undefined ? `prompt:${newId()}` : promptSourceId(turnId, prompt),
      role: "user",
      kind: "prompt",
      content: prompt,
      createdAt: at,
      turnId: turnId ?? null,
      isPrompt: true,
    };
    if (!(await report(tables, session.id, entry))) return;
    // The last activity never moves back.
    const lastActivityAt = session.lastActivityAt > at ? session.lastActivityAt : at;
    await tables.sessions.change(session.id, { promptCount: session.promptCount + 1, lastActivityAt });
    await this.#parts.checkpoints.recordPrompt(tables, session, prompt);
  }

  async #recordToolCall(tables: Tables, session: SessionRecord, event: EventOf<"post-tool-use">, at: string) {
    const { id, name, input } = event.tool;
    // A subagent's calls are read from its own file.
    if (id === undefined || event.agentId !== undefined) return;
    const place = { sourceId: id, turnId: event.turnId ?? null, createdAt: at };
    await report(tables, session.id, toolUse(place, id, name, input));
    await report(tables, session.id, { ...toolResult(place, id, event.result, event.isError), toolName: name });
  }

  async #recordReply(tables: Tables, session: SessionRecord, { turnId, reply }: EventOf<"turn-end">, at: string) {
    if (reply === undefined) return;
    await report(tables, session.id, {
      sourceId: `reply:${turnId ?? newId()}:${sha256(reply).slice(0, 16)}`,
      role: "assistant",
      kind: "text",
      content: reply,
      createdAt: at,
      turnId: turnId ?? null,
    });
  }
}
