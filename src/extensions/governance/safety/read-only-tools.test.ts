import { expect, test } from "vitest";
import { traitsOf } from "../../../harnesses/traits/index.ts";
import { isReadOnlyTool } from "./read-only-tools.ts";

const claude = (name: string, input: unknown = {}) => isReadOnlyTool(traitsOf("claude-code"), { name, input });

test("V7: looking is allowed, also through our own tools, and sending a subagent whose tools are asked for in turn", () => {
  const allowed = [
    "Read",
    "Grep",
    "Glob",
    "mcp__throughline__recall",
    "mcp__plugin_throughline_throughline__session_digest",
  ];
  for (const name of allowed) expect(claude(name)).toBe(true);
  expect(claude("Task", { prompt: "Look.", subagent_type: "general-purpose" })).toBe(true);
  expect(claude("Bash", { command: "git status" })).toBe(true);
  expect(isReadOnlyTool(traitsOf("codex"), { name: "shell", input: { command: ["ls", "-la"] } })).toBe(true);
});

test("V7: what writes, reaches out or is not known is denied", () => {
  const denied = [
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "WebFetch",
    "WebSearch",
    "Skill",
    "KillShell",
    "mcp__github__create_issue",
    "Nobody",
  ];
  for (const name of denied) expect(claude(name, { file_path: "a", command: "ls" })).toBe(false);
  expect(claude("Agent", { prompt: "Write.", isolation: "worktree" })).toBe(false);
  expect(claude("Bash", { command: "git status && rm a" })).toBe(false);
  expect(claude("Bash", {})).toBe(false);
  expect(claude("PowerShell", { command: "ls" })).toBe(false);
  expect(isReadOnlyTool(traitsOf("another"), { name: "Read", input: {} })).toBe(false);
});
