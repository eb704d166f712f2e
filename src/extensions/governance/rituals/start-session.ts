import { existsSync } from "node:fs";
import { incidents, newIncident } from "../../../audit/index.ts";
import { isoTime, messageOf, notFound, refused } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import { BY_HAND, isOpen, OPEN_STATES } from "../../../sessions/index.ts";
import type { SessionRecord } from "../../../store/index.ts";
import type { GateChecks } from "../gates/gate-checks.ts";
import { gateNamed } from "../gates/gates.ts";
import { changeGoverned, type GovernedRecord, governedSessions, takeUp, waitingSession } from "../governed-sessions.ts";
import { taskOf } from "../structured/read-task-state.ts";
import type { TaskContext } from "../task-context.ts";
import { evidenceLine } from "../task-files/evidence-log.ts";
import { TaskFolder } from "../task-files/task-folder.ts";
import { type HealthWatch, withinTime } from "./health-watch.ts";
import { failureOf, startText } from "./messages.ts";
import { isUnhealthy } from "./ritual-steps.ts";
import { type Begun, beginSession, type StartPlan } from "./startup.ts";

export interface StartInput {
  readonly project: string;
  readonly task: string;
  readonly goal?: string | undefined;
  readonly fromGate?: string | undefined;
  /** Why work goes on at that gate, though files that stood before it are gone. */
  readonly override?: string | undefined;
  /** A session that is there already. */
  readonly session?: SessionRecord | undefined;
}

/** Of the time that a hook has; git may take longer. */
const START_SHARE = 0.4;
/** The same work goes on in another session: under the same task. */
const GOES_ON = ["clear", "fork", "previous_key"];

/**
 * Finds out which session is to work on a task, by command or when a client starts, and begins it by the startup
 * ritual.
 */
export class SessionStarter {
  readonly #context: TaskContext;
  readonly #gateChecks: GateChecks;
  readonly #watch: HealthWatch;

  constructor(context: TaskContext, gateChecks: GateChecks, watch: HealthWatch) {
    this.#context = context;
    this.#gateChecks = gateChecks;
    this.#watch = watch;
  }

