import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Product } from "../support/product/product.ts";

let people: Product[];
beforeEach(() => {
  people = [new Product(), new Product()];
});
afterEach(() => Promise.all(people.map((one) => one.dispose())));

const AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
const git = (folder: string, ...args: string[]) => execFileSync("git", [...AUTHOR, ...args], { cwd: folder });
const commit = (folder: string) => {
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "What was decided");
};

test("L10: what two people decide in clones of their own, git merges without a conflict, and both are read", async () => {
  const [ada, bob] = people.map((product) => ({ product, clone: join(product.folder, "project") }));
  if (!ada || !bob) throw new Error("two are needed");
  const cli = ({ product, clone }: typeof ada, ...args: string[]) => product.cliJson([...args, "--project", clone]);
  mkdirSync(ada.clone);
  git(ada.clone, "init", "-q");
  await cli(ada, "task", "new", "Auth");
  await cli(ada, "decide", "Rotate refresh tokens", "--rationale", "Theft", "--task", "auth");
  commit(ada.clone);
  git(bob.product.folder, "clone", "-q", ada.clone, bob.clone);

  await cli(ada, "decide", "Keep sessions in Redis", "--rationale", "Two servers", "--task", "auth");
  commit(ada.clone);
  await cli(bob, "decide", "Sign with RS256", "--rationale", "Known to all", "--task", "auth");
  commit(bob.clone);
  git(bob.clone, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main");

  const all = ["Sign with RS256", "Keep sessions in Redis", "Rotate refresh tokens"].map((decision) => ({ decision }));
  expect(await cli(bob, "decisions")).toMatchObject(all);
  expect(await cli(bob, "task", "show", "auth")).toMatchObject({
    decisions: expect.arrayContaining(all.map((one) => expect.objectContaining(one))),
  });
  expect(await cli(bob, "clashes")).toEqual([]);
  const notes = readFileSync(join(bob.clone, ".throughline", "NOTES.md"), "utf8");
  for (const { decision } of all) expect(notes.split(`**Decision**: ${decision}`)).toHaveLength(2);
});
