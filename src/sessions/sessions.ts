import { badInput, isoTime, newId, notFound, redact, refused, safeName, theOnly } from "../core/index.ts";
import type { Services, Transaction } from "../services.ts";
import type { SessionChange, SessionRecord, SessionState, Tables } from "../store/index.ts";
import { AGENT_HARNESS, type AgentSession, agentName, agentSession, findAgentSession } from "./agent-sessions.ts";
import type { Arrival } from "./arrival.ts";
import { descentOf, isCertain, sessionWithKey } from "./lineage.ts";
import { isOpen } from "./liveness.ts";
import { assertMove, moveSession } from "./transitions.ts";

export interface Arrived {
  readonly session: SessionRecord;
  readonly created: boolean;
  /** False when another integration already reports this session: this one's events are ignored. */
  readonly holdsClaim: boolean;
}

/** Created through the API: the first integration that reports the session takes it over. */
export const BY_HAND = "api";
export const HARNESS_BY_HAND = "cli";
const ACTIVITY_NOTED_MS = 1000;
const CLAIM_LAPSES_MS = 30 * 60_000;

export interface NewSessionInput {
  readonly key?: string | undefined;
  readonly project?: string | undefined;
  readonly task?: string | undefined;
  readonly harness?: string | undefined;
  readonly previousSessionKey?: string | undefined;
  /** The agent it belongs to; it then has an agent session type. */
  readonly agent?: string | undefined;
  readonly type?: AgentSession["type"];
}

const LISTED = "`throughline sessions list` shows all sessions.";

export class Sessions {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** The session of an event, created if needed. */
  async arrive(tables: Transaction, given: Arrival): Promise<Arrived> {
    const { previousSessionKey } = given;
    const arrival = {
      ...given,
      key: safeName(given.key),
      previousSessionKey: previousSessionKey === undefined ? undefined : safeName(previousSessionKey),
    };
    const known = await tables.sessions.byKey(arrival.harness, arrival.key);
    return known ? this.#return(tables, known, arrival) : this.#create(tables, arrival);
  }

