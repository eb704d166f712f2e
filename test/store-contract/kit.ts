import type {
  DocumentRecord,
  MemoryRecord,
  MessageRecord,
  NewCheckpoint,
  NewMessage,
  NewSession,
  SessionRecord,
  Store,
} from "../../src/store/index.ts";

/** A store under test: opened empty, closed after each test; one that outlives its process can be opened again. */
export interface OpenedForContract {
  readonly store: Store;
  readonly reopen?: () => Promise<Store>;
  readonly close: () => Promise<void>;
}

export type StoreOf = () => Store;

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};

/** A time of day that tests can order by eye: `at(3)` is after `at(2)`. */
export const at = (step: number): string => new Date(Date.UTC(2026, 0, 1) + step * 1000).toISOString();

export const aSession = (fields: Partial<NewSession> = {}): NewSession => {
  const number = next();
  return {
    id: `session-${String(number).padStart(8, "0")}`,
    key: `key-${number}`,
    harness: "claude-code",
    type: "coding",
    state: "active",
    startedAt: at(0),
    lastActivityAt: at(0),
    projectNormalized: "/projects/alpha",
    ...fields,
  };
};

export const aMessage = (fields: Partial<NewMessage> = {}): NewMessage => {
  const number = next();
  return {
    sourceId: `source-${number}`,
    role: "user",
    kind: "prompt",
    content: `words ${number}`,
    createdAt: at(number),
    ...fields,
  };
};

export const aCheckpoint = (session: SessionRecord, fields: Partial<NewCheckpoint> = {}): NewCheckpoint => {
  const number = next();
  return {
    id: `checkpoint-${String(number).padStart(8, "0")}`,
    sessionId: session.id,
    sessionKey: session.key,
    harness: session.harness,
    project: session.project,
    projectNormalized: session.projectNormalized,
    trigger: "periodic",
    digest: `digest ${number}`,
    promptCount: number,
    memoryQueries: ["one query", 'with "quotes" and \n lines'],
    recentRemembers: ["a fact"],
    messageSeq: 0,
    structured: null,
    createdAt: at(number),
    ...fields,
  };
};

export const aMemory = (fields: Partial<MemoryRecord> = {}): MemoryRecord => {
  const number = next();
  return {
    id: `memory-${String(number).padStart(8, "0")}`,
    agent: null,
    project: "/projects/alpha",
    content: `fact ${number}`,
    kind: "fact",
    source: "user",
    sessionId: null,
    createdAt: at(number),
    lastUsedAt: null,
    supersededBy: null,
    receiptId: null,
    weight: 0.5,
    ...fields,
  };
};

export const aDocument = (fields: Partial<DocumentRecord> = {}): DocumentRecord => {
  const number = next();
  return {
    ...{ collection: "things", id: `document-${String(number).padStart(8, "0")}` },
    ...{ sessionId: null, project: null, state: null, at: at(number), value: `{"number":${number}}` },
    ...fields,
  };
};

/** Stores a session and returns the stored one. */
export async function stored(store: Store, fields: Partial<NewSession> = {}): Promise<SessionRecord> {
  return (await store.sessions.insert(aSession(fields))).session;
}

export const append = (store: Store, sessionId: string, ...messages: NewMessage[]): Promise<MessageRecord[]> =>
  store.transaction((tables) => tables.messages.append(sessionId, messages));

export async function current(store: Store, sessionId: string): Promise<SessionRecord> {
  const session = await store.sessions.get(sessionId);
  if (!session) throw new Error(`session ${sessionId} is gone`);
  return session;
}
