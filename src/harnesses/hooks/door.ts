import { z } from "zod";
import type { Ambient } from "../../ambient.ts";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { callContent, type Entry, promptSourceId, report, settle } from "../../conversation/index.ts";
import {
  badInput,
  isoTime,
  newId,
  type ProcessIdentity,
  type ProjectIdentity,
  resolveProject,
  sha256,
} from "../../core/index.ts";
import { asksToResume, type Recovered, type Recovery } from "../../recovery/index.ts";
import { type Arrived, isStartSource, type Sessions } from "../../sessions/index.ts";
import type { SessionRecord, Tables } from "../../store/index.ts";
import type { HookAnswer, HookEvent, HookEventName } from "../contract.ts";
import { harnessNamed } from "../registry.ts";
import type { Follower } from "./follower.ts";

export interface HookRequest {
  readonly event: HookEventName;
  readonly harness: string;
  /** What the client gave its hook on standard input. */
  readonly body: string;
  readonly runtime: string;
  /** The hook's own process id: with the body it tells one call from another, also when it comes twice. */
  readonly hookPid?: string | undefined;
  readonly client?: ProcessIdentity | undefined;
  /** When it happened, if that was not now: the event was spooled, and its answer never reached the client. */
  readonly spooledAt?: number | undefined;
}

export interface HookOutcome {
  readonly outcome: "taken" | "ignored" | "duplicate" | "not-claimed";
  readonly answer: HookAnswer;
  /** The answer in the form that this client expects on standard output. */
  readonly clientOutput: string;
}

export interface HookRooms {
  readonly sessions: Sessions;
  readonly checkpoints: Checkpoints;
  readonly recovery: Recovery;
  readonly follower: Follower;
}

const payloadShape = z.record(z.string(), z.unknown());
const NOTHING: HookAnswer = {};
const CONTEXT_MESSAGES = 12;
const SESSIONS_SEEN = 1000;
/** No client nests so deep; what does would exhaust the stack of whoever walks through it. */
const DEEPEST = 500;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) => (one !== null && typeof one === "object" ? Object.values(one) : []));
  }
  return false;
}

function parseBody(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badInput("the hook's input is not JSON", "Send what the client gives its hook on standard input, unchanged.");
  }
  const payload = payloadShape.safeParse(value);
  if (!payload.success)
    throw badInput("the hook's input is not a JSON object", "Send the payload as the client gives it.");
  if (isTooDeep(value)) throw badInput(`the hook's input is nested deeper than ${DEEPEST} levels`);
  return payload.data;
}

/** Where every event of every client comes in: first what must not be lost is stored, then it is answered. */
export class HookDoor {
  readonly #ambient: Ambient;
  readonly #rooms: HookRooms;
  readonly #after = new Set<Promise<unknown>>();
  /** Sessions that are certainly stored. */
  readonly #seen = new Set<string>();

  constructor(ambient: Ambient, rooms: HookRooms) {
    this.#ambient = ambient;
    this.#rooms = rooms;
  }

