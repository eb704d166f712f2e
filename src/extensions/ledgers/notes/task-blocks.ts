import type { MarkedBlock } from "../../../markdown/index.ts";
import type { Task } from "../ledger-entries.ts";
import { inline, scenarioLine } from "./continuity.ts";

/*
 * What a task says of its tests and its next steps, for people who read only the notes. The task's file is where it is
 * changed.
 */

const NOTE = "<!-- From the tasks' files: change it there. -->\n";

const part = ({ slug }: Task, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`\n### ${slug}\n`, ...lines.map((line) => `${line}\n`)];

const bodyOf = (parts: readonly string[]): string => (parts.length === 0 ? "" : `${NOTE}${parts.join("")}`);

/** Of tasks that are not done; what is empty has an empty body. */
export function taskBlocks(tasks: readonly Task[]): MarkedBlock[] {
  const open = tasks.filter(({ status }) => status !== "complete");
  const scenarios = tasks.flatMap((task) => part(task, task.testScenarios.map(scenarioLine)));
  const goals = open.flatMap((task) =>
    part(
      task,
      task.nextSteps.map((step) => `- [ ] ${inline(step)}`),
    ),
  );
  return [
    { name: "test-scenarios", heading: "Test Scenarios", level: 2, body: bodyOf(scenarios) },
    { name: "active-sub-goals", heading: "Active Sub-Goals", level: 2, body: bodyOf(goals) },
  ];
}