  async start(input: StartInput): Promise<Begun> {
    const location = await this.#context.ledger.at(input.project);
    const slug = await this.#slugOf(location, input.task);
    const fromGate = input.fromGate === undefined ? undefined : gateNamed(input.fromGate);
    const given = input.session ?? (await this.#openClient(location));
    if (given && given.task !== null && given.task !== slug)
      throw refused(
        `session ${given.id} is already working on task ${given.task}`,
        `End it first: throughline sessions end ${given.id}`,
      );
    await this.#assertHealthyElsewhere(location, slug);
    await this.#gateChecks.assertResumable(location, slug, fromGate, input.override);
    await this.#giveUpPlaces(location);
    const plan = { slug, goal: input.goal, fromGate, isWaiting: given === undefined };
    const session = given ?? (await this.#byHand(input.project, slug));
    return this.#begin(session, location, plan);
  }

  /** No other task begins where a session's smoke command fails: that comes first. */
  async #assertHealthyElsewhere({ project, root }: ProjectLocation, slug: string): Promise<void> {
    const { store } = this.#context.services;
    for (const { id, task } of await store.sessions.list({ project, states: OPEN_STATES })) {
      const record = task === null || task === slug ? undefined : await governedSessions(store).get(id);
      if (!record || record.root !== root || !isUnhealthy(record)) continue;
      throw refused(
        `P0: no other task can start while the smoke command of task ${task} fails: ${failureOf(record)}`,
        `Fix it and run it again: throughline sessions smoke ${id}. Or override it: throughline sessions smoke ${id} --override "why".`,
      );
    }
  }

  async #begin(session: SessionRecord, location: ProjectLocation, plan: StartPlan): Promise<Begun> {
    // The ritual is the session's first work: from here on it can be ended like any other.
    if (session.state === "init")
      await this.#context.services.store.transaction((tables) => this.#context.sessions.activate(tables, session));
    const begun = await beginSession(this.#context, session, location, plan);
    this.#watch.check(begun.session);
    return begun;
  }

  /** A session was made with a task and without a client: it begins by the same ritual. */
  async created(session: SessionRecord): Promise<void> {
    if (session.project === null || session.task === null) return;
    const location = await this.#context.ledger.at(session.project);
    if (await governedSessions(this.#context.services.store).get(session.id)) return;
    await this.#begin(session, location, planOf(session.task, undefined));
  }

  async #slugOf(location: ProjectLocation, named: string): Promise<string> {
    const task = await taskOf(this.#context.ledger, location, named);
    if (task) return task.slug;
    const folder = TaskFolder.of(location, named);
    if (folder && existsSync(folder.path)) return named;
    throw notFound(
      `there is no task "${named}" in this project`,
      `Create it: throughline task new "what is to be done" --slug ${named}`,
    );
  }

  /** The one client that works in the folder and has no task: it is the one that is meant. */
  async #openClient({ project, root }: ProjectLocation): Promise<SessionRecord | undefined> {
    const { store } = this.#context.services;
    const found: SessionRecord[] = [];
    for (const session of await store.sessions.list({ project, type: "coding", states: OPEN_STATES })) {
      if (session.runtime === BY_HAND || session.lineage === "subagent" || session.task !== null) continue;
      if (session.project === null || (await this.#context.ledger.at(session.project)).root !== root) continue;
      if (await this.#context.liveness.isLive(session)) found.push(session);
    }
    const [one, another] = found;
    if (another === undefined) return one;
    const ids = found.map(({ id }) => id).join(", ");
    throw refused("several sessions are at work in this project", `Say which: --session with one of ${ids}`);
  }

  async #byHand(project: string, task: string): Promise<SessionRecord> {
    const { store } = this.#context.services;
    const { session } = await this.#context.sessions.create({ project, task });
    await store.transaction((tables) => this.#context.sessions.activate(tables, session));
    return (await store.sessions.get(session.id)) ?? session;
  }

  /** A client's session begins: it may go on under its parent's task, or take up what was begun by command. */
  async atStart(session: SessionRecord): Promise<string | undefined> {
    if (session.project === null) return undefined;
    const location = await this.#context.ledger.at(session.project);
    const plan = await this.#planFor(session, location);
    return plan && this.#inTime(session.id, this.#startText(session, location, plan));
  }

  async #startText(session: SessionRecord, location: ProjectLocation, plan: StartPlan): Promise<string> {
    const { record, content } = await this.#begin(session, location, plan);
    const obstacle = await this.#gateChecks.obstacle(location, plan.slug, plan.fromGate);
    if (!obstacle) return startText(record, content);
    // The client has already started, so the start cannot be refused: the agent is given the problem instead.
    const { store, clock } = this.#context.services;
    const broken = `the work of task ${plan.slug} cannot simply go on ${obstacle.what}`;
    await incidents(store).add(newIncident(clock.now(), "preconditions_broken", broken, session.id));
    return startText(record, { ...content, broken });
  }

  /** The client waits for this text: one that takes too long is given to the agent with its next hook. */
  async #inTime(sessionId: string, starting: Promise<string>): Promise<string | undefined> {
    const { clock, config } = this.#context.services;
    const text = await withinTime(clock, config.hooks.deadlineMs * START_SHARE, starting);
    if (text === undefined)
      this.#context.later(starting.then((start) => this.#watch.queueNotice(sessionId, { start })));
    return text;
  }

  async #planFor(session: SessionRecord, location: ProjectLocation): Promise<StartPlan | undefined> {
    const { store } = this.#context.services;
    if (session.task !== null) return planOf(session.task, await governedSessions(store).get(session.id));
    const parent = GOES_ON.includes(session.lineage ?? "")
      ? await store.sessions.get(session.parentId ?? "")
      : undefined;
    if (parent?.task && parent.gate !== "G10") return planOf(parent.task, await governedSessions(store).get(parent.id));
    const waiting = await waitingSession(store, location.project, location.root);
    if (!waiting || !(await takeUp(store, waiting.sessionId))) return undefined;
    await this.#handOver(waiting, `taken up by session ${session.id}`);
    // To go back to a gate would undo what was passed behind it in the meantime.
    const isAtGate = waiting.fromGate !== null && !(await this.#hasPassedGates(waiting));
    return { ...planOf(waiting.task, waiting), fromGate: isAtGate ? gateNamed(waiting.fromGate ?? "") : undefined };
  }

  /**
   * Whoever begins again means this and not what waited for a client before: that would take in a later one unasked.
   */
  async #giveUpPlaces({ project, root }: ProjectLocation): Promise<void> {
    const { store } = this.#context.services;
    const next = () => waitingSession(store, project, root);
    for (let held = await next(); held; held = await next()) {
      if (!(await takeUp(store, held.sessionId))) return;
      await this.#handOver(held, "given up for a later start");
    }
  }

  async #hasPassedGates({ sessionId }: GovernedRecord): Promise<boolean> {
    const passed = { sessionId, trigger: "gate_transition", limit: 1 } as const;
    return (await this.#context.services.store.checkpoints.list(passed)).length > 0;
  }

  /** The session that held the place ends here; nothing was said in it, though gates may have been passed by hand. */
  async #handOver(record: GovernedRecord, reason: string): Promise<void> {
    const { store, clock, log } = this.#context.services;
    const { sessionId } = record;
    const outcome = (await this.#hasPassedGates(record)) ? "success" : "partial";
    await changeGoverned(store, sessionId, { closedAt: isoTime(clock.now()), closedSeq: 0, outcome });
    const placeholder = await store.sessions.get(sessionId);
    if (!placeholder || placeholder.runtime !== BY_HAND || !isOpen(placeholder)) return;
    await this.#context.sessions
      .move(sessionId, "complete", reason)
      .catch((error) => log.warn({ sessionId, message: messageOf(error) }, "a session that held a place stays open"));
    await this.#context.evidence.say(placeholder, evidenceLine.end(sessionId, outcome));
  }
}

const planOf = (slug: string, record: GovernedRecord | undefined): StartPlan => ({
  ...{ slug, goal: record?.goal, fromGate: undefined, isWaiting: false, from: record },
});