  async #create(tables: Transaction, arrival: Arrival): Promise<Arrived> {
    const { project } = arrival;
    const descent = await descentOf(tables, arrival, project?.normalized ?? null);
    const at = isoTime(arrival.at);
    const { session, created } = await tables.sessions.insert({
      id: newId(),
      key: arrival.key,
      harness: arrival.harness,
      type: "coding",
      state: "init",
      startedAt: at,
      lastActivityAt: at,
      project: project?.given ?? null,
      projectNormalized: project?.normalized ?? null,
      task: arrival.task ?? null,
      ...descent,
      runtime: arrival.runtime,
      clientPid: arrival.client?.pid ?? null,
      clientStartTime: arrival.client?.startTime ?? null,
      transcriptPath: arrival.transcriptPath ?? null,
      model: arrival.model ?? null,
    });
    if (!created) return this.#return(tables, session, arrival);
    tables.emit({ type: "session.start", sessionId: session.id });
    return { session, created, holdsClaim: true };
  }

  async #return(tables: Tables, session: SessionRecord, arrival: Arrival): Promise<Arrived> {
    const newProcess =
      arrival.client !== undefined && session.clientPid !== null && session.clientPid !== arrival.client.pid;
    const lapsed = arrival.at - Date.parse(session.lastActivityAt) > CLAIM_LAPSES_MS;
    const restarts = arrival.source !== undefined && (newProcess || lapsed || !isOpen(session));
    const holdsClaim =
      session.runtime === null || session.runtime === BY_HAND || session.runtime === arrival.runtime || restarts;
    if (!holdsClaim) return { session, created: false, holdsClaim };
    const reported: SessionChange = {
      runtime: arrival.runtime,
      ...(arrival.client && { clientPid: arrival.client.pid, clientStartTime: arrival.client.startTime ?? null }),
      ...(arrival.transcriptPath && { transcriptPath: arrival.transcriptPath }),
      ...(arrival.model && { model: arrival.model }),
      ...(session.projectNormalized === null &&
        arrival.project && { project: arrival.project.given, projectNormalized: arrival.project.normalized }),
    };
    // A late spooled event must not move the last activity back.
    const lastActivity = Math.max(arrival.at, Date.parse(session.lastActivityAt));
    const change = { ...reported, lastActivityAt: isoTime(lastActivity) };
    const isNews = Object.entries(reported).some(([field, value]) => Reflect.get(session, field) !== value);
    // Runs at every tool call: activity is stored to the second, the rest when it changes.
    if (isNews || lastActivity - Date.parse(session.lastActivityAt) >= ACTIVITY_NOTED_MS) {
      await tables.sessions.change(session.id, change);
    }
    return { session: { ...session, ...change }, created: false, holdsClaim };
  }

  /** Makes a session active by legal steps only; a terminated one stays terminated. */
  async activate(tables: Tables, session: SessionRecord): Promise<void> {
    const steps: Partial<Record<SessionState, readonly SessionState[]>> = {
      init: ["active"],
      suspended: ["active"],
      complete: ["suspended", "active"],
    };
    const at = isoTime(this.#services.clock.now());
    let from = session.state;
    for (const to of steps[session.state] ?? []) {
      const move = { from, to, at, reason: to === "active" ? "work continued" : null };
      await moveSession(tables, session.id, move, { endedAt: null, endReason: null });
      from = to;
    }
  }

  /** A client reports the end of its session. Idempotent. */
  async close(tables: Transaction, session: SessionRecord, given: string, at: number): Promise<boolean> {
    if (!isOpen(session)) return false;
    const reason = redact(given);
    // A session without messages is suspended, so that it can be resumed.
    const to = session.state === "init" ? "suspended" : "complete";
    const move = { from: session.state, to, at: isoTime(at), reason } as const;
    const closed = await moveSession(tables, session.id, move, { endedAt: move.at, endReason: reason });
    if (closed) tables.emit({ type: "session.end", sessionId: session.id, reason });
    return closed;
  }

  /** Changes a session's state on request. */
  async move(id: string, to: SessionState, given: string): Promise<SessionRecord> {
    const reason = redact(given);
    return this.#services.store.transaction(async (tables) => {
      const session = await tables.sessions.get(id);
      if (!session) throw notFound(`there is no session ${id}`, LISTED);
      assertMove(session.state, to);
      if (to === "terminated" && session.type === "primary")
        throw refused(
          `session ${session.key} is the primary session of its agent: it cannot be terminated`,
          "`suspend` pauses it; the next message resumes it.",
        );
      const ends = to === "complete" || to === "terminated";
      const at = isoTime(this.#services.clock.now());
      const change: SessionChange = ends
        ? { endedAt: at, endReason: reason }
        : { endedAt: null, endReason: null, lastActivityAt: at };
      if (!(await moveSession(tables, id, { from: session.state, to, at, reason }, change))) {
        throw refused(`session ${id} changed its state in the meantime`, "Check its state and retry.");
      }
      if (ends) tables.emit({ type: "session.end", sessionId: id, reason });
      return { ...session, ...change, state: to };
    });
  }

  /** Creates a session without a client's event. An existing one gets the fields it lacks. */
  async create(input: NewSessionInput): Promise<Arrived> {
    const agent = input.agent === undefined ? undefined : agentName(input.agent);
    if (agent === undefined && input.type !== undefined)
      throw badInput(`type: only an agent has ${input.type} sessions`, "Give the agent too, or leave out the type.");
    if (agent !== undefined && input.harness !== undefined && input.harness !== AGENT_HARNESS)
      throw badInput(`harness: an agent's sessions belong to no client`, "Leave out the harness or the agent.");
    const harness = agent === undefined ? (input.harness ?? HARNESS_BY_HAND) : AGENT_HARNESS;
    const project = input.project === undefined ? undefined : await this.#services.projects.at(input.project);
    const at = this.#services.clock.now();
    return this.#services.store.transaction(async (tables) => {
      const previous = await this.#previous(tables, input.previousSessionKey, harness, agent);
      const arrived =
        agent === undefined
          ? await this.arrive(tables, {
              ...{ harness, project, at, runtime: BY_HAND, key: input.key ?? newId() },
              ...{ task: input.task, previousSessionKey: input.previousSessionKey },
            })
          : await this.#arriveForAgent(tables, { agent, key: input.key, type: input.type, at });
      const { session } = arrived;
      const change: SessionChange = {
        ...(session.task === null && input.task !== undefined && { task: input.task }),
        ...(session.projectNormalized === null &&
          project && { project: project.given, projectNormalized: project.normalized }),
        ...(!isCertain(session.lineage) &&
          previous &&
          previous.id !== session.id && { parentId: previous.id, lineage: "previous_key" }),
      };
      await tables.sessions.change(session.id, change);
      return { ...arrived, session: { ...session, ...change } };
    });
  }

  async #previous(tables: Tables, key: string | undefined, harness: string, agent: string | undefined) {
    if (key === undefined) return undefined;
    const previous = await sessionWithKey(tables, safeName(key), { harness, agent });
    if (previous) return previous;
    throw badInput(`previousSessionKey: there is no session with the key "${key}"`, LISTED);
  }

  async #arriveForAgent(tables: Transaction, wanted: AgentSession): Promise<Arrived> {
    const known = await findAgentSession(tables, wanted);
    const session = known ?? (await agentSession(tables, wanted));
    return { session, created: known === undefined, holdsClaim: true };
  }

  /** By id, key, or a unique part of the id or beginning of the key. */
  async find(idOrKey: string): Promise<SessionRecord> {
    const found = await this.#services.store.sessions.find(safeName(idOrKey));
    // A subagent's key starts with its parent's key: an ambiguous prefix means the parent.
    const isBelow = ({ lineage, parentId }: SessionRecord) =>
      lineage === "subagent" && found.some(({ id }) => id === parentId);
    const meant = found.filter((one) => !isBelow(one));
    return theOnly("session", idOrKey, meant, LISTED);
  }
}
