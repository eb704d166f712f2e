import { badInput, isoTime, newId, safeName } from "../core/index.ts";
import type { Transaction } from "../services.ts";
import type { SessionRecord, SessionType, Tables } from "../store/index.ts";

const EPHEMERAL = /^(?:ask|send|spawn):/i;
/** `cron` only at the start of a word: "acronym" is no timer. */
const BACKGROUND = /prosoche|heartbeat|(?<![a-z])cron/i;

/** The type of an agent's session, from its key. */
export function typeOfKey(key: string): Exclude<SessionType, "coding"> {
  if (EPHEMERAL.test(key)) return "ephemeral";
  return BACKGROUND.test(key) ? "background" : "primary";
}

export const primaryKey = (agent: string): string => `agent:${agent}:main`;

/** The harness of sessions that agents' programs write through the API. */
export const AGENT_HARNESS = "api";
const AGENT_RUNTIME = "agent";
const LONGEST_NAME = 200;

export interface AgentSession {
  readonly agent: string;
  /** The client's key; without one it is the agent's primary session. */
  readonly key?: string | undefined;
  readonly type?: Exclude<SessionType, "coding"> | undefined;
  readonly at: number;
  readonly model?: string | undefined;
}

/** Agents have folders, so their names must be valid folder names. */
export function agentName(given: string): string {
  const name = given.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  if (name === "" || name.length > LONGEST_NAME || /[/\\\u0000-\u001f\u007f]/.test(name) || /^\.+$/.test(name)) {
    throw badInput(
      `agent: "${given.slice(0, 40)}" cannot be an agent's name`,
      `Use 1 to ${LONGEST_NAME} characters without slashes, line ends or a lone dot.`,
    );
  }
  return safeName(name);
}

const typeOf = ({ type, key }: Pick<AgentSession, "type" | "key">) =>
  type ?? (key === undefined ? "primary" : typeOfKey(key));

/** Refuses the key of another agent's primary session. */
function assertOwn(agent: string, key: string | undefined): void {
  const named = /^agent:(.+):main$/.exec(key ?? "")?.[1];
  if (named !== undefined && named !== agent)
    throw badInput(`sessionKey: ${key} is the primary session of another agent`, `Send it to the agent ${named}.`);
}

export async function primarySession(tables: Tables, agent: string): Promise<SessionRecord | undefined> {
  const [primary] = await tables.sessions.list({ agent, type: "primary" });
  return primary;
}

/** An agent's session, if it exists. */
export function findAgentSession(
  tables: Tables,
  wanted: Pick<AgentSession, "agent" | "key" | "type">,
): Promise<SessionRecord | undefined> {
  const { agent, key = "" } = wanted;
  return typeOf(wanted) === "primary"
    ? primarySession(tables, agent)
    : tables.sessions.byKey(AGENT_HARNESS, safeName(key), agent);
}

/** An agent's session, created if needed. */
export async function agentSession(tables: Transaction, wanted: AgentSession): Promise<SessionRecord> {
  const { agent, model } = wanted;
  assertOwn(agent, wanted.key);
  const type = typeOf(wanted);
  const key = type === "primary" ? primaryKey(agent) : safeName(wanted.key ?? `${type}:${newId()}`);
  const known = await findAgentSession(tables, { agent, key, type });
  if (known) return known;
  const at = isoTime(wanted.at);
  const { session, created } = await tables.sessions.insert({
    id: newId(),
    key,
    harness: AGENT_HARNESS,
    agent,
    type,
    state: "active",
    startedAt: at,
    lastActivityAt: at,
    runtime: AGENT_RUNTIME,
    model: model ?? null,
  });
  if (created) tables.emit({ type: "session.start", sessionId: session.id });
  return session;
}
