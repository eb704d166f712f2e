import { badInput } from "../core/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import type { Client, Harness } from "./client-contract.ts";
import { codex } from "./codex/index.ts";
import { gemini } from "./gemini/index.ts";
import type { HistoryReader } from "./histories/history-contract.ts";
import { openClaw } from "./openclaw/index.ts";
import { openCode } from "./opencode/index.ts";

export const clients: readonly Client[] = [claudeCode, codex, gemini, openCode, openClaw];

/** Those that can be connected by hooks. */
export const harnesses: readonly Harness[] = clients.flatMap(({ hooks }) => hooks ?? []);

/** Whose hooks they are when nobody says so. */
export const DEFAULT_HARNESS = claudeCode.name;

function named<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named {
  const found = all.find((one) => one.name === name);
  if (found) return found;
  throw badInput(
    `harness: "${name}" is not one that Throughline knows`,
    `Known: ${all.map((one) => one.name).join(", ")}.`,
  );
}

export const clientNamed = (name: string): Client => named(clients, name);
export const harnessNamed = (name: string): Harness => named(harnesses, name);

/** The readers of one client's histories, or of all. */
export const readersFor = (name: string | undefined): readonly HistoryReader[] =>
  (name === undefined ? clients : [clientNamed(name)]).map(({ history }) => history);
