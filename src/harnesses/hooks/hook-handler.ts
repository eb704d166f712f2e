import { type ProjectIdentity, sha256 } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { Outcome } from "../../sessions/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { HookAnswer, HookEvent } from "../client-contract.ts";
import { harnessNamed } from "../registry.ts";
import { EventRecorder } from "./event-recorder.ts";
import type { HookInterceptor } from "./interceptor.ts";
import { parsePayload } from "./payload.ts";
import { type Call, type HookParts, type HookRequest, NOTHING } from "./request.ts";
import { Responder } from "./responder.ts";

export interface HookOutcome {
  readonly outcome: "taken" | "ignored" | "duplicate" | "not-claimed";
  readonly answer: HookAnswer;
  /** The answer in the form that this client expects on standard output. */
  readonly clientOutput: string;
}

const noAnswer = (outcome: HookOutcome["outcome"]): HookOutcome => ({ outcome, answer: NOTHING, clientOutput: "" });

/** Handles every event of every client: first it is stored, then answered. */
export class HookHandler {
  readonly #services: Services;
  readonly #recorder: EventRecorder;
  readonly #responder: Responder;
  readonly #indexer: HookParts["memory"]["indexer"];
  readonly #after = new Set<Promise<unknown>>();

  constructor(services: Services, parts: HookParts, interceptors: readonly HookInterceptor[]) {
    this.#services = services;
    this.#indexer = parts.memory.indexer;
    this.#recorder = new EventRecorder(services, parts);
    this.#responder = new Responder(services, parts, interceptors);
  }

  async handle(request: HookRequest): Promise<HookOutcome> {
    const harness = harnessNamed(request.harness);
    const event = harness.readEvent(request.event, parsePayload(request.body));
    if ("ignored" in event) return noAnswer("ignored");
    const hookId =
      request.hookPid && sha256([request.harness, request.event, request.hookPid, request.body].join("\n"));
    // What follows from the event waits for the answer, so that it does not delay it.
    let answered = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const later: Call["later"] = (work) => void isAnswered.then(() => this.#later(work));
    const call: Call = { request, event, hookId, later };
    const project = await this.#projectOf(request.harness, event);
    const recorded = await this.#services.store.transaction((tables) => this.#recorder.record(tables, call, project));
    if (recorded === "duplicate") {
      await this.#responder.undelivered(call);
      return noAnswer("duplicate");
    }
    if (!recorded.holdsClaim) return noAnswer("not-claimed");
    try {
      const answer = await this.#responder.respond(call, recorded.session);
      return { outcome: "taken", answer, clientOutput: harness.answer(event, answer) };
    } finally {
      answered();
      this.#indexer.wakeSoon();
    }
  }

  /** Call it when a transcript has new entries. */
  transcriptGrew(sessionId: string): void {
    this.#later(() => this.#responder.afterReading(sessionId));
  }

  /** The same as at a client's session-end, for a session that is ended in another way. */
  finish(session: SessionRecord, outcome?: Outcome): Promise<void> {
    return this.#responder.finish(session, outcome);
  }

  /** Only a session that is new needs its project resolved, and that not within a transaction. */
  async #projectOf(harness: string, { sessionKey, cwd }: HookEvent): Promise<ProjectIdentity | undefined> {
    if (cwd === undefined) return undefined;
    const known = await this.#services.store.sessions.byKey(harness, sessionKey);
    return known?.projectNormalized ? undefined : this.#services.projects.at(cwd);
  }

  /** Background work after the answer. A failure is logged; the next sweep does what is missing. */
  #later(work: () => Promise<unknown>): void {
    const running = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error) => this.#services.log.error({ err: error }, "work after a hook failed"))
      .finally(() => this.#after.delete(running));
    this.#after.add(running);
  }

  async idle(): Promise<void> {
    while (this.#after.size > 0) await Promise.all(this.#after);
  }
}
