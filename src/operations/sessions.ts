import { homedir } from "node:os";
import { z } from "zod";
import { redact, resolveProject, theOnly } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import { HANDOVER, harnessNamed, RESUMABLE_IN } from "../harnesses/index.ts";
import { HARNESS_BY_HAND, sessionTree, sessionView, sessionViews } from "../sessions/index.ts";
import { SESSION_STATES, type SessionState, type Store, type TransitionRecord } from "../store/index.ts";
import { defineOperation } from "./operation.ts";
import {
  agentRef,
  checkpointShape,
  idOf,
  incidentShape,
  keptShape,
  limit,
  messageShape,
  projectPath,
  served,
  sessionRef,
  sessionShape,
  userPlace,
  yesOrNo,
} from "./shapes.ts";

/** A client that nobody knows is a slip of the pen, which an empty list would hide. Agent builders have their own. */
async function assertKnown(store: Store, harness: string): Promise<void> {
  const [session] = await store.sessions.list({ harness, limit: 1 });
  if (!session && harness !== HARNESS_BY_HAND) harnessNamed(harness);
}

const listSessions = defineOperation({
  name: "sessions.list",
  summary: "lists sessions, newest activity first",
  scope: "read",
  http: { method: "get", path: "/api/sessions" },
  cli: { command: "sessions list" },
  input: z.strictObject({
    project: projectPath.optional().describe("A path in the project"),
    harness: z.string().optional().describe("Only sessions of this client"),
    task: z.string().optional().describe("Only sessions of this task"),
    state: z.enum(SESSION_STATES).optional().describe("Only sessions in this state"),
    limit: limit.optional(),
  }),
  output: z.array(sessionShape),
  async run({ ambient: { store } }, { project, state, ...filter }) {
    if (filter.harness !== undefined) await assertKnown(store, filter.harness);
    const normalized = project === undefined ? undefined : (await resolveProject(project)).normalized;
    const sessions = await store.sessions.list({ ...filter, project: normalized, states: state && [state] });
    return sessionViews(store, sessions);
  },
});

const getSession = defineOperation({
  name: "sessions.show",
  summary: "shows one session",
  scope: "read",
  http: { method: "get", path: "/api/sessions/:session" },
  cli: { command: "sessions show", positional: ["session"] },
  input: z.strictObject({ session: sessionRef }),
  output: sessionShape,
  run: async (engine, { session }) => sessionView(engine.ambient.store, await engine.sessions.find(session)),
});

const createSession = defineOperation({
  name: "sessions.create",
  summary: "starts a session by hand",
  scope: "write",
  http: { method: "post", path: "/api/sessions" },
  input: z.strictObject({
    key: z.string().min(1).optional().describe("The client's own id; made up where none is given"),
    harness: z.string().min(1).optional().describe("The client that it runs in; `cli` where none is given"),
    project: projectPath.optional().describe("A path in the project"),
    task: z.string().min(1).optional().describe("The task that it works on"),
    previousSessionKey: z.string().min(1).optional().describe("The key of the session that it goes on from"),
    agent: agentRef.optional().describe("The agent that it belongs to; a second primary one is the first"),
    type: z
      .enum(["primary", "background", "ephemeral"])
      .optional()
      .describe("What it is to its agent; told by its key where it is not given"),
  }),
  output: sessionShape,
  async run(engine, input) {
    const { session } = await engine.sessions.create(input);
    return sessionView(engine.ambient.store, session);
  },
});

const move = (verb: string, to: SessionState, summary: string) =>
  defineOperation({
    name: `sessions.${verb}`,
    summary,
    scope: "write",
    http: { method: "post", path: `/api/sessions/:session/${verb}` },
    cli: { command: `sessions ${verb}`, positional: ["session"] },
    input: z.strictObject({
      session: sessionRef,
      reason: z.string().min(1).default(to).describe("Why, for the account"),
    }),
    output: sessionShape,
    async run(engine, { session, reason }) {
      const found = await engine.sessions.find(session);
      const moved = await engine.sessions.move(found.id, to, redact(reason));
      // What a client's own end would have done: the rest is taken in and a last checkpoint left.
      if (to === "complete" || to === "terminated") await engine.hooks.finish(moved);
      const { store } = engine.ambient;
      return sessionView(store, (await store.sessions.get(moved.id)) ?? moved);
    },
  });

