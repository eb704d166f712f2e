import { homedir } from "node:os";
import { z } from "zod";
import { unconfirmedPrompts } from "../capture/index.ts";
import { nearestFirst, notFound, redact, theOnly } from "../core/index.ts";
import type { Throughline } from "../engine.ts";
import { harnessNamed, RESUMABLE_IN } from "../harnesses/index.ts";
import { clearEphemeral, HARNESS_BY_HAND, sessionTree, sessionView, sessionViews } from "../sessions/index.ts";
import { OUTCOMES, SESSION_STATES, type SessionRecord, type SessionState, type Store } from "../store/index.ts";
import { oneLine } from "../text/index.ts";
import { defineOperation } from "./operation.ts";
import {
  agentRef,
  checkpointShape,
  checkpointView,
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
import { unconfirmedNamed } from "./unconfirmed.ts";

/** A client that nobody knows is a slip of the pen, which an empty list would hide. Agent builders have their own. */
async function assertKnown(store: Store, harness: string): Promise<void> {
  const [session] = await store.sessions.list({ harness, limit: 1 });
  if (!session && harness !== HARNESS_BY_HAND) harnessNamed(harness);
}

const LONGEST_TITLE = 80;

async function titleOf(store: Store, session: SessionRecord): Promise<string | undefined> {
  const [stored] = await store.messages.list(session.id, { kinds: ["prompt"], limit: 1 });
  const [first] = stored ? [stored] : await unconfirmedPrompts(store, session);
  return first && oneLine(first.content, LONGEST_TITLE);
}

const MOST_NAMED = 8;

/** The same of a task: one that no session has, and no ledger. */
async function assertTaskKnown({ services: { store } }: Throughline, task: string, project: string | undefined) {
  const sessions = await store.sessions.list({ project });
  const known = new Set([...sessions.flatMap((one) => one.task ?? []), ...(await store.ledgers.slugs(project))]);
  if (known.has(task)) return;
  const names = nearestFirst(task, known).slice(0, MOST_NAMED);
  throw notFound(
    `there is no task "${task}"${project === undefined ? "" : " in this project"}`,
    names.length === 0
      ? `Begin one: throughline task new "what is to be done" --slug ${task}`
      : `There are: ${names.join(", ")}${known.size > names.length ? ", …" : ""}`,
  );
}

const listSessions = defineOperation({
  name: "sessions.list",
  summary: "list sessions, newest activity first",
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
  output: z.array(sessionShape.extend({ title: served.nullable().describe("Its first request, in one line") })),
  async run(engine, { project, state, ...filter }) {
    const { store } = engine.services;
    if (filter.harness !== undefined) await assertKnown(store, filter.harness);
    const normalized = project === undefined ? undefined : (await engine.projects.at(project)).normalized;
    const sessions = await store.sessions.list({ ...filter, project: normalized, states: state && [state] });
    if (sessions.length === 0 && filter.task !== undefined) await assertTaskKnown(engine, filter.task, normalized);
    const titles = await Promise.all(sessions.map((session) => titleOf(store, session)));
    return (await sessionViews(store, sessions)).map((view, at) => ({ ...view, title: titles[at] ?? null }));
  },
});

/** What every question about one session has in common. */
const aboutOne = <const Verb extends string>(verb: Verb) => ({
  name: `sessions.${verb}` as const,
  cli: { command: `sessions ${verb}`, positional: ["session"] },
});
const pathOf = (verb: string): string => `/api/sessions/:session/${verb}`;

const getSession = defineOperation({
  ...aboutOne("show"),
  summary: "show a session",
  scope: "read",
  http: { method: "get", path: "/api/sessions/:session" },
  input: z.strictObject({ session: sessionRef }),
  output: sessionShape,
  run: async (engine, { session }) => sessionView(engine.services.store, await engine.sessions.find(session)),
});

const createSession = defineOperation({
  name: "sessions.create",
  summary: "start a session manually",
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
    engine.governance.created(session);
    return sessionView(engine.services.store, session);
  },
});

const reasonFor = (to: SessionState) => z.string().min(1).default(to).describe("Why, for the account");

const move = <const Verb extends string>(verb: Verb, to: SessionState, summary: string) =>
  defineOperation({
    ...aboutOne(verb),
    summary,
    scope: "write",
    http: { method: "post", path: pathOf(verb) },
    input: z.strictObject({ session: sessionRef, reason: reasonFor(to) }),
    output: sessionShape,
    async run(engine, { session, reason }) {
      const found = await engine.sessions.find(session);
      return sessionView(engine.services.store, await engine.sessions.move(found.id, to, redact(reason)));
    },
  });

const endedShape = sessionShape.extend({
  hadEnded: z.boolean().describe("Whether it was over already: then nothing was changed"),
  outcome: z.enum(OUTCOMES).nullable().describe("How it went, of a session under a task"),
  kept: z
    .object({
      text: served,
      commit: z.string().nullable(),
      patch: z.string().nullable().describe("Its path; `git apply` takes it"),
      appliesTo: z.string().nullable().describe("The commit that it applies to"),
      notCommitted: served.nullable().describe("Why it is not committed, where that was allowed"),
      leftOut: z.array(served).readonly().describe("What is in no patch and stands in the work tree only, with why"),
    })
    .nullable()
    .describe("What became of the uncommitted work, of a session under a task"),
});

