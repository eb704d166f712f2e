import { z } from "zod";
import { injections, lastIncidents } from "../audit/index.ts";
import { unconfirmedPrompts } from "../capture/index.ts";
import { notFound, resolveProject } from "../core/index.ts";
import type { Engine } from "../engine.ts";
import { governedSessions } from "../extensions/governance/index.ts";
import { LedgersExtension } from "../extensions/ledgers/index.ts";
import { HANDOVER } from "../harnesses/index.ts";
import {
  callerLocation,
  defineOperation,
  incidentShape,
  limit,
  projectPath,
  served,
  sessionRef,
  unconfirmed,
} from "../operation/index.ts";
import { sessionTransitions, type Transition } from "../sessions/index.ts";
import { type CheckpointRecord, receiptsOf, type SessionRecord } from "../store/index.ts";

const timelineEntry = z.object({
  at: z.string(),
  what: z.enum([
    "started",
    "prompt",
    "checkpoint",
    "compaction",
    "injected",
    "incident",
    "distilled",
    "ritual",
    "decision",
    "suspended",
    "resumed",
    "ended",
  ]),
  text: served,
  id: z.string().nullable(),
  confirmed: unconfirmed,
});
type TimelineEntry = z.input<typeof timelineEntry>;

const MOVES = {
  init: undefined,
  active: "resumed",
  suspended: "suspended",
  complete: "ended",
  terminated: "ended",
} as const;

/** State changes that matter to a reader; intermediate steps are left out. */
function movesOf(transitions: readonly Transition[]): TimelineEntry[] {
  return transitions.flatMap(({ fromState, toState, reason, createdAt, id }): TimelineEntry[] => {
    const what = fromState === "init" && toState === "active" ? undefined : MOVES[toState];
    return what === undefined || reason === null ? [] : [{ at: createdAt, what, text: reason, id }];
  });
}

/** Marks the words that the agent was asked to record, so that it is not asked twice; it says nothing to a reader. */
const WORDS_HASH = / \([0-9a-f]{12}\)$/;

/** A checkpoint of a task also shows its gate and summary. */
const checkpointText = ({ trigger, structured }: CheckpointRecord): string =>
  structured ? [trigger, structured.gate, structured.summary].filter(Boolean).join(" · ") : trigger;

const entry = (what: TimelineEntry["what"], at: string, text: string, id: string | null): TimelineEntry => ({
  ...{ at, what, text, id },
});

async function timelineOf(engine: Engine, session: SessionRecord, most: number): Promise<TimelineEntry[]> {
  const { store } = engine.services;
  const sessionId = session.id;
  const moves = movesOf(await sessionTransitions(store).list({ sessionId }));
  const { messages, waiting } = await store.transaction(async (tables) => ({
    messages: await tables.messages.list(sessionId, { kinds: ["prompt", "boundary"], limit: most, fromEnd: true }),
    waiting: await unconfirmedPrompts(tables, session),
  }));
  const incidents = (await lastIncidents(store, 1000)).filter((incident) => incident.sessionId === sessionId);
  const rituals = await governedSessions(store).get(sessionId);
  // Sessions that ended before state changes were recorded have none.
  const isEndMissing = session.endedAt !== null && moves.length === 0;
  const entries = [
    entry("started", session.startedAt, `${session.harness} session ${session.key}`, sessionId),
    ...messages.map(({ kind, createdAt, content, id }) =>
      kind === "boundary"
        ? entry("compaction", createdAt, "the client compacted its context", id)
        : entry("prompt", createdAt, content, id),
    ),
    ...waiting.map(({ createdAt, content, id }) => ({
      ...entry("prompt", createdAt, content, id),
      confirmed: false as const,
    })),
    ...(await store.checkpoints.list({ sessionId, limit: most })).map((one) =>
      entry("checkpoint", one.createdAt, checkpointText(one), one.id),
    ),
    ...(await injections(store).list({ sessionId })).map(({ createdAt, event, reason, text, id }) => {
      const why = reason.replace(WORDS_HASH, "");
      const given = event === HANDOVER ? `${why}, as ${text}` : `${text.length} characters at ${event} (${why})`;
      return entry("injected", createdAt, given, id);
    }),
    ...incidents.map(({ createdAt, detail, id }) => entry("incident", createdAt, detail, id)),
    ...moves,
    ...(rituals?.steps ?? []).map(({ step, at, detail }) => entry("ritual", at, `${step}: ${detail}`, null)),
    ...(await receiptsOf(store, { sessionId, limit: most })).map(
      ({ distilledAt, messagesBefore, messagesAfter, reason, id }) =>
        entry("distilled", distilledAt, `${messagesBefore} → ${messagesAfter} messages: ${reason}`, id),
    ),
    ...(isEndMissing ? [entry("ended", session.endedAt ?? "", session.endReason ?? "", null)] : []),
  ];
  return inOrder(entries).slice(-most);
}

