import { join } from "node:path";
import { z } from "zod";
import { type Clock, messageOf, readTextIfAny, redact, runInGroup } from "../../../core/index.ts";
import type { Services } from "../../../services.ts";
import { withoutColours } from "../../../text/index.ts";
import type { GovernedRecord } from "../governed-sessions.ts";

export interface SmokeVerdict {
  readonly passed: boolean;
  /** The end of what it printed, secrets apart, and how it ended. */
  readonly output: string;
}

const KEPT_CHARS = 16_000;

const POLICY_FILE = join(".agentic-governance", "config.json");
const command = z.string("must be text").nullish();
const policy = z.object({
  smokeCommand: command,
  smoke_command: command,
  smoke: z.union([command, z.object({ command })], "must be text, or hold a command that is text"),
  commands: z.object({ smoke: command }, "must hold commands by their names").nullish().or(z.array(z.unknown())),
});

/** The command, or why it cannot be read. Settings that cannot be read never count as having no command. */
export type SmokeSetting =
  | { readonly command: string; readonly limitMs: number }
  | { readonly command?: undefined; readonly problem?: string };

/** Of our configuration, else of `.agentic-governance/config.json` in the project. */
export async function smokeSettingOf(
  { rulesFor }: Pick<Services, "rulesFor">,
  { project, root }: Pick<GovernedRecord, "project" | "root">,
): Promise<SmokeSetting> {
  // A refusal of our own configuration begins with file and line.
  let place = "";
  try {
    const { governance } = await rulesFor(project);
    const limitMs = governance.smokeTimeoutSeconds * 1000;
    if (governance.smokeCommand !== "") return { command: governance.smokeCommand, limitMs };
    const path = join(root, POLICY_FILE);
    place = `${path}: `;
    const file = await readTextIfAny(path);
    const command = file === undefined ? "" : commandIn(file.replace(/^\uFEFF/, ""));
    return command === "" ? {} : { command, limitMs };
  } catch (error) {
    return { problem: `the smoke command cannot be read from ${place}${messageOf(error)}` };
  }
}

function commandIn(file: string): string {
  const read = policy.safeParse(JSON.parse(file));
  const issue = read.error?.issues[0];
  if (issue) throw new Error([issue.path.join("."), issue.message].filter((part) => part !== "").join(": "));
  const { smokeCommand, smoke_command, smoke, commands } = read.data ?? {};
  const ofSmoke = typeof smoke === "object" ? smoke?.command : smoke;
  const ofCommands = Array.isArray(commands) ? undefined : commands?.smoke;
  return (smokeCommand || smoke_command || ofSmoke || ofCommands || "").trim();
}

export interface SmokeRun {
  readonly verdict: Promise<SmokeVerdict>;
  /** Ends it, with all that it started. */
  stop(): void;
}

/** Runs the command: in the end nothing of it is left, however it ends. */
export function runSmoke(command: string, root: string, limitMs: number, clock: Clock): SmokeRun {
  let output = "";
  const { ended, stop } = runInGroup(command, [], {
    ...{ cwd: root, shell: true, clock, limitMs, leavesNothing: true },
    late: `ran over its limit of ${limitMs / 1000} s and was ended`,
    take(chunk) {
      output = (output + chunk.toString("utf8")).slice(-4 * KEPT_CHARS);
    },
  });
  const verdict = ended.then(({ code, signal, error, stopped }): SmokeVerdict => {
    const unstarted = error && `could not be started: ${error}`;
    const how = unstarted ?? stopped ?? (code === null ? `ended by ${signal}` : `exit code ${code}`);
    const printed = redact(withoutColours(output)).slice(-KEPT_CHARS).trim();
    const passed = stopped === undefined && code === 0;
    return { passed, output: [printed, `(${how})`].filter((part) => part !== "").join("\n") };
  });
  return { verdict, stop: () => stop("was stopped") };
}
