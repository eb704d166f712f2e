import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { installClaude } from "../support/claude/install.ts";
import { bash, call, Machine } from "../support/claude/machine.ts";
import { requestText } from "../support/standin/request.ts";

let machine: Machine;

beforeAll(() => installClaude(), 300_000);
beforeEach(async () => {
  machine = await Machine.setUp();
});
afterEach(() => machine.dispose());

const SLOW = 180_000;
const RULE = "Never edit rates.ts, finance owns that file.";
const recovery = (): string =>
  /## Session Recovery Context[\s\S]*?<\/throughline-context>/.exec(machine.lastTold())?.[0] ?? "";
const wasTold = (words: string | RegExp) =>
  machine.standin.requests.filter((request) => requestText(request).search(words) >= 0).length > 0;

test("K6, K7, K8: the line arrives, the tool is called, the next session is given the rule and reminded at the file", {
  timeout: SLOW,
}, async () => {
  const first = await machine.claude();
  await first.send("Hello, have a look around.");
  expect(wasTold("record it with set_rule")).toBe(false);
  await first.send(
    `${RULE} ${call("mcp__throughline__set_rule", { text: "rates.ts belongs to finance: never edit it" })}`,
  );
  expect(machine.lastTold()).toMatch(/Throughline: if \\?"Never edit rates\.ts.*record it with set_rule\./);
  await first.close();
  const { stdout } = await machine.product.cli(["work", "--project", machine.project, "--json"]);
  const [rule] = JSON.parse(stdout).rules;
  expect(rule).toMatchObject({ text: "rates.ts belongs to finance: never edit it", recorded: true, by: "agent" });

  writeFileSync(join(machine.project, "rates.ts"), "export const RATE = 2;\n");
  const next = await machine.claude();
  await next.send("What is in here?");
  expect(recovery()).toMatch(/rates\.ts belongs to finance: never edit it \[recorded, /);
  expect(JSON.stringify(next.messages)).toMatch(/Throughline: 1 rule/);
  await next.send(`Read it. ${call("Read", { file_path: join(machine.project, "rates.ts") })}`);
  expect(machine.lastTold()).toMatch(/Throughline: a rule names rates\.ts/);
});

test("K6: a context that fills up asks for the digest, which comes first in the next session and after the compaction", {
  timeout: SLOW,
}, async () => {
  const agent = await machine.claude();
  const file = join(machine.project, "export.ts");
  await agent.send(
    `Always write tests first. Add the export. ${call("Write", { file_path: file, content: "export {};" })}`,
  );
  expect(wasTold("session_digest before it is compacted")).toBe(false);
  await agent.send("How far is it? [[tokens 130000]]");
  await machine.product.until(async () => {
    const { body } = await machine.product.api("GET", "/api/sessions");
    return (Array.isArray(body) && body[0]?.lastInputTokens >= 130_000) || undefined;
  });
  const digest = call("mcp__throughline__session_digest", {
    summary: "DIGEST: the export writes CSV, the tests are missing.",
  });
  await agent.send(`Go on then. [[tokens 130000]] ${digest}`);
  expect(machine.lastTold()).toContain("session_digest before it is compacted");
  await agent.send("/compact");
  await agent.send("go on");
  const isFirst = () => /context>[\s\S]*DIGEST: the export/.test(`context>${recovery().split("**Rules**")[0]}`);
  expect(isFirst()).toBe(true);
  await agent.send(
    `Add a header line. ${call("Write", { file_path: join(machine.project, "header.ts"), content: "" })}`,
  );
  await agent.close();
  const next = await machine.claude();
  await next.send("where are we?");
  expect(isFirst()).toBe(true);
});

test("K6: a commit asks for the digest, once", { timeout: SLOW }, async () => {
  const agent = await machine.claude();
  const git = "git -c user.name=a -c user.email=a@b.c";
  await agent.send(`Commit it. ${bash(`git init -q && touch a && git add a && ${git} commit -qm one`)}`);
  expect(machine.lastTold()).toContain("Throughline: committed.");
  await agent.send(`And again. ${bash(`${git} commit -q --allow-empty -m two`)}`);
  expect(machine.lastTold().match(/Throughline: committed\./g)).toHaveLength(1);
});