async function endedView(engine: Throughline, session: SessionRecord, hadEnded: boolean) {
  const { store } = engine.services;
  const now = (await store.sessions.get(session.id)) ?? session;
  const outcome = (await store.governed.get(session.id))?.outcome ?? null;
  return {
    ...(await sessionView(store, now)),
    hadEnded,
    outcome,
    kept: (await (await engine.governance.rules).kept(now)) ?? null,
  };
}

/**
 * What a client's own end would have done is done: the rest is taken in and a last checkpoint left. Told again, it
 * changes nothing.
 */
const ending = <const Verb extends string>(verb: Verb, to: SessionState, summary: string) =>
  defineOperation({
    ...aboutOne(verb),
    summary,
    scope: "write",
    http: { method: "post", path: pathOf(verb) },
    input: z.strictObject({
      session: sessionRef,
      reason: reasonFor(to),
      outcome: z.enum(OUTCOMES).optional().describe("How it went, of a session under a task; by default read from it"),
    }),
    output: endedShape,
    async run(engine, { session, reason, outcome }) {
      const found = await engine.sessions.find(session);
      if (found.state === to) return endedView(engine, found, true);
      const moved = await engine.sessions.move(found.id, to, redact(reason));
      await engine.hooks.finish(moved, outcome);
      await engine.governance.settled();
      return endedView(engine, moved, false);
    },
  });

const resumeIn = defineOperation({
  name: "sessions.resumeIn",
  summary: "show how to continue a session in another client; with `yes`, write what that client needs",
  // It writes into the user's folders.
  scope: "admin",
  http: { method: "post", path: "/api/sessions/:session/resume-in" },
  cli: {
    command: "sessions resume",
    positional: ["session"],
    insteadWhen: ["in"],
    inUserPlace: true,
    paths: ["folder"],
  },
  input: z.strictObject({
    session: sessionRef,
    in: z.enum(RESUMABLE_IN).describe("Go on with it in this client instead, from its record"),
    folder: projectPath.optional().describe("With `in`: go on in this folder; the session's own may be gone"),
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
    isThere: z.boolean().describe("Whether that file is there already: it is never overwritten"),
    text: served.nullable().describe("What the client must be told at first, where it takes no file"),
    notCarried: z.array(z.object({ what: z.string(), count: z.number(), why: z.string() })).readonly(),
    isDone: z.boolean().describe("Whether it was written, or pinned for the project's next session"),
  }),
  async run({ sessions, transfer }, { session, in: harness, folder, yes, userHome, env }) {
    const place = { userHome: userHome ?? homedir(), env };
    return transfer.resume(await sessions.find(session), { harness, place, folder, isMeant: yes });
  },
});

const clearEphemeralSessions = defineOperation({
  name: "sessions.clearEphemeral",
  summary: "delete agents' expired ephemeral sessions now, as the nightly job does",
  scope: "write",
  http: { method: "post", path: "/api/sessions/clear-ephemeral" },
  cli: { command: "sessions clear-ephemeral" },
  input: z.strictObject({}),
  output: z.object({
    deleted: z.number(),
    sessions: z.array(sessionShape.pick({ id: true, key: true, agent: true, lastActivityAt: true })),
  }),
  async run({ services }) {
    const sessions = await clearEphemeral(services);
    return { deleted: sessions.length, sessions: [...sessions] };
  },
});

const treeShape = sessionShape.extend({
  get children() {
    return z.array(treeShape).readonly();
  },
});

const tree = defineOperation({
  ...aboutOne("tree"),
  summary: "show the chain that a session belongs to, from its first ancestor",
  scope: "read",
  http: { method: "get", path: pathOf("tree") },
  input: z.strictObject({ session: sessionRef }),
  output: treeShape,
  run: async (engine, { session }) => sessionTree(engine.services.store, await engine.sessions.find(session)),
});

const messages = defineOperation({
  ...aboutOne("messages"),
  summary: "list a session's messages, oldest first",
  scope: "read",
  http: { method: "get", path: pathOf("messages") },
  input: z.strictObject({
    session: sessionRef,
    after: z.coerce.number().int().min(0).optional().describe("Only messages behind this place in the ledger"),
    limit: limit.default(200),
  }),
  output: z.array(messageShape),
  async run(engine, { session, ...filter }) {
    const found = await engine.sessions.find(session);
    return engine.conversation.read(found, filter);
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
async function expanded({ services: { store } }: Throughline, id: string) {
  const found = [
    ...(await store.messages.find(id)),
    ...(await store.checkpoints.find(id)).map(checkpointView),
    ...(await store.memories.find(id)),
    ...(await unconfirmedNamed(store, id)),
  ];
  const one = theOnly("message, memory or checkpoint", id, found, WHERE);
  const origin = "source" in one ? ORIGIN.exec(one.source)?.[1] : undefined;
  const [message] = origin === undefined ? [] : await store.messages.find(origin);
  return message ? { ...one, message } : one;
}

const message = defineOperation({
  name: "expand",
  summary: "show messages, memories and checkpoints in full, as stored",
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
  summary: "list incidents, newest first",
  scope: "read",
  http: { method: "get", path: "/api/incidents" },
  cli: { command: "incidents" },
  input: z.strictObject({ limit: limit.default(50) }),
  output: z.array(incidentShape),
  run: ({ services: { store } }, input) => store.accounts.incidents(input.limit),
});

export const sessionOperations = [
  listSessions,
  getSession,
  createSession,
  move("suspend", "suspended", "suspend a session"),
  move("resume", "active", "resume a suspended session"),
  resumeIn,
  clearEphemeralSessions,
  ending("end", "complete", "end a session"),
  ending("terminate", "terminated", "end a session for good"),
  tree,
  messages,
  message,
  incidents,
];
