import type { Origin } from "../state-components.ts";

const RULE = "=".repeat(60);

export const line = (text: string): string => `[SELF-HEAL] ${text}`;

export const NOT_IN_GIT = "Not in a git repository";
export const unknownArgument = (argument: string): string => `Unknown argument: ${argument}`;

export const checking = (name: string): string => line(`Checking: ${name}`);
export const fine = (name: string): string => line(`  ${name} exists`);
export const issue = (name: string, problem: string): string => line(`  ISSUE: ${name} ${problem}`);
export const notNeeded = (name: string): string => line(`  ${name} is optional: rebuilt when needed`);

/** The index of `ck`. */
export const SEARCH_INDEX = ".ck/";

const HEALED: Readonly<Record<Origin, string>> = {
  git: "Recovered from git",
  template: "Created from template",
  nothing: "Created",
};

export const healed = (name: string, from: Origin): string => line(`  ${HEALED[from]}: ${name}`);
export const notHealed = (name: string, why: string): string => line(`  Could not heal ${name}: ${why}`);
export const notLogged = (why: string): string => line(`  Could not log the healing: ${why}`);

export interface Summary {
  readonly checkOnly: boolean;
  readonly time: string;
  readonly issues: number;
  readonly healed: number;
}

export const summary = ({ checkOnly, time, issues, healed }: Summary): string[] => [
  "",
  RULE,
  "SELF-HEALING SUMMARY",
  RULE,
  `Mode: ${checkOnly ? "Check only" : "Heal"}`,
  `Timestamp: ${time}`,
  `Issues: ${issues}`,
  ...(checkOnly ? [] : [`Healed: ${healed}`]),
  ...(issues === 0 ? ["State Zone is healthy"] : []),
  ...(checkOnly && issues > 0 ? ["Run without --check-only to heal"] : []),
  ...(!checkOnly && healed < issues ? [`Still wrong: ${issues - healed}`] : []),
];
