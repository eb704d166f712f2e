import type { SessionType } from "../store/index.ts";

const EPHEMERAL = /^(?:ask|send|spawn):/i;
/** `cron` only at the start of a word: "acronym" is no timer. */
const BACKGROUND = /prosoche|heartbeat|(?<![a-z])cron/i;

/** The type of an agent's session, from its key. */
export function typeOfKey(key: string): Exclude<SessionType, "coding"> {
  if (EPHEMERAL.test(key)) return "ephemeral";
  return BACKGROUND.test(key) ? "background" : "primary";
}

export const primaryKey = (agent: string): string => `agent:${agent}:main`;
