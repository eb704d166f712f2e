import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../src/core/index.ts";
import { installClaude } from "../support/claude/install.ts";
import { bash, call, Machine } from "../support/claude/machine.ts";
import type { Product } from "../support/product/product.ts";

const SLOW = 180_000;

let machine: Machine;
let product: Product;
let project: string;

beforeAll(() => installClaude(), 300_000);

beforeEach(async () => {
  machine = await Machine.setUp();
  ({ product, project } = machine);
});

afterEach(() => machine.dispose());

const claude = (...args: string[]) => machine.claude(args);
const lastTold = (): string => machine.lastTold();
const inProject = (name: string): string => join(project, name);
const write = (name: string): string => call("Write", { file_path: inProject(name), content: "written" });

test("V7: in a sandbox a real client reads, and writes nothing: not by itself, not by a subagent, not after a resume", {
  timeout: SLOW,
}, async () => {
  writeFileSync(inProject("notes.txt"), "the otters are in the river\n");
  const id = newId();
  await product.api("POST", "/api/sessions", { key: id, harness: "claude-code", project, task: "count-otters" });
  const agent = await claude("--session-id", id);
  await agent.send(`Begin. ${write("before.txt")}`);
  expect(existsSync(inProject("before.txt"))).toBe(true);

  const entered = await product.cli(["sessions", "sandbox", id, "--enter", "--reason", "it looks odd"]);
  expect(entered).toMatchObject({ code: 0, stderr: "" });
  await agent.send(`Go on. ${write("after.txt")} ${bash(`echo x > ${inProject("shell.txt")}`)}`);
  expect(lastTold()).toContain("this session is in a sandbox");
  expect(lastTold()).toContain("sandbox lift");
  await agent.send(`Lift it. ${bash(`throughline sessions sandbox ${id} --lift --reason because`)}`);
  await agent.send(`Look. ${call("Read", { file_path: inProject("notes.txt") })} ${bash("cat notes.txt | wc -l")}`);
  expect(lastTold()).toContain("the otters are in the river");
  const subagent = {
    description: "write",
    prompt: `Write it. ${write("subagent.txt")}`,
    subagent_type: "general-purpose",
    run_in_background: false,
  };
  await agent.send(`Send another. ${call("Agent", subagent)}`);
  await agent.close();

  const resumed = await claude("--resume", id);
  await resumed.send(`Again. ${write("resumed.txt")}`);
  for (const name of ["after.txt", "shell.txt", "subagent.txt", "resumed.txt"])
    expect(existsSync(inProject(name))).toBe(false);

  expect((await product.cli(["sessions", "sandbox", id, "--lift", "--reason", "I have looked"])).code).toBe(0);
  await resumed.send(`And on. ${write("lifted.txt")}`);
  expect(existsSync(inProject("lifted.txt"))).toBe(true);

  const log = readFileSync(inProject(`.throughline/tasks/count-otters/logs/long-context/${id}.jsonl`), "utf8");
  const events = log
    .trim()
    .split("\n")
    .map((line): Record<string, unknown> => JSON.parse(line));
  expect(events.map(({ event, tool, decision }) => [event, tool, decision].filter(Boolean).join(" "))).toEqual([
    ...["entered", "call Write denied", "call Bash denied", "call Bash denied", "call Bash allowed"],
    ...["call Agent allowed", "call Write denied", "call Write denied", "lifted"],
  ]);
});

test("V7: a session with a task that begins to refuse is held by itself", { timeout: SLOW }, async () => {
  const id = newId();
  await product.api("POST", "/api/sessions", { key: id, harness: "claude-code", project, task: "count-otters" });
  const agent = await claude("--session-id", id);
  const say = (words: string) => agent.send(`Go on. [[say ${words}]]`);
  for (const part of ["first", "second", "third", "fourth"])
    await say(`I moved the ${part} part of the parser into its own file.`);
  for (let n = 0; n < 4; n++) await say("I'm sorry, but I'm not able to assist with this request.");
  expect((await product.cli(["checkpoint", "save", "--session", id])).code).toBe(0);
  await agent.send(`Write. ${write("a.txt")}`);
  expect(existsSync(inProject("a.txt"))).toBe(false);
  expect(lastTold()).toContain("it refuses more often than before");
  const { body } = await product.api("GET", `/api/sessions/${id}/safety`);
  expect(body).toMatchObject({
    isSandboxed: true,
    samples: [{ delta: 1, action: "degrade_to_sandbox", occasion: "explicit" }],
  });
});
