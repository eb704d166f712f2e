import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../../src/core/index.ts";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "acme");
  mkdirSync(project);
  execFileSync("git", ["init", "-q"]);
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

const own = (...path: string[]) => join(project, ".throughline", ...path);
const says = (words: RegExp, ...path: string[]) =>
  product.until(async () => (existsSync(own(...path)) && words.test(readFileSync(own(...path), "utf8"))) || undefined);

/** The files under a folder that hold a word. */
function holding(folder: string, word: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && word.test(readFileSync(path, "utf8")));
}

/** A session in the danger zone whose every word is kept in a file. */
async function worked(thing: string): Promise<Conversation> {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt(`Build the ${thing} page. We decided to paint the ${thing} because it is small.`);
  const text = `The ${thing} page is begun. Next: edit src/${thing}.ts.`;
  session.write({
    type: "assistant",
    message: {
      ...{ id: newId(), role: "assistant", model: "claude-test", usage: { input_tokens: 130_000 } },
      content: [{ type: "text", text }],
    },
  });
  await product.hook("turn-end", session.payload({ hook_event_name: "Stop", last_assistant_message: text }));
  await says(new RegExp(`${thing} page is begun`), "working-buffer.md");
  await session.prompt("goodnight");
  await says(new RegExp(thing), "checkpoints", "autosave.md");
  return session;
}

test("W3: purge takes a session's words out of our files in the project, and names what it leaves with the reason", async () => {
  const secret = await worked("giraffe");
  const next = ["--next-action", "edit src/giraffe.ts", "--force", "--project", project];
  expect((await product.cli(["checkpoint", "save", "paint-the-page", ...next])).code).toBe(0);
  await secret.end();
  const other = await worked("zebra");
  await says(/giraffe/, "history", `${new Date().toISOString().slice(0, 7)}.md`);
  await other.end();

  const told = await product.cli(["purge", "--session", secret.id]);
  expect(told.stdout).toMatch(/Their text will be removed from:[\s\S]*Nothing was removed yet/);
  expect(holding(own(), /giraffe/).length).toBeGreaterThan(1);

  const { stdout } = await product.cli(["purge", "--session", secret.id, "--yes"]);
  const named = own("checkpoints", "paint-the-page.md");
  expect(holding(own(), /giraffe/)).toEqual([named]);
  expect(stdout.replace(/\s+/g, " ")).toMatch(
    /Left unchanged.* - \S+paint-the-page\.md: a named checkpoint.*\.jsonl: the transcript of claude-code.* Removed for good, except the files above\./,
  );
  for (const file of [
    "SESSION-STATE.md",
    "working-buffer.md",
    "checkpoints/autosave.md",
    "checkpoints/autosave-log.md",
  ])
    expect(readFileSync(own(file), "utf8")).toContain(file.endsWith("log.md") ? other.id : "zebra");

  await product.cli(["purge", "--session", other.id, "--yes"]);
  expect(holding(own(), /zebra/)).toEqual([]);
  expect(existsSync(own("checkpoints", "autosave.md"))).toBe(false);
});

test("W3: purge finds the files of a project that was moved since, and names the transcript", async () => {
  const secret = await worked("giraffe");
  await secret.end();
  const moved = join(product.folder, "moved");
  renameSync(project, moved);
  const lost = await product.cli(["purge", "--session", secret.id]);
  expect(lost.stdout.replace(/\s+/g, " ")).toMatch(/acme: this folder is gone; if it was moved/);

  await product.cli(["projects", "link", project, moved]);
  const { stdout } = await product.cli(["purge", "--session", secret.id, "--yes"]);
  expect(holding(join(moved, ".throughline"), /giraffe/)).toEqual([]);
  expect(stdout).toMatch(/was removed from:[\s\S]*moved\/\.throughline\/SESSION-STATE\.md/);
  expect(stdout.replace(/\s+/g, " ")).toMatch(/\.jsonl: the transcript of claude-code/);
  expect(stdout).not.toContain("is gone");
});
