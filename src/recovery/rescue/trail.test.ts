import { expect, test } from "vitest";
import { callContent } from "../../capture/index.ts";
import { relativeTo } from "./paths.ts";
import { type TrailMessage, trailOf } from "./trail.ts";

const message = (content: string): TrailMessage => ({ kind: "text", content, toolName: null, toolUseId: null });

let calls = 0;
function tool(toolName: string, input: Readonly<Record<string, unknown>>, content = "ok"): TrailMessage[] {
  calls += 1;
  const call = { toolName, toolUseId: `${calls}` };
  return [
    { kind: "tool_use", content: callContent(toolName, input), ...call },
    { kind: "tool_result", content, ...call },
  ];
}

const trail = (...messages: readonly (TrailMessage | TrailMessage[])[]) =>
  trailOf(messages.flat(), relativeTo(["/projects/alpha"]));

async function namedIn(...messages: readonly (TrailMessage | TrailMessage[])[]): Promise<string[]> {
  const { steps } = await trail(...messages);
  return [...new Set(steps.flatMap(({ items }) => [...items]))].sort();
}

test("R4: a name alone is a file only when a tool opened, took or listed it", async () => {
  expect(await namedIn(message("Node.js writes console.log to settings.json and debug.log"))).toEqual([]);
  expect(await namedIn(tool("Read", { file_path: "/projects/alpha/settings.json" }))).toEqual(["path settings.json"]);
  expect(await namedIn(tool("Bash", { command: "cat settings.json" }))).toEqual(["path settings.json"]);
  expect(await namedIn(tool("Bash", { command: "ls" }, "settings.json\nsrc"))).toEqual(["path settings.json"]);
  expect(await namedIn(tool("Bash", { command: "git commit -m 'Move to Node.js'" }, "see Node.js for it"))).toEqual([]);
});

test("R4: a call whose input is one text, as Codex gives its patches, is read like any other", async () => {
  const input =
    "*** Begin Patch\n*** Update File: src/auth/session.ts\n@@\n+export const rotateToken = 1;\n*** End Patch";
  const content = JSON.stringify({ name: "apply_patch", input });
  const call: TrailMessage = { kind: "tool_use", content, toolName: "apply_patch", toolUseId: "patch" };
  expect(await namedIn(call)).toEqual(["name rotateToken", "path src/auth/session.ts"]);
});

test("R4: what a program keeps in a hidden folder of the user is not of the work, unless the agent opened it", async () => {
  const log = "/home/ada/.npm/_logs/2026-01-01T00_00_00-debug-0.log";
  const notes = "/home/ada/.notes/plan.md";
  const named = await namedIn(
    ...tool("Bash", { command: "npm test" }, `A complete log of this run is in ${log}`),
    ...tool("Read", { file_path: notes }),
  );
  expect(named).toEqual(["path ~/.notes/plan.md"]);
});

test("R4: names of tools, of their fields and their choices are not of the work, unless the project's files have them", async () => {
  const todo = tool("TodoWrite", { todos: [{ content: "Call readLedger", status: "in_progress", activeForm: "x" }] });
  const mention = message("TodoWrite has in_progress and activeForm");
  expect(await namedIn(todo, mention)).toEqual(["name readLedger"]);
  const file = tool("Read", { file_path: "/projects/alpha/src/todo.ts" }, "  1→export const activeForm = 1;");
  expect(await namedIn(todo, mention, file)).toContain("name activeForm");
});

test("R4: what a client puts around a result is not of the work, nor is what our own tools answer", async () => {
  const result = "<system-reminder>See otherThing in src/other.ts</system-reminder>readLedger";
  expect(await namedIn(tool("Bash", { command: "make" }, result))).toEqual(["name readLedger"]);
  expect(await namedIn(tool("mcp__throughline__recall", { query: "someThing" }, "someThing"))).toEqual([]);
});

test("R4: a step knows its file and the lines that it shows; another text is read as the session knows its files", async () => {
  const shown = "    12→func runStatus() {\n    13→}\n    14→";
  const { steps, itemsOf } = await trail(tool("Read", { file_path: "/projects/alpha/src/cli/status.go" }, shown));
  expect(steps.at(-1)).toMatchObject({ file: "src/cli/status.go", range: { from: 12, to: 14 } });
  expect([...itemsOf("finish status.go")]).toEqual(["path src/cli/status.go"]);
});
