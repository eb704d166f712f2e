import { existsSync } from "node:fs";

/** A name with the time in it that does not exist yet. */
export function freeFileName(before: string, now: Date, after = ""): string {
  const stamp = now.toISOString().replace(/[:.]/g, "-");
  for (let n = 1; ; n++) {
    const name = `${before}${stamp}${n === 1 ? "" : `-${n}`}${after}`;
    if (!existsSync(name)) return name;
  }
}
