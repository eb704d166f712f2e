import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { installClaude } from "../support/claude/install.ts";
import { bash, call, Machine } from "../support/claude/machine.ts";

const SLOW = 180_000;
const NEXT = "Run `node count.mjs river.txt` and compare it with the 12 of last year";

let machine: Machine;

beforeAll(() => installClaude(), 300_000);

beforeEach(async () => {
  machine = await Machine.setUp();
});

afterEach(() => machine.dispose());

const inProject = (...path: string[]): string => join(machine.project, ...path);
const checkpoints = (...path: string[]): string => inProject(".throughline", "checkpoints", ...path);

/** What the user types, with what the model does about it. */
const command = (words: string, tool: string, input: object = {}): string =>
  `/throughline:checkpoint ${words} ${call(`mcp__throughline__${tool}`, input)}`;

test("N10: /throughline:checkpoint saves this session's place in a real client, and another session resumes and deletes it", {
  timeout: SLOW,
}, async () => {
  writeFileSync(inProject("river.txt"), "otter\notter\n");
  writeFileSync(inProject("lake.txt"), "heron\n");
  const agent = await machine.claude();
  await agent.send(
    `Count the otters in river.txt with a script. ${call("Read", { file_path: inProject("river.txt") })} ${call("Write", { file_path: inProject("count.mjs"), content: "console.log(2);\n" })} ${bash("node count.mjs")}`,
  );
  await agent.send(`Count the otters in river.txt once more. [[say I counted them. Next: ${NEXT}.]]`);
  // Another session of the project was active last: its work is not what is saved.
  const other = await machine.claude();
  await other.send(
    `Look at the herons. ${call("Read", { file_path: inProject("lake.txt") })} ${bash("node --version")}`,
  );

  await agent.send(command("save count-otters", "checkpoint_save", { name: "count-otters" }));
  const init = agent.messages.find(({ type, subtype }) => type === "system" && subtype === "init");
  expect(init?.slash_commands).toContain("throughline:checkpoint");
  expect(machine.lastTold()).toContain("The user asks for a named checkpoint: save count-otters");
  const saved = readFileSync(checkpoints("count-otters.md"), "utf8");
  expect(saved).toMatch(
    /^# Checkpoint: count-otters\n\*\*Created:\*\* .*\n\*\*Task:\*\* Count the otters in river\.txt/,
  );
  expect(saved).toContain("- Wrote `count.mjs` lines 1-1");
  expect(saved).toContain("- Ran `node count.mjs`: exit 0");
  expect(saved).toContain("- Read `river.txt`");
  expect(saved).toContain(`## Next Action\n${NEXT}`);
  expect(saved).not.toMatch(/lake\.txt|node --version|heron/);
  await agent.close();
  await other.close();

  const next = await machine.claude();
  // A client that has just started may still be connecting its servers.
  for (let tries = 0; tries < 5 && !machine.lastTold().includes('"name":"count-otters"'); tries++)
    await next.send(command("list", "checkpoint_list"));
  expect(machine.lastTold()).toContain('"name":"count-otters"');
  // An agent that answers for the user at once is told to ask first.
  const answer = (confirmed?: boolean) => ({ name: "count-otters", ...(confirmed !== undefined && { confirmed }) });
  await next.send(command("resume count-otters", "checkpoint_resume", answer(true)));
  expect(machine.lastTold()).toContain("has not been shown as it is now");
  await next.send(command("resume count-otters", "checkpoint_resume", answer()));
  expect(machine.lastTold()).toContain(`🔜 Next action: ${NEXT}`);
  await next.send(`yes ${call("mcp__throughline__checkpoint_resume", answer(true))}`);
  expect(machine.lastTold()).toContain('"confirmed":true');

  await next.send(command("delete count-otters", "checkpoint_delete", { name: "count-otters", force: true }));
  expect(existsSync(checkpoints("count-otters.md"))).toBe(false);
  expect(readdirSync(checkpoints(".trash")).filter((name) => name.includes("count-otters"))).toHaveLength(1);
});
