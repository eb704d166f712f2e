import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const PROGRAM = fileURLToPath(new URL("program.mjs", import.meta.url));

const calls = z.object({ args: z.array(z.string()), cwd: z.string() });
const issues = z.array(
  z.looseObject({ id: z.string(), comments: z.array(z.looseObject({ text: z.string() })).optional() }),
);

/** How the program behaves. */
export type Mode = "well" | "hanging" | "failing" | "junk" | "other program" | "no comments";

export const AN_ISSUE = {
  ...{ id: "br-x7y8", title: "Token refresh", status: "open", priority: 1, issue_type: "task" },
  ...{ created_at: "2026-01-15T10:00:00Z", updated_at: "2026-01-15T10:00:00Z", compaction_level: 0 },
};

/** A `br` that a test puts on PATH: what it was asked for can be read, and how it behaves can be changed. */
export class StandInBr {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(join(folder, "bin"), { recursive: true });
    const command = join(folder, "bin", "br");
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "${folder}" "$@"\n`);
    chmodSync(command, 0o755);
  }

  /** PATH with the stand-in before everything else. */
  get path(): string {
    return [join(this.folder, "bin"), process.env.PATH ?? ""].join(delimiter);
  }

  /** As `br init` leaves a project. */
  init(project: string): void {
    mkdirSync(join(project, ".beads"), { recursive: true });
    writeFileSync(join(project, ".beads", "metadata.json"), '{"database":"beads.db","jsonl_export":"issues.jsonl"}');
    writeFileSync(join(project, ".beads", "config.yaml"), "# Beads Project Configuration\n");
    writeFileSync(join(project, ".beads", "issues.jsonl"), "");
  }

  has(...all: z.input<typeof issues>): void {
    writeFileSync(join(this.folder, "issues.json"), JSON.stringify(all));
  }

  behave(mode: Mode): void {
    writeFileSync(join(this.folder, "mode"), mode);
  }

  commentsOn(id: string): string[] {
    const all = issues.parse(JSON.parse(readFileSync(join(this.folder, "issues.json"), "utf8")));
    return (all.find((issue) => issue.id === id)?.comments ?? []).map(({ text }) => text);
  }

  /** The commands, without `--json`, in the order in which they came. */
  get calls(): string[] {
    const log = join(this.folder, "calls.jsonl");
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, "utf8").trim().split("\n");
    return lines.map((line) =>
      calls
        .parse(JSON.parse(line))
        .args.filter((one) => one !== "--json")
        .join(" "),
    );
  }
}
