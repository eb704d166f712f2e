import { SCENARIO_TYPES, type Scenario } from "./ledger-entries.ts";

/* A test scenario in one line, as the notes and br's comments have it. */

export const scenarioText = ({ name, type, expected }: Scenario): string =>
  `${name} (${type})${expected === "" ? "" : `: ${expected}`}`;

/** A person may name no type: then the first word says it. */
const typeIn = (words: string): Scenario["type"] =>
  /^edge\b/iu.test(words) ? "edge_case" : /^error\b/iu.test(words) ? "error_handling" : "happy_path";

export function scenarioIn(words: string): Scenario {
  const [, name = "", named = "", expected = ""] = /^(.*?) \((\w+)\)(?::\s*(.*))?$/u.exec(words) ?? [];
  const type = SCENARIO_TYPES.find((one) => one === named);
  return type ? { name, type, expected } : { name: words, type: typeIn(words), expected: "" };
}
