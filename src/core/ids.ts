import crypto from "node:crypto";
import { v7 } from "uuid";

/** Time-ordered, so that ids sort as their rows were made and index pages stay dense. */
export const newId = (): string => v7();

const FEWEST_CHARACTERS = 4;

/** Whether this is the beginning or the end of an id, in which people name things. */
export const isPartOfId = (part: string, id: string): boolean =>
  part.length >= FEWEST_CHARACTERS && (id.startsWith(part) || id.endsWith(part));

/**
 * Node.js 20 has the faster way since its twelfth release: most texts are short, and creating an object takes longer.
 */
export const sha256: (text: string | Uint8Array) => string =
  typeof crypto.hash === "function"
    ? (text) => crypto.hash("sha256", text)
    : (text) => crypto.createHash("sha256").update(text).digest("hex");

/** JSON with sorted keys: the one form in which a record is hashed. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
    return `{${fields.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
