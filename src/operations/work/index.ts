import { z } from "zod";
import { callerProject, defineOperation, projectPath, where } from "../../operation/index.ts";
import { shortIds } from "../../work/index.ts";
import { atWork, entryView, threadView, workShape } from "./call.ts";
import { addRuleOperation, supersedeOperation, withdraw } from "./statements.ts";
import { finish, next, reopen, showThread } from "./threads.ts";

/*
 * The work of a project (K6). For agents four small tools rather than one with an action: each name says when to call
 * it, and the schema itself refuses what does not belong together.
 */

const show = defineOperation({
  name: "work",
  summary: "show the rules, decisions and threads of a project",
  http: { method: "get", path: "/api/work" },
  cli: { command: "work", alsoCommand: "work list", inProject: true },
  input: z.strictObject(where),
  output: workShape,
  run: atWork(async ({ project, state }) => {
    const names = shortIds(state);
    return {
      project,
      rules: state.rules.map((entry) => entryView(entry, names)),
      decisions: state.decisions.map((entry) => entryView(entry, names)),
      threads: state.threads.map((thread) => threadView(thread, names)),
    };
  }),
});

const rebuild = defineOperation({
  name: "work.rebuild",
  summary: "rebuild the work state of a project, or of all, from the recorded conversations",
  http: { method: "post", path: "/api/work/rebuild" },
  cli: { command: "work rebuild" },
  input: z.strictObject({ project: projectPath.optional().describe("A path in the project; by default all projects") }),
  output: z.object({ sessions: z.number().describe("Number of sessions read") }),
  async run(engine, { project }, caller) {
    const normalized = project === undefined ? undefined : await callerProject(engine, caller, undefined, { project });
    return { sessions: await engine.work.rebuild(normalized) };
  },
});

export const workOperations = [
  ...[show, showThread, addRuleOperation, withdraw, finish, reopen],
  ...[next, supersedeOperation, rebuild],
];
