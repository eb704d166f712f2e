import { spawn } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { type Clock, type Config, messageOf, readTextIfAny, redact } from "../../../core/index.ts";
import { IN_A_GROUP, signalGroup } from "./process-group.ts";

export interface SmokeVerdict {
  readonly passed: boolean;
  /** The end of what it printed, secrets apart, and how it ended. */
  readonly output: string;
}

const KEPT_CHARS = 16_000;
const TERM_GRACE_MS = 2000;
/** A grandchild that left the group may hold the pipes open for ever. */
const PIPES_GRACE_MS = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are escape sequences.
const COLOURS = /\u001B\[[0-9;]*[A-Za-z]/g;

const POLICY_FILE = join(".agentic-governance", "config.json");
const command = z.string("must be text").nullish();
const policy = z.object({
  smokeCommand: command,
  smoke_command: command,
  smoke: z.union([command, z.object({ command })], "must be text, or hold a command that is text"),
  commands: z.object({ smoke: command }, "must hold commands by their names").nullish().or(z.array(z.unknown())),
});

/** The command, or why nobody can tell which it is: that is never taken for there being none. */
export type SmokeSetting = { readonly command: string } | { readonly problem: string } | undefined;

/** Of our configuration, else of `.agentic-governance/config.json` in the project. */
export async function smokeSettingOf(root: string, { governance }: Config): Promise<SmokeSetting> {
  if (governance.smokeCommand !== "") return { command: governance.smokeCommand };
  const path = join(root, POLICY_FILE);
  try {
    const file = await readTextIfAny(path);
    const found = file === undefined ? "" : commandIn(file.replace(/^\uFEFF/, ""));
    return found === "" ? undefined : { command: found };
  } catch (error) {
    return { problem: unreadableText(`${path}: ${messageOf(error)}`) };
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

export const unreadableText = (fileAndWhy: string): string => `the smoke command cannot be read from ${fileAndWhy}`;

export interface SmokeRun {
  readonly verdict: Promise<SmokeVerdict>;
  /** Ends it, with all that it started. */
  stop(): void;
}

/** Runs the command in a process group of its own: in the end nothing of it is left, however it ends. */
export function runSmoke(command: string, root: string, limitMs: number, clock: Clock): SmokeRun {
  const child = spawn(command, {
    cwd: root,
    shell: true,
    ...IN_A_GROUP,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let output = "";
  let why: string | undefined;
  const timers: (() => void)[] = [];
  const take = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-4 * KEPT_CHARS);
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const kill = (signal: NodeJS.Signals) => signalGroup(child, signal);
  const end = (reason: string) => {
    why ??= reason;
    kill("SIGTERM");
    timers.push(clock.after(TERM_GRACE_MS, () => kill("SIGKILL")));
  };
  timers.push(clock.after(limitMs, () => end(`ran over its limit of ${limitMs / 1000} s and was ended`)));

  const verdict = new Promise<SmokeVerdict>((resolve) => {
    const done = (how: string, passed: boolean) => {
      for (const cancel of timers) cancel();
      // Whatever it left running in its group goes with it.
      kill("SIGKILL");
      const printed = redact(output.replace(COLOURS, "")).slice(-KEPT_CHARS).trim();
      resolve({ passed, output: [printed, `(${how})`].filter((part) => part !== "").join("\n") });
    };
    child.on("error", (error) => done(`could not be started: ${error.message}`, false));
    child.on("exit", (code, signal) => {
      const how = why ?? (code === null ? `ended by ${signal}` : `exit code ${code}`);
      const finish = () => done(how, why === undefined && code === 0);
      const cancel = clock.after(PIPES_GRACE_MS, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
      timers.push(cancel);
      kill("SIGKILL");
      child.once("close", finish);
    });
  });
  return { verdict, stop: () => end("was stopped") };
}
