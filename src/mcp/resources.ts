import { notFound } from "../core/index.ts";
import type { Throughline } from "../throughline.ts";

const SESSION = "throughline://session/";
const CHECKPOINT = "throughline://checkpoint/";
const LISTED = 20;

export const resourceTemplates = [
  {
    uriTemplate: `${SESSION}{id}`,
    name: "session",
    description: "The recovery text of a session, as the next one gets it",
    mimeType: "text/markdown",
  },
  {
    uriTemplate: `${CHECKPOINT}{id}`,
    name: "checkpoint",
    description: "The digest of one checkpoint",
    mimeType: "text/markdown",
  },
];

export async function listResources({ services: { store } }: Throughline) {
  const sessions = await store.sessions.list({ limit: LISTED });
  return sessions.map((session) => ({
    uri: `${SESSION}${session.id}`,
    name: `${session.harness} session ${session.key.slice(0, 8)}`,
    description: `${session.project ?? "no project"}, last active ${session.lastActivityAt}`,
    mimeType: "text/markdown",
  }));
}

export async function readResource(engine: Throughline, uri: string) {
  const text = await contentOf(engine, uri);
  return [{ uri, mimeType: "text/markdown", text }];
}

async function contentOf(engine: Throughline, uri: string): Promise<string> {
  if (uri.startsWith(SESSION)) {
    const session = await engine.sessions.find(decodeURIComponent(uri.slice(SESSION.length)));
    return (await engine.recovery.ofSession(session)).text;
  }
  if (uri.startsWith(CHECKPOINT))
    return (await engine.checkpoints.find(decodeURIComponent(uri.slice(CHECKPOINT.length)))).digest;
  throw notFound(`there is no resource ${uri}`, `Resources are ${SESSION}… and ${CHECKPOINT}….`);
}
