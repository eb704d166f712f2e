import { type Home, messageOf, sha256 } from "../../core/index.ts";
import type { FileChange, Strip } from "./change.ts";
import { putText, readExact, removeEmptyFolders } from "./files.ts";
import { type InstalledFile, readRecord, writeRecord } from "./record.ts";

/** What uninstalling does with one file. */
export interface Reversal {
  readonly path: string;
  readonly action: "restore" | "delete" | "strip" | "keep" | "gone" | "failed";
  /** In plain words, for printing. */
  readonly detail: string;
  /** Absent when the file stays as it is. */
  readonly change?: FileChange;
}

const NOTHING_LEFT = /^\uFEFF?\s*(?:\{\s*\}\s*)?$/;

type Installed = Pick<InstalledFile, "path" | "original" | "written">;

const DETAILS: Record<Reversal["action"], string> = {
  restore: "put back as it was",
  delete: "deleted, it was not there before",
  strip: "Throughline's entries taken out, the rest kept as it is now",
  keep: "nothing of Throughline in it",
  gone: "deleted by somebody else",
  failed: "left as it is",
};

function reversalOf({ path, original, written }: Installed, current: string, strip: Strip): Reversal {
  const to = (action: Reversal["action"], after: string | undefined): Reversal => {
    const detail = DETAILS[action];
    return { path, action, detail, change: { path, before: current, after, description: detail } };
  };
  const toOriginal = () => (original === null ? to("delete", undefined) : to("restore", original));
  if (sha256(current) === written) return toOriginal();
  const stripped = strip(path, current);
  if (stripped === undefined) return toOriginal();
  if (stripped === current) return { path, action: "keep", detail: DETAILS.keep };
  return original === null && NOTHING_LEFT.test(stripped) ? to("delete", undefined) : to("strip", stripped);
}

async function planFile(installed: Installed, strip: Strip): Promise<Reversal> {
  const { path } = installed;
  try {
    const current = await readExact(path);
    if (current === undefined) return { path, action: "gone", detail: DETAILS.gone };
    return reversalOf(installed, current, strip);
  } catch (error) {
    return { path, action: "failed", detail: messageOf(error) };
  }
}

/** What uninstalling would do: recorded files are put back, `knownFiles` without a record are stripped. */
export async function planReversal(
  home: Home,
  harness: string,
  strip: Strip,
  knownFiles: readonly string[],
): Promise<Reversal[]> {
  const record = await readRecord(home, harness);
  const unrecorded = [...new Set(knownFiles)].filter((path) => !record.has(path));
  const recorded = await Promise.all([...record.values()].map((file) => planFile(file, strip)));
  const others = await Promise.all(unrecorded.map((path) => planFile({ path, original: null, written: null }, strip)));
  return [...recorded, ...others.filter(({ action }) => action !== "gone" && action !== "keep")];
}

/** Takes Throughline out again. What could not be done stays in the record, for another try. */
export async function revertChanges(
  home: Home,
  harness: string,
  strip: Strip,
  knownFiles: readonly string[],
): Promise<Reversal[]> {
  const record = await readRecord(home, harness);
  const folders: string[] = [];
  const done: Reversal[] = [];
  for (const reversal of await planReversal(home, harness, strip, knownFiles)) {
    const { path, change } = reversal;
    try {
      if (change) await putText(path, change.after);
      done.push(reversal);
    } catch (error) {
      done.push({ path, action: "failed", detail: messageOf(error) });
    }
    if (done.at(-1)?.action === "failed") continue;
    folders.push(...(record.get(path)?.folders ?? []));
    record.delete(path);
  }
  await removeEmptyFolders(folders);
  writeRecord(home, harness, record);
  return done;
}
