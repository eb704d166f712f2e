import type { Recorded } from "./contract.ts";

/**
 * Clients that write a message anew in its place: the ledger has every writing, under its id and a hash of its words.
 */
const REWRITERS = new Set(["gemini", "opencode"]);
const VERSIONED_ID = /^(.+):[0-9a-f]{16}$/;

/** What a message is one writing of; undefined where it has only one, or may stand beside others. */
function versionedMessage({ harness, sessionId, kind, sourceId }: Recorded): string | undefined {
  if (!REWRITERS.has(harness) || (kind !== "prompt" && kind !== "text")) return undefined;
  const id = sourceId.match(VERSIONED_ID)?.[1];
  return id && `${sessionId} ${kind} ${id}`;
}

/** The messages as their clients mean them: of one that was written anew, the last writing. */
export function latestVersions(messages: readonly Recorded[]): Recorded[] {
  const last = new Map(messages.map((one) => [versionedMessage(one), one]));
  return messages.filter((one) => {
    const place = versionedMessage(one);
    return place === undefined || last.get(place) === one;
  });
}
