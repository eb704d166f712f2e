import { readdirSync } from "node:fs";
import { join } from "node:path";
import { badInput, systemCode } from "../../../core/index.ts";

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Both kinds on every system: a name that is written here may be read there. */
const SEPARATOR = /[/\\]/;

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (DAY.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const isAgentName = (agent: string): boolean => !SEPARATOR.test(agent);

/** The file of an agent's day in a trajectory folder. */
export function trajectoryFile(folder: string, agent: string, day: string): string {
  if (!isAgentName(agent)) throw badInput(`an agent's name holds no path separator: ${agent}`);
  if (!isDay(day)) throw badInput(`not a day: ${day}`, "Write it as YYYY-MM-DD.");
  return join(folder, `${agent}-${day}.jsonl`);
}

/** The trajectories of all agents; none where there is no folder. */
export function trajectoriesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "")) return [];
    throw error;
  }
}

export const trajectoriesOn = (folder: string, day: string): string[] =>
  trajectoriesIn(folder).filter((path) => path.endsWith(`-${day}.jsonl`));
