import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd, stdio: "pipe" });

beforeEach(async () => {
  product = new Product();
  project = join(product.folder, "acme");
  mkdirSync(project);
  git(project, "init", "-q");
  await product.ensureDaemon();
});
afterEach(() => product.dispose());

/** A process that stands in for the client's: it lives until it is killed. */
async function clientProcess(): Promise<{ pid: number; kill(): Promise<void> }> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

async function triggersOf(session: Conversation): Promise<string[]> {
  const { body } = await product.api("GET", `/api/checkpoints/${session.id}`);
  return z
    .array(z.object({ trigger: z.string() }))
    .parse(body)
    .map((one) => one.trigger);
}

const DECISION = "We decided to use rotating refresh tokens because stolen ones replay.";

test("R1: `recover` says that somebody is at work, where there is nothing else to recover", async () => {
  const { stdout: none } = await product.cli(["recover", "--project", project]);
  expect(none.trim()).toBe("Nothing to recover in this project.");
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt(DECISION);
  const { stdout } = await product.cli(["recover", "--project", project]);
  expect(stdout).toMatch(/claude-code session \S+ is still active/);
});

test("R1: `recover` names an invalid settings file, which may be why there is nothing to recover", async () => {
  writeFileSync(join(project, "throughline.yaml"), "continuity:\n  promptIntervall: 5\n");
  const { code, stdout, stderr } = await product.cli(["recover", "--project", project]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Nothing to recover in this project.\n" });
  expect(stderr).toMatch(/^warning: .*throughline\.yaml:2: unknown setting "continuity\.promptIntervall"/);
});

test("R1: a suspended session is told as suspended, not as ended", async () => {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt(DECISION);
  await product.cli(["sessions", "suspend", session.id]);
  const given = await new Conversation(product, project).start();
  expect(given).toContain("rotating refresh tokens");
  expect(given).toMatch(/last work \S+ \S+ ago, [^)]*suspend/);
});

test("S5: a session is found by the beginning of its key, whatever it sent out, and names its subagents as such", async () => {
  const session = new Conversation(product, project);
  await session.start();
  await session.prompt(DECISION);
  const agentFile = join(session.transcript.replace(/\.jsonl$/, ""), "subagents", "agent-a7.jsonl");
  mkdirSync(dirname(agentFile), { recursive: true });
  const fixtures = join(import.meta.dirname, "..", "fixtures", "claude-code");
  copyFileSync(join(fixtures, "claude-code-subagent.jsonl"), agentFile);
  await session.end();
  const part = session.id.slice(0, 13);
  await product.until(async () => {
    const { stdout } = await product.cli(["sessions", "show", part]);
    return /^Subagents +\S+$/m.test(stdout) && !stdout.includes("Continued in") ? true : undefined;
  });
  const { stdout } = await product.cli(["sessions", "show", `${session.id}/a7`]);
  expect(stdout).toMatch(/^Subagent of +\S+$/m);
  expect((await product.cli(["sessions", "tree", part])).stdout).toContain("(a subagent of it)");
});