  async handle(request: HookRequest): Promise<HookOutcome> {
    const harness = harnessNamed(request.harness);
    const event = harness.readEvent(request.event, parseBody(request.body));
    if ("ignored" in event) return { outcome: "ignored", answer: NOTHING, clientOutput: "" };
    const hookId =
      request.hookPid && sha256([request.harness, request.event, request.hookPid, request.body].join("\n"));
    const project = await this.#projectOf(request.harness, event);
    const stored = await this.#ambient.store.transaction((tables) =>
      this.#store(tables, request, event, hookId, project),
    );
    if (stored === "duplicate") return { outcome: "duplicate", answer: NOTHING, clientOutput: "" };
    if (!stored.holdsClaim) return { outcome: "not-claimed", answer: NOTHING, clientOutput: "" };
    const answer = await this.#answer(request, event, stored, hookId);
    return { outcome: "taken", answer, clientOutput: harness.answer(event, answer) };
  }

  /** Only a session that is new needs its project resolved, and that not within a transaction. */
  async #projectOf(harness: string, { sessionKey, cwd }: HookEvent): Promise<ProjectIdentity | undefined> {
    const session = `${harness} ${sessionKey}`;
    if (cwd === undefined || this.#seen.has(session)) return undefined;
    if (this.#seen.size >= SESSIONS_SEEN) this.#seen.clear();
    const known = await this.#ambient.store.sessions.byKey(harness, sessionKey);
    if (known?.projectNormalized) {
      this.#seen.add(session);
      return undefined;
    }
    return resolveProject(cwd);
  }

  /** Everything that must survive whatever happens next, in one transaction. */
  async #store(
    tables: Tables,
    request: HookRequest,
    event: HookEvent,
    hookId: string | undefined,
    project: ProjectIdentity | undefined,
  ): Promise<Arrived | "duplicate"> {
    const at = request.spooledAt ?? this.#ambient.clock.now();
    if (hookId !== undefined && !(await tables.capture.markHook(hookId, isoTime(at)))) {
      // Taken in when it came, but the hook gave up waiting: an injection in that answer never arrived.
      if (request.spooledAt !== undefined && (await tables.accounts.takeBackInjection(hookId))) {
        await this.#owe(tables, request, event);
      }
      return "duplicate";
    }
    const arrived = await this.#rooms.sessions.arrive(tables, {
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
    await this.#keep(tables, arrived.session, event, isoTime(at));
    // Without a transcript nobody will ever confirm it: what the hook told is the message.
    if (arrived.session.transcriptPath === null) await settle(tables, arrived.session.id);
    if (request.spooledAt !== undefined && event.event === "session-start") await this.#owe(tables, request, event);
    return arrived;
  }

  /** The client never saw the answer to this event: what it would have been given is still due. */
  async #owe(tables: Tables, request: HookRequest, event: HookEvent): Promise<void> {
    const session = await tables.sessions.byKey(request.harness, event.sessionKey);
    if (!session) return;
    const ownContent = session.promptCount > 1 ? "resume" : "startup";
    await tables.sessions.change(session.id, {
      recoveryOwed: event.event === "session-start" ? event.source : ownContent,
    });
  }

  async #keep(tables: Tables, session: SessionRecord, event: HookEvent, at: string): Promise<void> {
    const { sessions, checkpoints } = this.#rooms;
    const turnId = event.turnId ?? null;
    switch (event.event) {
      case "user-prompt-submit": {
        const sourceId = event.turnId === undefined ? `prompt:${newId()}` : promptSourceId(event.turnId, event.prompt);
        const entry: Entry = {
          sourceId,
          role: "user",
          kind: "prompt",
          content: event.prompt,
          createdAt: at,
          turnId,
          isPrompt: true,
        };
        await sessions.activate(tables, session);
        if (await report(tables, session.id, entry)) {
          await tables.sessions.countPrompt(session.id, at);
          await checkpoints.recordPrompt(tables, session, event.prompt);
        }
        return;
      }
      case "pre-tool-use":
        if (event.tool.id !== undefined) await tables.capture.bindToolCall(event.tool.id, session.id, at);
        return;
      case "post-tool-use": {
        await sessions.activate(tables, session);
        const { id, name, input } = event.tool;
        // A subagent's calls are read from its own file.
        if (id === undefined || event.agentId !== undefined) return;
        const tool = { toolName: name, toolUseId: id, turnId, createdAt: at };
        await report(tables, session.id, {
          ...tool,
          sourceId: `tool_use:${id}`,
          role: "assistant",
          kind: "tool_use",
          content: callContent(name, input),
        });
        await report(tables, session.id, {
          ...tool,
          sourceId: `tool_result:${id}`,
          role: "tool",
          kind: "tool_result",
          content: event.result,
          isError: event.isError,
        });
        return;
      }
      case "turn-end":
        if (event.reply !== undefined) {
          const sourceId = `reply:${event.turnId ?? newId()}:${sha256(event.reply).slice(0, 16)}`;
          await report(tables, session.id, {
            sourceId,
            role: "assistant",
            kind: "text",
            content: event.reply,
            createdAt: at,
            turnId,
          });
        }
        return;
      case "session-end":
        await sessions.close(tables, session, event.reason, Date.parse(at));
        return;
      default:
        return;
    }
  }

  async #answer(
    request: HookRequest,
    event: HookEvent,
    { session }: Arrived,
    hookId: string | undefined,
  ): Promise<HookAnswer> {
    const { follower, checkpoints, recovery } = this.#rooms;
    switch (event.event) {
      case "session-start": {
        this.#later(() => follower.catchUp(session));
        if (request.spooledAt !== undefined) return NOTHING;
        return this.#inject(session, request.event, hookId, () => this.#rooms.recovery.forStart(session, event.source));
      }
      case "user-prompt-submit":
        follower.lookSoon(session);
        return this.#atPrompt(request, session, event.prompt, hookId);
      case "post-tool-use":
        follower.lookSoon(session);
        return event.agentId === undefined ? this.#owed(request, session, hookId) : NOTHING;
      case "pre-compaction": {
        await follower.catchUp(session);
        const context = event.context ?? (await this.#tail(session));
        await checkpoints.write({ session, trigger: "pre_compaction", context });
        this.#later(() => recovery.prepare(session.id));
        return NOTHING;
      }
      case "session-end":
        this.#later(() => this.finish(session));
        return NOTHING;
      case "turn-end":
        follower.lookSoon(session, () => recovery.prepare(session.id));
        return NOTHING;
      case "subagent-end":
      case "post-compaction":
        follower.lookSoon(session);
        return NOTHING;
      case "pre-tool-use":
        return NOTHING;
    }
  }

  /** The session ended: take in the rest of it and leave a last checkpoint. */
  async finish(session: SessionRecord): Promise<void> {
    const { follower, checkpoints, recovery } = this.#rooms;
    await follower.conclude(session);
    if (await checkpoints.hasNews(session.id)) await checkpoints.write({ session, trigger: "session_end" });
    await recovery.prepare(session.id);
  }

  async #tail(session: SessionRecord): Promise<string> {
    const messages = await this.#ambient.store.messages.list(session.id, {
      kinds: ["prompt", "text"],
      limit: CONTEXT_MESSAGES,
      fromEnd: true,
    });
    return messages.map((message) => `${message.role}: ${message.content}`).join("\n\n");
  }

  async #atPrompt(
    request: HookRequest,
    session: SessionRecord,
    prompt: string,
    hookId: string | undefined,
  ): Promise<HookAnswer> {
    const owed = await this.#owed(request, session, hookId);
    if (owed.inject !== undefined || request.spooledAt !== undefined || !asksToResume(prompt)) return owed;
    // What was given at the start of this session is still before the agent's eyes.
    if ((await this.#ambient.store.accounts.injections(session.id)).length > 0) return NOTHING;
    const recover = async () =>
      (await this.#rooms.recovery.forStart(session, "startup")) ??
      (await this.#rooms.recovery.forStart(session, "resume"));
    return this.#inject(session, request.event, hookId, recover);
  }

  /** What a start that was never answered would have given. */
  async #owed(request: HookRequest, session: SessionRecord, hookId: string | undefined): Promise<HookAnswer> {
    const source = session.recoveryOwed;
    if (source === null || request.spooledAt !== undefined || !isStartSource(source)) return NOTHING;
    const answer = await this.#inject(session, request.event, hookId, () =>
      this.#rooms.recovery.forStart(session, source),
    );
    await this.#ambient.store.sessions.change(session.id, { recoveryOwed: null });
    return answer;
  }

  async #inject(
    session: SessionRecord,
    event: HookEventName,
    hookId: string | undefined,
    recover: () => Promise<Recovered | undefined>,
  ): Promise<HookAnswer> {
    const recovered = await recover();
    if (!recovered) return NOTHING;
    await this.#rooms.recovery.account(session.id, event, hookId, recovered);
    return { inject: recovered.text };
  }

  /** Work that nobody waits for; a failure is logged, what it would have done is done by the next sweep. */
  #later(work: () => Promise<unknown>): void {
    const running = work()
      .catch((error) => this.#ambient.log.error({ err: error }, "work after a hook failed"))
      .finally(() => this.#after.delete(running));
    this.#after.add(running);
  }

  async idle(): Promise<void> {
    while (this.#after.size > 0) await Promise.all(this.#after);
  }
}
