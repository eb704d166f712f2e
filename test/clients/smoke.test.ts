import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type ClaudeProcess, openClaude } from "../support/claude/client.ts";
import { installClaude } from "../support/claude/install.ts";
import { Product } from "../support/product/product.ts";
import { requestText } from "../support/standin/request.ts";
import { type Standin, startStandin } from "../support/standin/standin.ts";

const SLOW = 180_000;

let product: Product;
let standin: Standin;
let project: string;
const open: ClaudeProcess[] = [];

beforeAll(() => installClaude(), 300_000);

beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "acme");
  mkdirSync(join(product.folder, ".claude"), { recursive: true });
  mkdirSync(project);
  writeFileSync(inProject("throughline.yaml"), "governance: { smokeCommand: cat healthy }\n");
  standin = await startStandin();
  expect((await product.cli(["init", "--harness", "claude-code", "--yes"])).code).toBe(0);
  expect((await cli("task", "new", "Count the otters", "--slug", "otters")).code).toBe(0);
});

afterEach(async () => {
  for (const claude of open.splice(0)) await claude.close();
  await standin.close();
  await product.dispose();
});

const inProject = (name: string): string => join(project, name);
const cli = (...args: string[]) => product.cli([...args, "--project", project]);
const call = (name: string, input: object): string => `[[tool ${name} ${JSON.stringify(input)}]]`;
const write = (name: string): string => call("Write", { file_path: inProject(name), content: "yes" });
const told = (): string => standin.requests.map(requestText).join("\n");

async function healthChecks(verdict: "pass" | "fail", times: number): Promise<void> {
  const log = inProject(".throughline/tasks/otters/logs/session-continuity.log");
  await product.until(async () => {
    const found = existsSync(log) ? readFileSync(log, "utf8").split(`Health check: ${verdict}`).length - 1 : 0;
    return found >= times ? true : undefined;
  });
}

/** A client whose session is under the task, and whose code is known not to be healthy. */
async function unhealthy(): Promise<ClaudeProcess> {
  const begun = await cli("sessions", "start", "--task", "otters", "--goal", "Count them all");
  expect(begun).toMatchObject({ code: 1, stdout: expect.stringContaining("cat healthy FAILS") });
  const { url: standinUrl } = standin;
  const env = { THROUGHLINE_HOME: product.home.dir };
  const claude = await openClaude({ home: product.folder, standinUrl, project, env }, [
    "--dangerously-skip-permissions",
  ]);
  open.push(claude);
  await claude.send("Fix the failing smoke test, but look first. [[say I am looking]]");
  await healthChecks("fail", 2);
  return claude;
}

const sessionId = async (): Promise<string> => {
  const { body } = await product.api("GET", "/api/sessions?task=otters&state=active");
  const [found] = z.array(z.looseObject({ id: z.string(), harness: z.string() })).parse(body);
  expect(found?.harness).toBe("claude-code");
  return found?.id ?? "";
};

test("V1: while the smoke command fails a real client is told P0 with each prompt, and can work on it; once it passes, that is told", {
  timeout: SLOW,
}, async () => {
  const claude = await unhealthy();
  await claude.send(`Why is it red? ${write("notes.txt")}`);
  expect(existsSync(inProject("notes.txt"))).toBe(true);
  expect(told()).toMatch(/P0 in task otters: the smoke command fails\. Fix this before any other work/);
  await claude.send(`The file healthy is missing. ${write("healthy")}`);
  expect(readFileSync(inProject("healthy"), "utf8")).toBe("yes");
  await healthChecks("pass", 1);
  await claude.send("Add a settings page for otters.");
  expect(told()).toContain("passes now");
});

test("V1: the failure is told to a real client until a person takes it on themselves", { timeout: SLOW }, async () => {
  const claude = await unhealthy();
  const overridden = await product.cli(["sessions", "smoke", await sessionId(), "--override", "the disk is replaced"]);
  expect(overridden).toMatchObject({ code: 0, stdout: expect.stringContaining("the disk is replaced") });
  const notices = () => standin.requests.slice(-1).map((last) => requestText(last).split("P0 in task otters").length);
  const before = notices();
  await claude.send("Add a settings page for otters.");
  expect(told()).toContain("Add a settings page for otters.");
  expect(notices()).toEqual(before);
});
