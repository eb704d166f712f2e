import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Product } from "./product.ts";

export const CODEX_SESSION = "01a1dcc6-53e5-7b42-9b1b-0dc2905ea660";

const fixture = join(import.meta.dirname, "..", "..", "fixtures", "codex", "codex-rollout-with-compaction.jsonl");
const COMPACTION = /"type":"compacted"|"compaction_output":true/;

/** A session that the real Codex wrote, left in a project of the product's user; with its compaction or as if it had had none. */
export function leaveRollout(product: Product, project: string, { compacted = false } = {}): string {
  const folder = join(product.folder, ".codex", "sessions", "2026", "11", "15");
  mkdirSync(folder, { recursive: true });
  const lines = readFileSync(fixture, "utf8").replaceAll("/home/dev/acme", project).split("\n");
  const kept = lines.filter((line) => compacted || !COMPACTION.test(line));
  const path = join(folder, `rollout-2026-11-15T01-15-47-${CODEX_SESSION}.jsonl`);
  writeFileSync(path, kept.join("\n"));
  return path;
}
