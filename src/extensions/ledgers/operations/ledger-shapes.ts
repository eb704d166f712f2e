import { z } from "zod";
import { badInput } from "../../../core/index.ts";
import { served } from "../../../operation/index.ts";
import { PROJECT_ROOT, readIdentifier, writeIdentifier } from "../identifiers.ts";
import { type Evidence, entryShapes, SCENARIO_TYPES, type Scenario } from "../ledger-entries.ts";

/* The input and output shapes of ledger entries, for every surface. */

export const { evidence: evidenceShape, decision: decisionShape, task: taskShape } = entryShapes(served);

/** Files that could not be brought up to date; the store is. */
export const behind = {
  behind: z
    .array(z.object({ path: z.string(), problem: z.string() }))
    .readonly()
    .describe("Files that could not be written, and why; the store has the entry, and the next one retries them"),
};

const EVIDENCE = /^(\S.*?:\d+(?:-\d+)?)\s+(\S[\s\S]*)$/u;
const SCENARIO = /^(\S.*?)\s*\((\w+)\):\s+(\S[\s\S]*)$/u;

/** On a command line: the place, then the quoted words. */
export function evidenceOf(given: string | { path: string; line?: number | undefined; quote: string }): Evidence {
  const [, place = "", words = ""] = typeof given === "string" ? (EVIDENCE.exec(given.trim()) ?? []) : [];
  if (typeof given === "string" && place === "")
    throw badInput(
      `evidence: "${given.slice(0, 60)}" is not a place followed by a quote`,
      `Write it as '${PROJECT_ROOT}/src/file.ts:12 export function refresh()', in single quotes.`,
    );
  const { path, line, quote } = typeof given === "string" ? { path: place, line: undefined, quote: words } : given;
  const { from, ...identifier } = readIdentifier(path);
  const at = line ?? from;
  if (at === undefined) throw badInput(`evidence: "${path}" has no line number`, "Add it: path:12, or `line`.");
  return { path: writeIdentifier({ path: identifier.path }), line: at, quote };
}

/** On a command line: `name (edge_case): what is expected`. */
export function scenarioOf(given: string | Scenario): Scenario {
  if (typeof given !== "string") return given;
  const [, name, type, expected] = SCENARIO.exec(given.trim()) ?? [];
  if (name === undefined || expected === undefined)
    throw badInput(
      `testScenarios: "${given.slice(0, 60)}" is not a name, a kind and an expected result`,
      `Write it as "Late refresh (edge_case): the old token is refused". Kinds: ${SCENARIO_TYPES.join(", ")}.`,
    );
  const known = SCENARIO_TYPES.find((one) => one === type);
  if (known === undefined)
    throw badInput(`testScenarios: "${type}" is not a kind of scenario`, `Kinds: ${SCENARIO_TYPES.join(", ")}.`);
  return { name, type: known, expected };
}

const words = z.string().refine((text) => text.trim() !== "", { error: "it is empty" });

export const evidenceInput = z
  .array(
    z.union([
      words,
      z.strictObject({
        path: words.describe(`Path from the project's root: ${PROJECT_ROOT}/src/file.ts, or …:12`),
        line: z.number().int().positive().optional(),
        quote: words.describe("The words at that line, verbatim"),
      }),
    ]),
  )
  .default([])
  .describe(`Code that supports it: '${PROJECT_ROOT}/src/file.ts:12 the words at that line'`);

export const scenariosInput = z
  .array(z.union([words, z.strictObject({ name: words, type: z.enum(SCENARIO_TYPES), expected: words })]))
  .describe('What to test: "name (happy_path | edge_case | error_handling): what is expected"');

export const wordsInput = z.array(words);
