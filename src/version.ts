import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The package's own folder, seen from `dist/` and from `src/` alike. */
export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");

export const NAME = "throughline";
export const VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"))).version;
