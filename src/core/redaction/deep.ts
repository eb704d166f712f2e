import { isSecret } from "./judge.ts";
import { meaningOf } from "./names.ts";
import { MARKER } from "./span.ts";

type Redact = (text: string) => string;

const HEADER = /authorization|cookie/i;

function redactNamed(redact: Redact, name: string, text: string): string {
  const { promised } = meaningOf(name);
  if (promised && isSecret({ start: 0, end: text.length, text, quoted: true }, promised, true)) return MARKER;
  if (!HEADER.test(name)) return redact(text);
  const prefix = `${name}: `;
  const line = redact(prefix + text);
  return line.startsWith(prefix) ? line.slice(prefix.length) : redact(text);
}

/** `{ name: "DB_PASSWORD", value: "…" }`: the name of the value stands beside it. */
function nameBeside(record: Readonly<Record<string, unknown>>): string | undefined {
  const name = record.name ?? record.key ?? record.Name ?? record.Key;
  return typeof name === "string" ? name : undefined;
}

function redactValue(redact: Redact, value: unknown, name: string | undefined): unknown {
  if (typeof value === "string") return name === undefined ? redact(value) : redactNamed(redact, name, value);
  if (Array.isArray(value)) return value.map((item) => redactValue(redact, item, name));
  if (value === null || typeof value !== "object") return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const record: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(value));
  const beside = nameBeside(record);
  return Object.fromEntries(
    Object.entries(record).map(([key, inner]) => {
      const isValue = beside !== undefined && (key === "value" || key === "Value");
      return [key, redactValue(redact, inner, isValue ? beside : key)];
    }),
  );
}

/** Every string inside a JSON value, redacted; names tell about their values as they do in text. Keys and shape stay. */
export function redactJson(redact: Redact, value: unknown): unknown {
  return redactValue(redact, value, undefined);
}
