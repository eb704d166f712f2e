import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Home, jsonIn, readTextIfAny, writeFileAtomic } from "../../core/index.ts";

const installedFile = z.object({
  path: z.string(),
  /** The file without Throughline, exactly; null when there was none. */
  original: z.string().nullable(),
  /** The hash of what was written; null when the file was removed. */
  written: z.string().nullable(),
  /** The folders that were made for it. */
  folders: z.array(z.string()),
});
const installRecord = z.object({ version: z.literal(1), files: z.array(installedFile) });

export type InstalledFile = z.infer<typeof installedFile>;

const recordPath = (home: Home, harness: string): string => join(home.installs, `${harness}.json`);

/** What was installed, by path. A damaged record counts as none: the files are then stripped instead of put back. */
export async function readRecord(home: Home, harness: string): Promise<Map<string, InstalledFile>> {
  const text = await readTextIfAny(recordPath(home, harness));
  const files = installRecord.safeParse(jsonIn(text)).data?.files ?? [];
  return new Map(files.map((file) => [file.path, file]));
}

export function writeRecord(home: Home, harness: string, files: ReadonlyMap<string, InstalledFile>): void {
  const path = recordPath(home, harness);
  if (files.size === 0) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(home.installs, { recursive: true, mode: 0o700 });
  writeFileAtomic(path, `${JSON.stringify({ version: 1, files: [...files.values()] }, null, 2)}\n`);
}
