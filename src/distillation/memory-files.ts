import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { appendToFile, localDay, placeInside, readRegularFile, writeFileAtomic } from "../core/index.ts";
import type { Item, ItemKind } from "./extraction/index.ts";

/** What a distillation first writes to files, for people and other programs. */
export interface Flush {
  /** The folder of the agent's or the project's memory files. */
  readonly folder: string;
  /** Whether the folder is a project's own: it may have come with a repository, and links in it lead nowhere else. */
  readonly isProjects: boolean;
  readonly at: Date;
  readonly sessionKey: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Of the range that leaves the thread. */
  readonly found: readonly Item[];
  /** Of the whole conversation so far. */
  readonly current: readonly Item[];
}

const BEGIN = "<!-- throughline:begin -->";
const END = "<!-- throughline:end -->";
const MOST_LASTING = 80;

/** Kinds that stay true after their day. */
const LASTING: readonly ItemKind[] = ["fact", "decision", "constraint", "preference", "promise", "correction"];

const two = (value: number): string => String(value).padStart(2, "0");
const dayOf = (at: Date): string => localDay(at.getTime());
const lineOf = ({ kind, text, cites, by }: Item): string =>
  `- ${kind.replace("_", " ")}${by === "agent" ? " (agent)" : ""}: ${text} [${cites[0]}]`;

const textOf = (path: string): string => readRegularFile(path)?.toString("utf8") ?? "";

function writeDay({ folder, at, sessionKey, fromSeq, toSeq, found }: Flush): void {
  const path = join(folder, "memory", `${dayOf(at)}.md`);
  const mark = `<!-- ${sessionKey} ${fromSeq}-${toSeq} -->`;
  const before = textOf(path);
  // A distillation that was cut off after this starts again; its section is not written twice.
  if (before.includes(mark)) return;
  mkdirSync(join(folder, "memory"), { recursive: true, mode: 0o700 });
  const title = before === "" ? `# ${dayOf(at)}\n` : "";
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  const lines = found.length === 0 ? ["- nothing that had to be kept"] : found.map(lineOf);
  const section = [`\n## ${time} ${sessionKey}, messages ${fromSeq} to ${toSeq} ${mark}`, "", ...lines, ""];
  appendToFile(path, `${title}${section.join("\n")}`, 0o600, { isFlushed: true });
}

function writeLasting({ folder, current }: Flush): void {
  const path = join(folder, "MEMORY.md");
  const lasting = current
    .filter(({ kind }) => LASTING.includes(kind))
    .sort((a, b) => b.weight - a.weight || a.seq - b.seq)
    .slice(0, MOST_LASTING)
    .sort((a, b) => a.seq - b.seq);
  const own = [BEGIN, ...lasting.map(lineOf), END].join("\n");
  const before = textOf(path);
  const from = before.indexOf(BEGIN);
  const to = before.indexOf(END, from);
  const after =
    from >= 0 && to >= 0
      ? `${before.slice(0, from)}${own}${before.slice(to + END.length)}`
      : `${before === "" ? "# Memory\n\n" : before.replace(/\n*$/, "\n\n")}${own}\n`;
  if (after === before) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileAtomic(path, after);
}

/** Writes the daily file and MEMORY.md; what people wrote into them stays as it was. */
export function flushToFiles(flush: Flush): void {
  const { folder, at, isProjects } = flush;
  if (isProjects)
    for (const path of [join(folder, "memory", `${dayOf(at)}.md`), join(folder, "MEMORY.md")])
      placeInside(dirname(folder), path);
  writeDay(flush);
  writeLasting(flush);
}
