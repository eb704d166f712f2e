import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Product } from "../support/product/product.ts";

let product: Product;
beforeEach(() => {
  product = new Product();
});
afterEach(() => product.dispose());

const fixtures = join(import.meta.dirname, "..", "fixtures");
const passedOverShape = z.array(z.object({ path: z.string(), why: z.string() }));
const accountShape = z.looseObject({ sessions: z.number(), passedOver: passedOverShape });
const surveyShape = z.array(z.looseObject({ sessions: z.number(), passedOver: passedOverShape }));

const projects = () => join(product.folder, ".claude", "projects", "-home-dev-acme");
const id = (n: number) => `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;

function put(path: string, content: string | Buffer): string {
  const file = join(product.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** One history that is whole, and what may stand beside it that nobody can read. */
function leaveUnreadable(): ReadonlyMap<string, string> {
  mkdirSync(projects(), { recursive: true });
  copyFileSync(
    join(fixtures, "claude-code", "claude-code-with-compaction.jsonl"),
    join(projects(), "47caaa67-ec13-491e-a562-5796cf891073.jsonl"),
  );
  const inProject = (name: string) => join(projects(), name);
  symlinkSync(join(product.folder, "nowhere"), inProject(`${id(1)}.jsonl`));
  execFileSync("mkfifo", [inProject(`${id(2)}.jsonl`)]);
  writeFileSync(inProject(`${id(3)}.jsonl`), "Dear diary,\nthis is no history.\n");
  writeFileSync(inProject(`${id(4)}.jsonl`), Buffer.alloc(4096));
  mkdirSync(inProject(`${id(5)}.jsonl`));
  writeFileSync(inProject(`${id(6)}.jsonl`), '{"rows":[1,2]}\n');
  symlinkSync("-loop", join(projects(), "..", "-loop"));
  return new Map([
    [inProject(`${id(1)}.jsonl`), "broken link"],
    [inProject(`${id(2)}.jsonl`), "not a regular file"],
    [inProject(`${id(3)}.jsonl`), "no line is JSON"],
    [inProject(`${id(4)}.jsonl`), "no line is JSON"],
    [inProject(`${id(5)}.jsonl`), "not a regular file"],
    [inProject(`${id(6)}.jsonl`), "no session that Throughline can read"],
    [put(".codex/sessions/2026/11/15/notes.jsonl", '{"a":1}\n'), "no session that Throughline can read"],
    [put(".gemini/tmp/acme/chats/session-1.json", '{"half'), "no session that Throughline can read"],
    [
      put(".local/share/opencode/opencode.db", "no database at all, but long enough to be read as one"),
      "not a database, or damaged",
    ],
    [put(".local/share/opencode/storage/session/p/ses_1.json", "{}"), "no session that Throughline can read"],
    [
      put(".openclaw/agents/main/agent/openclaw-agent.sqlite", readFileSync(process.execPath).subarray(0, 9000)),
      "not a database, or damaged",
    ],
    [put(".openclaw/agents/main/sessions/s.jsonl", "junk\n"), "no session that Throughline can read"],
  ]);
}

const asMap = (passedOver: z.infer<typeof passedOverShape>) => new Map(passedOver.map(({ path, why }) => [path, why]));

describe("H4: what an import cannot read in the usual places", () => {
  test("is told file by file, by the dry run and by the import, and keeps nothing else out", async () => {
    const unreadable = leaveUnreadable();
    const survey = surveyShape.parse(await product.cliJson(["import", "--dry-run"]));
    expect(asMap(survey.flatMap(({ passedOver }) => passedOver))).toEqual(unreadable);
    const account = accountShape.parse(await product.cliJson(["import"]));
    expect(account).toMatchObject({ state: "done", sessions: 1, newSessions: 1, failures: [] });
    expect(asMap(account.passedOver)).toEqual(unreadable);
    for (const args of [["import", "--dry-run"], ["import"]]) {
      const { code, stdout } = await product.cli(args);
      expect(code).toBe(0);
      expect(stdout).toContain(`${unreadable.size} places could not be read and were skipped:`);
      for (const [path, why] of unreadable) expect(stdout).toContain(`  ${path}: ${why}`);
    }
  });

  test("is told where there is nothing else", async () => {
    put(".local/share/opencode/opencode.db", "no database at all, but long enough to be read as one");
    const { code, stdout } = await product.cli(["import"]);
    expect(code).toBe(0);
    expect(stdout).toContain("1 place could not be read and was skipped:");
    expect((await product.cli(["import", "--dry-run"])).stdout).toContain("opencode.db: not a database");
  });

  test("other files that a client keeps next to its histories are not listed as unreadable", async () => {
    put(`.claude/projects/-a/${id(1)}.jsonl`, '{"type":"summary","summary":"Parser","leafUuid":"u"}\n');
    put(`.claude/projects/-a/${id(2)}.jsonl`, "");
    put(".codex/history.jsonl", '{"text":"x"}\n');
    put(".openclaw/agents/main/sessions/sessions.json", "{}");
    put(".local/share/opencode/opencode.db", "");
    expect(await product.cliJson(["import"])).toMatchObject({ sessions: 0, passedOver: [] });
  });

  test("in a folder that the user named, it is told as well", async () => {
    leaveUnreadable();
    const { passedOver } = accountShape.parse(await product.cliJson(["import", ".claude"]));
    expect(passedOver).toHaveLength(5);
  });
});
