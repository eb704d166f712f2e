import { type ClientTraits, UNKNOWN_CLIENT } from "../core/index.ts";
import { claudeCodeTraits } from "./claude-code/traits.ts";
import { codexTraits } from "./codex/traits.ts";
import { geminiTraits } from "./gemini/traits.ts";
import { openClawTraits } from "./openclaw/traits.ts";
import { openCodeTraits } from "./opencode/traits.ts";

const TRAITS: Readonly<Record<string, ClientTraits>> = {
  "claude-code": claudeCodeTraits,
  codex: codexTraits,
  gemini: geminiTraits,
  openclaw: openClawTraits,
  opencode: openCodeTraits,
};

export const traitsOf = (harness: string): ClientTraits => TRAITS[harness] ?? UNKNOWN_CLIENT;
