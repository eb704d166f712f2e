import type { Decision } from "../entries.ts";
import { forkWith } from "./fork.ts";
import { intentsOf } from "./intents.ts";

export interface FoundFork {
  readonly statement: string;
  readonly because: string;
  readonly decision: Decision;
}

/** Every intent of a text that leads away from a decision. */
export function forksFound(text: string, decisions: readonly Decision[]): FoundFork[] {
  const decided = decisions.map((one) => ({ ...one, text: one.decision }));
  return intentsOf(text).flatMap((intent) => {
    const fork = forkWith(intent, decided);
    if (!fork) return [];
    const { text: _text, ...decision } = fork.decision;
    return [{ statement: fork.statement, because: fork.because, decision }];
  });
}