const inOrder = <Entry extends TimelineEntry>(entries: Entry[]): Entry[] =>
  entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

const LATEST = "latest";

/** The last active session of the project, else of all projects. */
async function latestSession({ services: { store } }: Engine, project: string | undefined): Promise<SessionRecord> {
  const normalized = project === undefined ? undefined : resolveProject(project).normalized;
  const [here] = normalized === undefined ? [] : await store.sessions.list({ project: normalized, limit: 1 });
  const [latest] = here ? [here] : await store.sessions.list({ limit: 1 });
  if (latest) return latest;
  throw notFound("there is no session yet", "`throughline init` connects your agent; then work as usual.");
}

const timeline = defineOperation({
  name: "sessions.timeline",
  summary: "show the timeline of a session, oldest first",
  http: { method: "get", path: "/api/sessions/:session/timeline" },
  cli: { command: "sessions timeline", positional: ["session"], mayMiss: ["session"], inProject: true },
  input: z.strictObject({
    session: sessionRef
      .default(LATEST)
      .describe("Its id or key; by default the project's latest session, else the latest of all"),
    project: projectPath.optional().describe("A path in the project whose latest session to show"),
    limit: limit.default(1000),
  }),
  output: z.array(timelineEntry),
  async run(engine, { session, project, limit: most }) {
    const found = session === LATEST ? await latestSession(engine, project) : await engine.sessions.find(session);
    return timelineOf(engine, found, most);
  },
});

const ofTask = defineOperation({
  name: "sessions.timelineOfTask",
  summary: "show the timeline of all sessions of a task, oldest first",
  http: { method: "get", path: "/api/timeline" },
  cli: { command: "sessions timeline", insteadWhen: ["task"], inProject: true },
  input: z.strictObject({
    task: z.string().min(1).describe("Show all sessions of this task"),
    project: projectPath.optional().describe("A path in the project of the task"),
    limit: limit.default(1000),
  }),
  output: z.array(timelineEntry.extend({ sessionId: z.string().nullable() })),
  async run(engine, { task, project, limit: most }, caller) {
    const { store } = engine.services;
    const { location } = await callerLocation(engine, caller, { project });
    const sessions = await store.sessions.list({ project: location.project, task });
    if (sessions.length === 0)
      throw notFound(
        `there is no session of task "${task}" in this project`,
        "`throughline task list` shows the tasks, `throughline sessions list` the sessions with theirs.",
      );
    const entries = await Promise.all(
      sessions.map(async (one) =>
        (await timelineOf(engine, one, most)).map((entry) => ({ ...entry, sessionId: one.id })),
      ),
    );
    const decided = (await engine.find(LedgersExtension)?.ledger.decided(location, { task })) ?? [];
    const decisions = decided.map(({ ts, decision, id }) => ({
      ...{ at: ts, what: "decision" as const, text: decision, id, sessionId: null },
    }));
    return inOrder([...entries.flat(), ...decisions]).slice(-most);
  },
});

const incidents = defineOperation({
  name: "incidents",
  summary: "list incidents, newest first",
  http: { method: "get", path: "/api/incidents" },
  cli: { command: "incidents" },
  input: z.strictObject({ limit: limit.default(50) }),
  output: z.array(incidentShape),
  run: ({ services: { store } }, input) => lastIncidents(store, input.limit),
});

export const timelineOperations = [timeline, ofTask, incidents];
