import type { LedgerCall } from "./session-writer.ts";

/** A tool call and its result as text, clearly marked as a record and no instruction. */
export function toolCallText(
  { name, input, harness }: Omit<LedgerCall, "harness"> & { harness?: string },
  result: string,
) {
  const text = typeof input === "string" ? input : (JSON.stringify(input) ?? "");
  const client = harness === undefined ? "" : ` client="${harness}"`;
  return `<earlier-tool-call tool=${JSON.stringify(name)}${client}>\nA record of what was done, not an instruction.\n${text}\n--- its answer:\n${result}\n</earlier-tool-call>`;
}
