import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { type Product, productWithProject } from "../support/product/product.ts";

let product: Product;
let project: string;
beforeEach(async () => {
  ({ product, project } = await productWithProject());
});
afterEach(() => product.dispose());

const cli = (...args: string[]) => product.cli([...args, "--project", project]);

async function decided(): Promise<void> {
  await cli("task", "new", "Auth");
  const why = ["--rationale", "They cannot be replayed", "--alternatives", "stateless tokens"];
  expect((await cli("decide", "Use rotating refresh tokens", ...why, "--task", "auth")).code).toBe(0);
}

const said = async (session: Conversation, words: string) => {
  await session.prompt("Go on with the sign-in.");
  await session.reply(words);
  // What was said is taken in after the hook's answer.
  await product.until(async () => {
    const { body } = await product.api("GET", `/api/sessions/${session.id}/messages`);
    return JSON.stringify(body).includes(words) ? true : undefined;
  });
};

const trajectory = (session: Conversation) =>
  join(project, ".throughline", "trajectory", `claude-code-${session.id}.jsonl`);

test("L8: an agent that is about to leave a decision is told so, once, with the ledger's version; both versions are logged", async () => {
  await decided();
  const session = new Conversation(product, project);
  await session.start();
  await said(session, "I'll use stateless tokens for the sign-in.");
  const line = await product.until(async () => {
    const logged = z.string().safeParse(await readFile(trajectory(session)));
    return logged.data?.split("\n").find((one) => one.includes("fork_detected"));
  });
  expect(JSON.parse(line)).toMatchObject({
    ...{ phase: "fork_detected", context_decision: "I'll use stateless tokens for the sign-in." },
    ...{ bead_decision: "Use rotating refresh tokens", resolution: "bead_wins", bead_id: "auth" },
  });
  const told = await session.tool("Read", { file_path: join(project, "a.ts") }, "x");
  expect(told).toMatch(
    /^<throughline-context>[\s\S]*You said: “I'll use stateless tokens[\s\S]*“Use rotating refresh tokens”, because: They cannot be replayed[\s\S]*<\/throughline-context>$/,
  );
  expect(await session.tool("Read", { file_path: join(project, "b.ts") }, "x")).toBe("");
});

test("L8: an agent that keeps to the decision is left alone", async () => {
  await decided();
  const session = new Conversation(product, project);
  await session.start();
  await said(session, "I'll remove the stateless tokens code and rotate the refresh tokens.");
  expect(await session.tool("Read", { file_path: join(project, "a.ts") }, "x")).toBe("");
});

test("L8: an agent that installs a rejected alternative hears of it with its next step", async () => {
  await cli("decide", "Use date-fns", "--rationale", "It is smaller", "--alternatives", "moment");
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt("Format the dates.");
  await session.tool("Bash", { command: "npm install moment" }, "added 1 package");
  const told = await product.until(async () => {
    const answer = await session.tool("Read", { file_path: join(project, "a.ts") }, "x");
    return answer === "" ? undefined : answer;
  });
  expect(told).toMatch(/Your last step: “npm install moment”\n.*“Use date-fns”, because: It is smaller/);
});

test("L5: `diff` shows both versions and which one wins, and ends with 1; without a fork with 0", async () => {
  await decided();
  const fork = await cli("diff", "auth", "--statement", "Let's use stateless tokens.");
  expect(fork.code).toBe(1);
  expect(fork.stdout).toBe(
    [
      "FORK DETECTED:",
      'Context: "Let\'s use stateless tokens."',
      'Task: "Use rotating refresh tokens"',
      "Resolution: Task wins (external ledger is authoritative)\n",
    ].join("\n"),
  );
  expect(await cli("diff", "auth")).toMatchObject({ code: 0, stdout: expect.stringContaining("No conflict") });
});

async function readFile(path: string): Promise<string | undefined> {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
