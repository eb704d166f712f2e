import { statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Stage } from "./engine.test-kit.ts";
import { scratchFolder } from "./scratch.test-kit.ts";

test.each([
  ["looks at a file", async () => void statSync(".")],
  ["reads one", async () => void (await readFile("package.json"))],
  ["looks at one and hides it", async () => void (await readFile("/nowhere").catch(() => ""))],
])("C3: a transaction that %s fails in tests, which all engines of tests go by", async (_what, use) => {
  const stage = await Stage.open();
  onTestFinished(() => stage.engine.close());
  await expect(stage.store.transaction(use)).rejects.toThrow(/used files or programs: (statSync|readFile)/);
  await expect(stage.store.transaction(async () => 1)).resolves.toBe(1);
  await use();
});

test("C3: prompts and checkpoints go by a project's own file, and read it outside of their transactions", async () => {
  const stage = await Stage.open({ home: scratchFolder(), config: undefined });
  onTestFinished(() => stage.engine.close());
  const project = scratchFolder();
  writeFileSync(join(project, "throughline.yaml"), "continuity: { promptInterval: 2, maxCheckpointsPerSession: 1 }\n");
  const prompt = (text: string) =>
    stage.hook("user-prompt-submit", "a", { hook_event_name: "UserPromptSubmit", prompt: text, cwd: project });
  for (let n = 1; n <= 4; n++) {
    expect((await prompt(`Work on the parser, part ${n}.`)).outcome).toBe("taken");
    await stage.engine.hooks.idle();
    if (n % 2 === 0) await stage.engine.checkpoints.flush();
  }
  expect(await stage.checkpoints("a")).toMatchObject([{ trigger: "periodic", promptCount: 4 }]);
});
