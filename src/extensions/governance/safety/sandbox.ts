import { incidents, lastIncidents, newIncident } from "../../../audit/index.ts";
import { isoTime, newId, redact, refused } from "../../../core/index.ts";
import { traitsOf } from "../../../harnesses/traits/index.ts";
import type { Services } from "../../../services.ts";
import type { CheckpointRecord, SessionRecord } from "../../../store/index.ts";
import { fence, oneLine } from "../../../text/index.ts";
import type { Ledger } from "../../ledgers/index.ts";
import type { ToolCall } from "./read-only-tools.ts";
import { SandboxLog } from "./sandbox-log.ts";
import { enterSandbox, OPEN, type SandboxRecord, sandboxes, sandboxesOf } from "./sandboxes.ts";

/** A session with its parent's context inherits the sandbox; a cleared one starts fresh. */
const HAS_PARENTS_CONTEXT = ["fork", "previous_key"];
const LONGEST_INPUT = 400;
const LONGEST_STATE = 300;
const CHECKPOINTS_READ = 50;
const INCIDENTS_READ = 200;

/** A person types it in the project's folder; agents have no tool for it, and the sandbox denies it in their shell. */
export const LIFT_COMMAND = "throughline sandbox lift";

const confined = ({ reason, enteredAt }: SandboxRecord): string =>
  `Throughline: this session is in a sandbox since ${enteredAt} and may only read (${oneLine(reason, LONGEST_INPUT)}).`;

const denial = (sandbox: SandboxRecord, tool: string, from: string): string =>
  [
    confined(sandbox),
    `${tool} was not run, because it may change something or is not known to only read.`,
    "Reading, searching, commands that certainly only read, and Throughline's own tools still work.",
    from,
    `Do not look for a way around it: report where the work stands. The user can lift it: ${LIFT_COMMAND}`,
  ].join(" ");

/** Where to continue from: the last checkpoint before the session drifted. */
function resumption(checkpoint: CheckpointRecord | undefined): string {
  if (!checkpoint) return "There is no checkpoint from before.";
  const { id, createdAt, structured, digest } = checkpoint;
  const state = structured ? `${structured.summary.replace(/\.$/, "")}. ${structured.resumeInstructions}` : digest;
  return `Continue from checkpoint ${id} (${createdAt}), not from what came after it: ${oneLine(state, LONGEST_STATE)}`;
}

