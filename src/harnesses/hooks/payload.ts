import { z } from "zod";
import { badInput } from "../../core/index.ts";

const payloadShape = z.record(z.string(), z.unknown());
/** No client nests so deep; deeper input would exhaust the stack of recursive code. */
const DEEPEST = 500;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) => (one !== null && typeof one === "object" ? Object.values(one) : []));
  }
  return false;
}

/** The JSON object on the hook's standard input. */
export function parsePayload(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badInput("the hook's input is not JSON", "Send the client's payload unchanged.");
  }
  const payload = payloadShape.safeParse(value);
  if (!payload.success) throw badInput("the hook's input is not a JSON object", "Send the client's payload unchanged.");
  if (isTooDeep(value)) throw badInput(`the hook's input is nested deeper than ${DEEPEST} levels`);
  return payload.data;
}
