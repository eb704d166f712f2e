import { claudeCodeTraits } from "../claude-code/traits.ts";
import { codexTraits } from "../codex/traits.ts";
import { geminiTraits } from "../gemini/traits.ts";
import { openClawTraits } from "../openclaw/traits.ts";
import { openCodeTraits } from "../opencode/traits.ts";
import type { ClientTraits } from "./client-traits.ts";
import { otherTraits } from "./other-clients.ts";

export type { ClientTraits } from "./client-traits.ts";

const TRAITS: Readonly<Record<string, ClientTraits>> = {
  "claude-code": claudeCodeTraits,
  codex: codexTraits,
  gemini: geminiTraits,
  opencode: openCodeTraits,
  openclaw: openClawTraits,
};

export const traitsOf = (harness: string): ClientTraits => TRAITS[harness] ?? {};

/** A trait of all clients: messages may come from any, also by import or by hand. */
export const ofAllClients = <Value>(trait: (of: ClientTraits) => Value | readonly Value[] | undefined): Value[] =>
  [...Object.values(TRAITS), otherTraits].flatMap((one) => trait(one) ?? []);

/** The expressions of all clients as one, which ignores case if one of them does. */
export function expressionOf(trait: (of: ClientTraits) => RegExp | undefined): RegExp {
  const all = ofAllClients(trait);
  const flags = all.some(({ ignoreCase }) => ignoreCase) ? "i" : "";
  return new RegExp(all.map(({ source }) => `(?:${source})`).join("|"), flags);
}

/** Names of all clients as one expression for the whole name. */
export const nameIn = (trait: (of: ClientTraits) => readonly string[] | undefined): RegExp =>
  new RegExp(`^(?:${ofAllClients(trait).join("|")})$`);
