import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { GovernedProject } from "../support/product/governed-project.ts";
import type { HookOptions } from "../support/product/product.ts";

let project: GovernedProject;
beforeEach(async () => {
  project = await GovernedProject.open();
});
afterEach(() => project.product.dispose());

const unasked = async () => (await project.incidents()).filter(({ kind }) => kind === "went_unasked");

/**
 * What a daemon that stands still cannot answer: the hook gives up, and everything is taken in afterwards, the late
 * request and the spool.
 */
async function whileItHangs(work: () => Promise<unknown>): Promise<void> {
  const pid = await project.product.ensureDaemon();
  process.kill(pid, "SIGSTOP");
  try {
    await work();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

test("V7: a call in a sandbox that the daemon could not deny in time is an incident, and the log of the run says so", async () => {
  await project.newTask();
  await project.start();
  await project.begin();
  await project.prompt("Begin.");
  const { body } = await project.product.api("GET", "/api/sessions/client-1");
  const { id } = z.looseObject({ id: z.string() }).parse(body);
  await project.product.api("POST", `/api/sessions/${id}/sandbox/enter`, { reason: "it looks odd" });
  const asks = (name: string, input: object, use: string, options?: HookOptions) =>
    project.hook(
      "pre-tool-use",
      { hook_event_name: "PreToolUse", tool_name: name, tool_input: input, tool_use_id: use },
      options,
    );
  const soon = { by: "node", env: { THROUGHLINE_HOOKS_DEADLINE_MS: "1000" } } as const;
  await whileItHangs(async () => {
    expect((await asks("Write", { file_path: "a.txt", content: "a" }, "use-1", soon)).stdout).toBe("");
    expect((await asks("Bash", { command: "ls" }, "use-2", soon)).stdout).toBe("");
  });
  await project.product.until(async () => ((await unasked()).length > 0 ? true : undefined));
  expect(await unasked()).toMatchObject([
    { detail: expect.stringMatching(/a call bypassed the check.*sandbox: Write/) },
  ]);
  expect((await asks("Write", { file_path: "b.txt", content: "b" }, "use-3")).stdout).toMatch(/deny/);
  const log = readFileSync(join(project.task, "logs/long-context/client-1.jsonl"), "utf8");
  expect(log).toMatch(/"tool":"Write","decision":"unasked"/);
});
