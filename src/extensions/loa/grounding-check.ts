import { localDay, messageOf } from "../../core/index.ts";
import { loaPlaces, projectRoot } from "../../project-files/index.ts";
import { passes } from "../grounding/index.ts";
import { entriesOf, isAgentName, isDay, trajectoryFile } from "../ledgers/index.ts";
import type { Outcome, Script } from "./outcome.ts";
import { DEFAULT_AGENT, tally } from "./tally-claims.ts";
import { groundingError, groundingReport } from "./texts/grounding.ts";
import { groundingCheckUsage, isHelp } from "./texts/usage.ts";

const DEFAULT_THRESHOLD = "0.95";
const DECIMAL = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const wrong = (error: string, message: string): Outcome => ({ code: 2, text: groundingError(error, message) });

/** How many of an agent's claims of a day are grounded. Empty arguments mean their defaults, as in a shell script. */
export const groundingCheck: Script = (args, { env, cwd, clock }) => {
  if (args.length === 1 && isHelp(args[0])) return { code: 0, text: groundingCheckUsage() };
  const agent = args[0] || DEFAULT_AGENT;
  const threshold = args[1] || DEFAULT_THRESHOLD;
  const day = args[2] || localDay(clock.now());
  if (!isAgentName(agent)) return wrong("invalid_agent", `An agent's name holds no path separator: ${agent}`);
  if (!DECIMAL.test(threshold) || Number(threshold) > 1)
    return wrong("invalid_threshold", `Not a number from 0 to 1: ${threshold}`);
  if (!isDay(day)) return wrong("invalid_date", `Not a day written as YYYY-MM-DD: ${day}`);
  const places = loaPlaces(projectRoot(env, cwd));
  try {
    const found = tally(places.root, entriesOf(trajectoryFile(places.trajectory, agent, day)));
    const pass = passes(found.ratio, Number(threshold));
    return { code: pass ? 0 : 1, text: groundingReport(found, threshold, pass) };
  } catch (error) {
    return wrong("unreadable_trajectory", messageOf(error));
  }
};