describe("R1: a session that starts is given where the last one stopped", () => {
  test("startup: after the last session of the project ended", async () => {
    const first = new Conversation(product, project);
    await first.start();
    await first.prompt(`${DECISION} Implement them in src/auth.ts.`);
    await first.reply("Started with src/auth.ts.");
    await first.end();
    const given = await new Conversation(product, project).start();
    expect(given).toContain("## Session Recovery Context");
    expect(given).toContain("rotating refresh tokens");
    expect(given.length).toBeLessThanOrEqual(2000);
  });

  test("resume: the same session id, in a new process", async () => {
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt(DECISION);
    await session.end();
    expect(await session.start("resume")).toContain("rotating refresh tokens");
  });

  test("compact: the same session id, in the same process", async () => {
    const session = new Conversation(product, project);
    await session.start();
    await session.prompt(DECISION);
    const given = await session.compact();
    expect(given).toContain("rotating refresh tokens");
    expect(given.match(/## Session Recovery Context/g)).toHaveLength(1);
  });

  test("clear: the new session follows the one that was cleared, whatever else happened in the project", async () => {
    const client = await clientProcess();
    const other = await clientProcess();
    const cleared = new Conversation(product, project, { clientPid: client.pid });
    await cleared.start();
    await cleared.prompt(DECISION);
    await cleared.end("clear");
    const parallel = new Conversation(product, project, { clientPid: other.pid });
    await parallel.start();
    await parallel.prompt("Rename the logger.");
    await parallel.end();
    const given = await new Conversation(product, project, { clientPid: client.pid }).start("clear");
    const [work, others] = given.split("**Also open**:");
    expect(work).toMatch(/\*\*Open work\*\*:\n- Goal: ".*rotating refresh tokens/);
    expect(work).not.toContain("Rename the logger");
    expect(others).toContain("Rename the logger.");
    await Promise.all([client.kill(), other.kill()]);
  });

  test("nothing is given where nothing was done", async () => {
    const first = new Conversation(product, project);
    expect(await first.start()).toBe("");
    await first.end();
    expect(await new Conversation(product, project).start()).toBe("");
  });

  test("ten prompts of substance, then thanks, then the end: it is about the substance", async () => {
    const first = new Conversation(product, project);
    await first.start();
    for (let step = 1; step <= 10; step++)
      await first.prompt(`Write migration ${step} for the billing tables, step-${step}.`);
    await first.prompt("ok thanks");
    await first.end();
    const given = await new Conversation(product, project).start();
    for (const step of [1, 5, 10]) expect(given).toContain(`migration ${step} `);
    expect(given).not.toContain("ok thanks");
  });
});

describe("R1, S7: two sessions of one project", () => {
  test("the second does not get the first one's live state; when the first ends, the next does", async () => {
    const client = await clientProcess();
    const first = new Conversation(product, project, { clientPid: client.pid });
    await first.start();
    await first.prompt(DECISION);
    expect(await new Conversation(product, project).start()).toBe("");
    await first.end();
    expect(await new Conversation(product, project).start()).toContain("rotating refresh tokens");
    await client.kill();
  });

  test("the moment the first one's process is dead, the next gets what it left, also what only its hooks told", async () => {
    const client = await clientProcess();
    const first = new Conversation(product, project, { clientPid: client.pid });
    await first.start();
    await first.prompt(DECISION, { written: false });
    await client.kill();
    const given = await new Conversation(product, project).start();
    expect(given).toContain("rotating refresh tokens");
    expect(given).toContain("interrupted");
    expect(await triggersOf(first)).toEqual(["interrupted"]);
    expect((await product.api("GET", `/api/sessions/${first.id}`)).body).toMatchObject({ state: "suspended" });
  });
});

describe("C3: kill -9 of the daemon loses nothing that was acknowledged", () => {
  test.each([9, 10])(
    "after %i prompts, the next recovery holds what they were about, and counting goes on",
    async (count) => {
      const pid = await product.ensureDaemon();
      const session = new Conversation(product, project);
      await session.start();
      for (let step = 1; step <= count; step++)
        await session.prompt(`Port module-${step} to the new parser.`, { written: false });
      process.kill(pid, "SIGKILL");
      await product.until(async () => {
        try {
          process.kill(pid, 0);
        } catch {
          return true;
        }
      });
      await product.ensureDaemon();
      await session.prompt("Now port module-eleven to the new parser.", { written: false });
      expect((await product.api("GET", `/api/sessions/${session.id}`)).body).toMatchObject({ promptCount: count + 1 });
      await session.end();
      const given = await new Conversation(product, project).start();
      for (let step = 1; step <= count; step++) expect(given).toContain(`module-${step} `);
      expect(given).toContain("module-eleven");
    },
  );
});

describe("C3: a pending periodic write never shadows a newer checkpoint", () => {
  test.each(["pre-compaction", "agent"])("%s", async (kind) => {
    const session = new Conversation(product, project);
    await session.start();
    for (let step = 1; step <= 10; step++) await session.prompt(`Do part ${step} of the work on the importer.`);
    if (kind === "agent") {
      await product.api("POST", "/api/session-digest", { summary: "The importer is half done.", session: session.id });
    } else await session.compact();
    // Leaving writes at once whatever is still waiting.
    await product.cli(["down"]);
    await product.ensureDaemon();
    expect(await triggersOf(session)).toEqual([kind === "agent" ? "agent" : "pre_compaction"]);
  });
});

describe("R6: a prompt that asks for the thread gets it", () => {
  test("where did we stop? — in a session whose start gave nothing", async () => {
    const client = await clientProcess();
    const first = new Conversation(product, project, { clientPid: client.pid });
    await first.start();
    await first.prompt(DECISION);
    const second = new Conversation(product, project);
    expect(await second.start()).toBe("");
    await first.end();
    expect(await second.prompt("Where did we stop?")).toContain("rotating refresh tokens");
    expect(await second.prompt("Where did we stop?")).toBe("");
    await client.kill();
  });
});

describe("text that Throughline injected", () => {
  test("is not captured as conversation, and not injected on top of itself", async () => {
    const first = new Conversation(product, project);
    await first.start();
    await first.prompt(DECISION);
    await first.end();
    const second = new Conversation(product, project);
    const given = await second.start();
    // As other clients hand it back: in front of the prompt, in the prompt's own words.
    await second.prompt(`${given}\n\nGo on with the token store.`);
    await second.end();
    const messages = await product.until(async () => {
      const { body } = await product.api("GET", `/api/sessions/${second.id}/messages`);
      const found = z.array(z.object({ content: z.string() })).parse(body);
      return found.length > 0 ? found : undefined;
    });
    expect(messages.map((message) => message.content.trim())).toEqual(["Go on with the token store."]);
    const third = await new Conversation(product, project).start();
    expect(third.match(/## Session Recovery Context/g)).toHaveLength(1);
    expect(third.match(/<throughline-context>/g)).toHaveLength(1);
  });
});

describe("S1: one repository is one project, two repositories are two", () => {
  test("symlinked, nested and worktree paths meet; the same folder name elsewhere does not", async () => {
    const nested = join(project, "packages", "api");
    mkdirSync(nested, { recursive: true });
    const link = join(product.folder, "link");
    symlinkSync(project, link);
    const worktree = join(product.folder, "worktree");
    git(project, "commit", "-q", "--allow-empty", "-m", "first");
    git(project, "worktree", "add", "-q", worktree);
    const twin = join(product.folder, "elsewhere", "acme");
    mkdirSync(twin, { recursive: true });
    git(twin, "init", "-q");
    const first = new Conversation(product, nested);
    await first.start();
    await first.prompt(DECISION);
    await first.end();
    for (const path of [project, link, join(link, "packages"), worktree]) {
      const next = new Conversation(product, path);
      expect(await next.start(), path).toContain("rotating refresh tokens");
      await next.end();
    }
    expect(await new Conversation(product, twin).start()).toBe("");
  });
});
