import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";

/** A value of `.loa.config.yaml` by its path, or undefined. */
export type LoaConfig = (path: string) => unknown;

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  return document.errors.length > 0 ? undefined : document.toJS();
}

/**
 * The project's own settings. Whatever is wrong with the file, its defaults apply: a checkpoint must not fail for it.
 */
export function readConfig(path: string): LoaConfig {
  let values: unknown;
  try {
    values = parse(readFileSync(path, "utf8"));
  } catch {
    values = undefined;
  }
  return (path) => path.split(".").reduce<unknown>((value, key) => (isMapping(value) ? value[key] : undefined), values);
}

type Reader<Value> = (value: unknown) => Value | undefined;

/** The first of some settings that holds something valid. */
export function setting<Value>(config: LoaConfig, paths: readonly string[], read: Reader<Value>, otherwise: Value) {
  for (const path of paths) {
    const value = read(config(path));
    if (value !== undefined) return value;
  }
  return otherwise;
}

export const yesOrNo: Reader<boolean> = (value) => {
  if (typeof value === "boolean") return value;
  return value === "true" ? true : value === "false" ? false : undefined;
};

const number: Reader<number> = (value) => {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d*\.?\d+$/.test(value) ? Number(value) : undefined;
};

export const share: Reader<number> = (value) => {
  const parsed = number(value);
  return parsed !== undefined && parsed >= 0 && parsed <= 1 ? parsed : undefined;
};

export const count: Reader<number> = (value) => {
  const parsed = number(value);
  return parsed !== undefined && Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : undefined;
};

export const names: Reader<readonly string[]> = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string" && item !== "") ? value : undefined;

export const oneOf =
  <Value extends string>(...values: readonly Value[]): Reader<Value> =>
  (text) =>
    values.find((value) => typeof text === "string" && text.toLowerCase() === value);
