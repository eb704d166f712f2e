import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "./product.ts";

export const CODEX_SESSION = "01a1dcc6-53e5-7b42-9b1b-0dc2905ea660";

const fixture = join(import.meta.dirname, "..", "..", "fixtures", "codex", "codex-rollout-with-compaction.jsonl");
const COMPACTION = /"type":"compacted"|"compaction_output":true/;

const REQUEST = "Read the whole log.";

/** The line of a rollout as if its one command had been a patch of this file. */
function asPatch(line: string, file: string): string {
  if (line === "") return line;
  const { payload, ...entry } = JSON.parse(line);
  const input = `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch`;
  if (payload.type === "function_call")
    return JSON.stringify({ ...entry, payload: { ...payload, type: "custom_tool_call", name: "apply_patch", input } });
  if (payload.type === "function_call_output")
    return JSON.stringify({ ...entry, payload: { ...payload, type: "custom_tool_call_output" } });
  return line;
}

/**
 * What a rollout is to be like: with its compaction or as if it had had none; with another request, and an edit for it.
 */
export interface RolloutOptions {
  readonly compacted?: boolean;
  readonly request?: string;
  readonly edited?: string;
}

/** A session that the real Codex wrote, left in a project of the product's user. */
export function leaveRollout(
  product: Product,
  project: string,
  { compacted = false, request = REQUEST, edited }: RolloutOptions = {},
): string {
  const folder = join(product.folder, ".codex", "sessions", "2026", "11", "15");
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(fixture, "utf8").replaceAll("/home/dev/acme", project).replaceAll(REQUEST, request);
  const lines = text.split("\n").map((line) => (edited === undefined ? line : asPatch(line, edited)));
  const kept = lines.filter((line) => compacted || !COMPACTION.test(line));
  const path = join(folder, `rollout-2026-11-15T01-15-47-${CODEX_SESSION}.jsonl`);
  writeFileSync(path, kept.join("\n"));
  return path;
}
