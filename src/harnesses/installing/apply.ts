import { type Home, messageOf, refused, sha256, ThroughlineError } from "../../core/index.ts";
import type { FileChange, Strip } from "./change.ts";
import { missingFolders, putText, readExact, removeEmptyFolders } from "./files.ts";
import { type InstalledFile, readRecord, writeRecord } from "./record.ts";

const hashOf = (text: string | undefined): string | null => (text === undefined ? null : sha256(text));

/** What uninstalling restores: the first original, if only Throughline wrote since. */
function originalOf({ path, before }: FileChange, earlier: InstalledFile | undefined, strip: Strip): string | null {
  if (earlier && hashOf(before) === earlier.written) return earlier.original;
  return before === undefined ? null : (strip(path, before) ?? null);
}

async function putBack(changes: readonly FileChange[], folders: readonly string[]): Promise<string[]> {
  const stuck: string[] = [];
  for (const { path, before } of [...changes].reverse()) {
    try {
      if ((await readExact(path)) !== before) await putText(path, before);
    } catch {
      stuck.push(path);
    }
  }
  await removeEmptyFolders(folders);
  return stuck;
}

/**
 * Writes all the changes or none, and records what was there before. The record is written first: after a crash between
 * the two, uninstalling finds files that it did not write and takes nothing from them.
 */
export async function applyChanges(
  home: Home,
  harness: string,
  changes: readonly FileChange[],
  strip: Strip,
): Promise<void> {
  const effective = changes.filter(({ before, after }) => before !== after);
  if (effective.length === 0) return;
  for (const { path, before } of effective) {
    if ((await readExact(path)) !== before) {
      throw refused(`${path}: it was changed in the meantime`, "Run the command again; nothing was changed.");
    }
  }
  const earlier = await readRecord(home, harness);
  const record = new Map(earlier);
  const made: string[] = [];
  for (const change of effective) {
    const known = earlier.get(change.path);
    const folders = change.after === undefined ? [] : await missingFolders(change.path);
    made.push(...folders);
    record.set(change.path, {
      path: change.path,
      original: originalOf(change, known, strip),
      written: hashOf(change.after),
      folders: [...new Set([...(known?.folders ?? []), ...folders])],
    });
  }
  writeRecord(home, harness, record);
  for (const [index, { path, after }] of effective.entries()) {
    try {
      await putText(path, after);
    } catch (error) {
      const stuck = await putBack(effective.slice(0, index + 1), made);
      writeRecord(home, harness, earlier);
      const hint = stuck.length > 0 ? `These could not be put back: ${stuck.join(", ")}.` : "Nothing was changed.";
      throw new ThroughlineError("refused", `${path}: cannot be written: ${messageOf(error)}`, hint, { cause: error });
    }
  }
}
