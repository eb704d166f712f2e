import { messageOf } from "../../../core/index.ts";
import { type Outcome, problem, type Script } from "../outcome.ts";
import { contextManagerHelp, contextManagerUsage, isHelp } from "../texts/usage.ts";
import { type Options, readOptions } from "./options.ts";
import { checkpoint, compact, preserve, rules, status } from "./preservation.ts";
import { probe } from "./probe.ts";
import { Project } from "./project.ts";
import { recover } from "./recover/index.ts";
import { relevance, shouldLoad } from "./relevance.ts";

interface Command {
  readonly flags: Parameters<typeof readOptions>[1];
  run(project: Project, options: Options): Outcome | Promise<Outcome>;
}

const commands: Readonly<Record<string, Command>> = {
  status: { flags: [], run: status },
  rules: { flags: [], run: rules },
  preserve: { flags: [], run: preserve },
  compact: { flags: ["--dry-run"], run: (project, { dryRun }) => compact(project, dryRun) },
  checkpoint: { flags: ["--dry-run"], run: (project, { dryRun }) => checkpoint(project, dryRun) },
  recover: { flags: ["--query"], run: (project, { values, query }) => recover(project, values[0], query) },
  relevance: { flags: [], run: (project, { values }) => relevance(project, values[0]) },
  "should-load": { flags: [], run: (project, { values }) => shouldLoad(project, values[0]) },
};

export const contextManager: Script = async (args, context) => {
  const [name, ...rest] = args;
  if (name === undefined) return problem(1, contextManagerUsage());
  if (isHelp(name)) return { code: 0, text: contextManagerHelp() };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command && name !== "probe") return problem(1, `Unknown command: ${name}\n${contextManagerUsage()}`);
  if (isHelp(rest[0])) return { code: 0, text: contextManagerHelp() };
  if (!command) return probe(rest);
  const options = readOptions(rest, command.flags);
  if ("code" in options) return options;
  try {
    return await command.run(new Project(context), options);
  } catch (error) {
    return problem(1, messageOf(error));
  }
};
