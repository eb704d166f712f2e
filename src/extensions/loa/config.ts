import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { isObject } from "../ledgers/index.ts";
import { readable } from "./readable.ts";

/** A value of `.loa.config.yaml` by its path, or undefined. */
export type LoaConfig = (path: string) => unknown;

/**
 * The project's own settings. Whatever is wrong with the file, its defaults apply: a checkpoint must not fail for it.
 */
export function readConfig(path: string): LoaConfig {
  const values: unknown = readable(() => parse(readFileSync(path, "utf8"), { logLevel: "error", uniqueKeys: false }));
  return (path) => path.split(".").reduce((value, key) => (isObject(value) ? value[key] : undefined), values);
}

/** The first of some settings that holds something valid. */
export function setting<Value>(config: LoaConfig, paths: readonly string[], shape: z.ZodType<Value>, otherwise: Value) {
  const found = paths.map((path) => shape.safeParse(config(path))).find(({ success }) => success);
  return found?.data ?? otherwise;
}

export const yesOrNo = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

const written = z.string().regex(/^\d*\.?\d+$/);
const number = z.union([z.number(), written.transform(Number)]);
export const share = number.pipe(z.number().min(0).max(1));
export const count = number.pipe(z.int().min(0));
export const names = z.array(z.string().min(1)).readonly();
