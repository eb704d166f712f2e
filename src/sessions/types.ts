import type { SessionType } from "../store/index.ts";

const EPHEMERAL = /^(?:ask|send|spawn):/i;
/** `cron` begins its word: an acronym is no timer. */
const BACKGROUND = /prosoche|heartbeat|(?<![a-z])cron/i;

/** What an agent's session is, by the name that its client gave it. */
export function typeOfKey(key: string): Exclude<SessionType, "coding"> {
  if (EPHEMERAL.test(key)) return "ephemeral";
  return BACKGROUND.test(key) ? "background" : "primary";
}

export const primaryKey = (agent: string): string => `agent:${agent}:main`;
