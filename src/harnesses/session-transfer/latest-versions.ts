import { traitsOf } from "../traits/index.ts";
import type { Recorded } from "./session-writer.ts";

/** Of a client that rewrites messages, the ledger has every version, with a hash of its text. */
const VERSIONED_ID = /^(.+):[0-9a-f]{16}$/;

/** A key for all versions of a message; undefined if it cannot have several. */
function versionedMessage({ harness, sessionId, kind, sourceId }: Recorded): string | undefined {
  if (!traitsOf(harness).rewritesMessages || (kind !== "prompt" && kind !== "text")) return undefined;
  const id = sourceId.match(VERSIONED_ID)?.[1];
  return id && `${sessionId} ${kind} ${id}`;
}

/** The messages, each only in its last version. */
export function latestVersions(messages: readonly Recorded[]): Recorded[] {
  const last = new Map(messages.map((one) => [versionedMessage(one), one]));
  return messages.filter((one) => {
    const place = versionedMessage(one);
    return place === undefined || last.get(place) === one;
  });
}