const resumeIn = defineOperation({
  name: "sessions.resumeIn",
  summary: "tells how a session goes on in another client, and with `yes` writes what that client needs",
  // It writes into the user's folders.
  scope: "admin",
  http: { method: "post", path: "/api/sessions/:session/resume-in" },
  cli: { command: "sessions resume", positional: ["session"], insteadWhen: ["in"], inUserPlace: true },
  input: z.strictObject({
    session: sessionRef,
    in: z.enum(RESUMABLE_IN).describe("Go on with it in this client instead, from its record"),
    yes: yesOrNo.describe("With `in`: write it; without, it is only told what would be"),
    ...userPlace,
  }),
  output: z.object({
    sessionId: z.string(),
    harness: z.string(),
    title: z.string().describe("What the client is called"),
    command: z.string().describe("For the shell: goes to the project and on with the session"),
    key: z.string().nullable().describe("What the client knows the session by"),
    path: z.string().nullable().describe("Its file"),
    text: served.nullable().describe("What the client must be told at first, where it takes no file"),
    notCarried: z.array(z.object({ what: z.string(), count: z.number(), why: z.string() })).readonly(),
    isDone: z.boolean().describe("Whether it was written, or pinned for the project's next session"),
  }),
  async run({ sessions, across }, { session, in: harness, yes, userHome, env }) {
    const place = { userHome: userHome ?? homedir(), env };
    return across.resume(await sessions.find(session), { harness, place, isMeant: yes });
  },
});

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
    "suspended",
    "resumed",
    "ended",
  ]),
  text: served,
  id: z.string().nullable(),
});
export type TimelineEntry = z.input<typeof timelineEntry>;

const MOVES = {
  init: undefined,
  active: "resumed",
  suspended: "suspended",
  complete: "ended",
  terminated: "ended",
} as const;

/** The moves that somebody made; steps on the way to another state say nothing. */
function movesOf(transitions: readonly TransitionRecord[]): TimelineEntry[] {
  return transitions.flatMap(({ fromState, toState, reason, createdAt, id }): TimelineEntry[] => {
    const what = fromState === "init" && toState === "active" ? undefined : MOVES[toState];
    return what === undefined || reason === null ? [] : [{ at: createdAt, what, text: reason, id }];
  });
}

async function timelineOf(engine: Throughline, ref: string, most: number): Promise<TimelineEntry[]> {
  const { store } = engine.ambient;
  const session = await engine.sessions.find(ref);
  const moves = movesOf(await store.sessions.transitions(session.id));
  const newest = { limit: most, fromEnd: true };
  const messages = await store.messages.list(session.id, { kinds: ["prompt", "boundary"], ...newest });
  const checkpoints = await store.checkpoints.list({ sessionId: session.id, limit: most });
  const injections = await store.accounts.injections(session.id);
  const incidents = (await store.accounts.incidents(1000)).filter((incident) => incident.sessionId === session.id);
  const entries: TimelineEntry[] = [
    { at: session.startedAt, what: "started", text: `${session.harness} session ${session.key}`, id: session.id },
    ...messages.map(
      (message): TimelineEntry =>
        message.kind === "boundary"
          ? { at: message.createdAt, what: "compaction", text: "the client compacted its context", id: message.id }
          : { at: message.createdAt, what: "prompt", text: message.content, id: message.id },
    ),
    ...checkpoints.map(
      ({ createdAt, trigger, id }): TimelineEntry => ({ at: createdAt, what: "checkpoint", text: trigger, id }),
    ),
    ...injections.map(
      ({ createdAt, event, reason, text, id }): TimelineEntry => ({
        at: createdAt,
        what: "injected",
        text: event === HANDOVER ? `${reason}, as ${text}` : `${text.length} characters at ${event} (${reason})`,
        id,
      }),
    ),
    ...incidents.map(
      ({ createdAt, detail, id }): TimelineEntry => ({ at: createdAt, what: "incident", text: detail, id }),
    ),
  ];
  entries.push(...moves);
  for (const { distilledAt, messagesBefore, messagesAfter, reason, id } of await store.receipts.list({
    sessionId: session.id,
    limit: most,
  }))
    entries.push({
      at: distilledAt,
      what: "distilled",
      text: `${messagesBefore} → ${messagesAfter} messages: ${reason}`,
      id,
    });
  // Ended before moves were written down.
  if (session.endedAt && moves.length === 0)
    entries.push({ at: session.endedAt, what: "ended", text: session.endReason ?? "", id: null });
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-most);
}

