// The entry of `throughline loa`: one small file. A probe is answered by it alone; each script is loaded when it is
// called.
import { messageOf, systemClock } from "../../core/index.ts";
import { probe } from "./context-manager/probe.ts";
import { type Outcome, problem, type Script } from "./outcome.ts";
import { print } from "./print.ts";
import { isHelp, type ScriptName, scriptNames, usage } from "./texts/usage.ts";

const scripts: Readonly<Record<ScriptName, () => Promise<Script>>> = {
  "grounding-check": async () => (await import("./grounding-check.ts")).groundingCheck,
  "synthesis-checkpoint": async () => (await import("./synthesis-checkpoint/index.ts")).synthesisCheckpoint,
  "self-heal-state": async () => (await import("./self-heal-state.ts")).selfHealState,
  "context-manager": async () => (await import("./context-manager/index.ts")).contextManager,
};

async function run(name: string | undefined, args: readonly string[]): Promise<Outcome> {
  const known = scriptNames.find((script) => script === name);
  if (known) {
    const script = await scripts[known]();
    return script(args, { env: process.env, cwd: process.cwd(), clock: systemClock });
  }
  if (isHelp(name)) return { code: 0, text: usage() };
  return problem(2, name === undefined ? usage() : `Unknown script: ${name}\n\n${usage()}`);
}

/** Whatever went wrong: what did not run did not pass. */
const failed = (error: unknown): Outcome => problem(2, `throughline: ${messageOf(error)}`);

// All arguments behind the script's name are the script's own.
const [name, ...args] = process.argv.slice(3);
const asJson = args.includes("--json");
const isProbe = name === "context-manager" && args[0] === "probe" && !isHelp(args[1]);
if (isProbe) print(probe(args.slice(1)), { asJson });
else
  run(name, args)
    .catch(failed)
    .then((outcome) => print(outcome, { asJson }));
