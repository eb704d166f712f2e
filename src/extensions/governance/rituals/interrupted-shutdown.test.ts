import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Governed } from "../stage.test-kit.ts";

test("V2: a session with a task whose process ended before its ritual was begun is closed by the next one, once", async () => {
  const governed = await Governed.open();
  await governed.prompt("Count the otters.");
  await governed.says("I counted forty otters in the river.");
  // As where the daemon is killed when the end is stored, and before anything follows from it.
  await governed.stage.engine.sessions.move((await governed.session()).id, "complete", "the client ended");
  const log = join(governed.taskFolder, "work/implementation-log.md");
  expect(existsSync(log)).toBe(false);
  governed.stage.clock.advance(1000);
  let next = await governed.reopened();
  for (let turn = 0; turn < 2; turn++) {
    await next.stage.engine.runDueWork();
    await next.stage.engine.governance.idle();
    expect(readFileSync(log, "utf8").match(/\*\*Completed\*\*: I counted forty otters/g)).toHaveLength(1);
    next = await next.reopened();
  }
});