const timeline = defineOperation({
  name: "sessions.timeline",
  summary: "tells what happened in a session, oldest first",
  scope: "read",
  http: { method: "get", path: "/api/sessions/:session/timeline" },
  cli: { command: "sessions timeline", positional: ["session"] },
  input: z.strictObject({ session: sessionRef, limit: limit.default(1000) }),
  output: z.array(timelineEntry),
  run: (engine, input) => timelineOf(engine, input.session, input.limit),
});

const treeShape = sessionShape.extend({
  get children() {
    return z.array(treeShape).readonly();
  },
});

const tree = defineOperation({
  name: "sessions.tree",
  summary: "shows the chain that a session belongs to, from its first ancestor",
  scope: "read",
  http: { method: "get", path: "/api/sessions/:session/tree" },
  cli: { command: "sessions tree", positional: ["session"] },
  input: z.strictObject({ session: sessionRef }),
  output: treeShape,
  run: async (engine, { session }) => sessionTree(engine.ambient.store, await engine.sessions.find(session)),
});

const messages = defineOperation({
  name: "sessions.messages",
  summary: "reads a session's ledger, oldest first",
  scope: "read",
  http: { method: "get", path: "/api/sessions/:session/messages" },
  cli: { command: "sessions messages", positional: ["session"] },
  input: z.strictObject({
    session: sessionRef,
    after: z.coerce.number().int().min(0).optional().describe("Only messages behind this place in the ledger"),
    limit: limit.default(200),
  }),
  output: z.array(messageShape),
  async run(engine, { session, ...filter }) {
    const found = await engine.sessions.find(session);
    return engine.conversation.messages(found.id, filter);
  },
});

const expandedShape = z.union([
  messageShape,
  checkpointShape,
  keptShape.extend({ message: messageShape.optional().describe("What it was read from, word for word") }),
]);

const ORIGIN = /^message (\S+)/;
const WHERE = "`recall`, `throughline memories` and a session's messages show ids.";

/** Whatever recall has an id for: a message, a checkpoint, or a memory with the message that it was read from. */
async function expanded({ ambient: { store } }: Throughline, id: string) {
  const found = [
    ...(await store.messages.find(id)),
    ...(await store.checkpoints.find(id)),
    ...(await store.memories.find(id)),
  ];
  const one = theOnly("message, memory or checkpoint", id, found, WHERE);
  const origin = "source" in one ? ORIGIN.exec(one.source)?.[1] : undefined;
  const [message] = origin === undefined ? [] : await store.messages.find(origin);
  return message ? { ...one, message } : one;
}

const message = defineOperation({
  name: "expand",
  summary: "gives messages, memories and checkpoints back whole, as they were kept",
  scope: "read",
  http: { method: "get", path: "/api/messages/:id" },
  cli: { command: "expand", positional: ["id"], each: "id" },
  input: z.strictObject({ id: idOf("A message, memory or checkpoint") }),
  output: expandedShape,
  mcp: {
    tool: "expand",
    description:
      "Returns one message of the captured conversation word for word, or one memory or checkpoint whole, a memory with the message that it was read from. Use it when `recall` or a recovery text named an id and you need the exact words, command output or code rather than the excerpt.",
  },
  run: (engine, { id }) => expanded(engine, id),
});

const incidents = defineOperation({
  name: "incidents",
  summary: "lists what went wrong, newest first",
  scope: "read",
  http: { method: "get", path: "/api/incidents" },
  cli: { command: "incidents" },
  input: z.strictObject({ limit: limit.default(50) }),
  output: z.array(incidentShape),
  run: ({ ambient: { store } }, input) => store.accounts.incidents(input.limit),
});

export const sessionOperations = [
  listSessions,
  getSession,
  createSession,
  move("suspend", "suspended", "suspends a session"),
  move("resume", "active", "takes a suspended session up again"),
  resumeIn,
  move("end", "complete", "ends a session"),
  move("terminate", "terminated", "ends a session for good"),
  timeline,
  tree,
  messages,
  message,
  incidents,
];