/** Makes sessions that drifted read-only, until a person has looked. */
export class Sandbox {
  readonly #services: Services;
  readonly #log: SandboxLog;
  /** Open sandboxes by session. Only this process writes the store, so they are read once. */
  #held: Promise<Map<string, SandboxRecord>> | undefined;

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#log = new SandboxLog(services, ledger);
  }

  #sandboxes(): Promise<Map<string, SandboxRecord>> {
    this.#held ??= sandboxes(this.#services.store)
      .list({ states: [OPEN] })
      .then((all) => new Map(all.map((one) => [one.sessionId, one])))
      .catch((error) => {
        this.#held = undefined;
        throw error;
      });
    return this.#held;
  }

  async of(sessionId: string): Promise<SandboxRecord | undefined> {
    return (await this.#sandboxes()).get(sessionId);
  }

  async enter(session: SessionRecord, cause: "probe" | "person" | "inherited", reason: string): Promise<void> {
    const { store, clock, log } = this.#services;
    const held = await this.#sandboxes();
    const now = clock.now();
    const sandbox: SandboxRecord = {
      ...{ id: newId(), sessionId: session.id, cause, reason: redact(reason), enteredAt: isoTime(now) },
      ...{ liftedAt: null, liftedReason: null, liftedSeq: null },
    };
    const entered = await store.transaction(async (tables) => {
      if (!(await enterSandbox(tables, sandbox))) return false;
      const detail = `the session continues in a sandbox: ${reason}`;
      await incidents(tables).add(newIncident(now, "sandbox_entered", detail, session.id));
      tables.emit({ type: "sandbox.entered", sessionId: session.id, cause, reason: sandbox.reason });
      return true;
    });
    if (!entered) return;
    held.set(session.id, sandbox);
    log.warn({ sessionId: session.id, cause, reason: sandbox.reason }, "a session continues in a sandbox");
    const from = (await this.#lastCheckpoint(session, sandbox))?.id ?? null;
    await this.#log.point(session, sandbox, from);
    await this.#log.note(session, "entered", { cause, reason, resumes_from: from });
  }

  /** A person has looked, and gives the session all its tools back. */
  async lift(session: SessionRecord, reason: string): Promise<void> {
    const { store, clock, log } = this.#services;
    const held = await this.#sandboxes();
    const sandbox = held.get(session.id);
    if (!sandbox) throw refused(`session ${session.id} is in no sandbox`, "There is nothing to lift.");
    const now = clock.now();
    const { totalMessages } = (await store.sessions.get(session.id)) ?? session;
    const lifting = { liftedAt: isoTime(now), liftedReason: redact(reason), liftedSeq: totalMessages };
    await store.transaction(async (tables) => {
      await sandboxes(tables).update(sandbox.id, (one) => (one.liftedAt === null ? { ...one, ...lifting } : undefined));
      const detail = `the sandbox was lifted: ${reason}`;
      await incidents(tables).add(newIncident(now, "sandbox_lifted", detail, session.id));
      tables.emit({ type: "sandbox.lifted", sessionId: session.id, reason: lifting.liftedReason });
    });
    held.delete(session.id);
    const lifted = { ...sandbox, ...lifting };
    log.info({ sessionId: session.id, reason: lifting.liftedReason }, "a sandbox was lifted");
    await this.#log.note(session, "lifted", { reason });
    await this.#log.point(session, lifted, (await this.#lastCheckpoint(session, lifted))?.id ?? null);
  }

  /** The one session of a project that is in a sandbox. */
  async only(project: string): Promise<SessionRecord> {
    const { store } = this.#services;
    const ids = [...(await this.#sandboxes()).keys()];
    const all = (await Promise.all(ids.map((id) => store.sessions.get(id)))).filter((one) => one !== undefined);
    const [one, ...more] = all.filter(({ projectNormalized }) => projectNormalized === project);
    if (one && more.length === 0) return one;
    const listed = (one ? [one, ...more] : all).map(({ id, project: place }) => `${id} (${place})`).join(", ");
    throw refused(
      one ? "several sessions of this project are in a sandbox" : "no session of this project is in a sandbox",
      listed === "" ? "There is nothing to lift." : `Say which: ${LIFT_COMMAND} ID, with one of ${listed}`,
    );
  }

  /** Of the session itself, or of the one whose context it has. */
  async #lastCheckpoint({ id, parentId }: SessionRecord, { enteredAt }: SandboxRecord) {
    for (const sessionId of [id, parentId]) {
      if (sessionId === null) continue;
      const newest = await this.#services.store.checkpoints.list({ sessionId, limit: CHECKPOINTS_READ });
      const found = newest.find(({ createdAt }) => createdAt < enteredAt);
      if (found) return found;
    }
    return undefined;
  }

  /** For the agent when it starts, resumes or was compacted, so that it need not find out by being denied. */
  async notice(session: SessionRecord): Promise<string | undefined> {
    const sandbox = (await this.of(session.id)) ?? (await this.#inherited(session));
    if (!sandbox) return undefined;
    const from = resumption(await this.#lastCheckpoint(session, sandbox));
    const denied = `Calls that may change something are denied. ${from} The user can lift it: ${LIFT_COMMAND}`;
    return fence(redact(`${confined(sandbox)} ${denied}`));
  }

  /**
   * Why a call is denied; undefined where it is allowed. In a sandbox, a failing check denies. This runs at every tool
   * call of every session; outside a sandbox it only reads memory.
   */
  async objection(session: SessionRecord, tool: ToolCall, agentId: string | undefined): Promise<string | undefined> {
    const sandbox = (await this.of(session.id)) ?? (await this.#inherited(session));
    if (!sandbox) return undefined;
    const isAllowed = await this.#onlyReads(session, tool);
    // Nobody waits for the file.
    this.#logCall(session, tool, agentId, isAllowed ? "allowed" : "denied").catch((error) =>
      this.#services.log.warn({ err: error, sessionId: session.id }, "a sandbox run could not be logged"),
    );
    if (isAllowed) return undefined;
    return denial(sandbox, tool.name, resumption(await this.#lastCheckpoint(session, sandbox)));
  }

  /** The client never got the answer to this call: one that should have been denied ran, which is one incident. */
  async unanswered(session: SessionRecord, tool: ToolCall, agentId: string | undefined, at: number): Promise<void> {
    const { store, clock } = this.#services;
    const time = isoTime(at);
    const held = (await sandboxesOf(store, session.id)).find(
      ({ enteredAt, liftedAt }) => enteredAt <= time && (liftedAt === null || liftedAt > time),
    );
    if (!held || (await this.#onlyReads(session, tool))) return;
    const call = oneLine(`${tool.name} ${JSON.stringify(tool.input ?? {})}`, LONGEST_INPUT);
    const detail = `a call bypassed the check at ${time}, though the session was in a sandbox: ${call}`;
    const incident = newIncident(clock.now(), "went_unasked", redact(detail), session.id);
    const known = await lastIncidents(store, INCIDENTS_READ);
    if (known.some((one) => one.sessionId === session.id && one.detail === incident.detail)) return;
    await incidents(store).add(incident);
    await this.#logCall(session, tool, agentId, "unasked");
  }

  #logCall(session: SessionRecord, tool: ToolCall, agentId: string | undefined, decision: string): Promise<void> {
    const input = oneLine(JSON.stringify(tool.input ?? {}), LONGEST_INPUT);
    const call = { tool: tool.name, decision, input, ...(agentId && { agent_id: agentId }) };
    return this.#log.note(session, "call", call);
  }

  async #onlyReads({ harness, id }: SessionRecord, tool: ToolCall): Promise<boolean> {
    try {
      return (await import("./read-only-tools.ts")).isReadOnlyTool(traitsOf(harness), tool);
    } catch (error) {
      this.#services.log.error({ err: error, sessionId: id }, "a call in a sandbox could not be judged and was denied");
      return false;
    }
  }

  /** A session that continues one in a sandbox, with its context, is in it as well, unless a person lifted it. */
  async #inherited(session: SessionRecord): Promise<SandboxRecord | undefined> {
    const { parentId, lineage } = session;
    const parent = parentId === null ? undefined : await this.of(parentId);
    if (!parent || !HAS_PARENTS_CONTEXT.includes(lineage ?? "")) return undefined;
    if ((await sandboxesOf(this.#services.store, session.id)).length > 0) return undefined;
    const reason = `it continues session ${parent.sessionId}, which is in a sandbox: ${parent.reason}`;
    await this.enter(session, "inherited", reason);
    return this.of(session.id);
  }

  idle(): Promise<void> {
    return this.#log.idle();
  }
}
