import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { governedSessions, SHUTDOWN_STEPS } from "../../src/extensions/governance/index.ts";
import { openThroughline } from "../../src/throughline.ts";
import { packageRoot } from "../../src/version.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let project: string;
let task: string;
const git = (...args: string[]) => execFileSync("git", args, { cwd: project, encoding: "utf8", stdio: "pipe" });
beforeEach(() => {
  product = new Product();
  project = join(product.folder, "project");
  task = join(project, ".throughline", "tasks", "auth");
  mkdirSync(task, { recursive: true });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  writeFileSync(join(project, ".gitignore"), ".throughline/\n");
  git("add", "-A");
  git("commit", "-q", "-m", "Begin");
});
afterEach(() => product.dispose());

/** A program that ends a session under a task, and is killed in the ritual, as by a power cut. */
const program = (dies: string): string => `
  import { writeFileSync } from "node:fs";
  import { openThroughline } from ${JSON.stringify(pathToFileURL(join(packageRoot, "dist", "index.js")).href)};
  const project = ${JSON.stringify(project)};
  const engine = await openThroughline({ home: ${JSON.stringify(product.home.dir)}, config: {} });
  const die = () => process.kill(process.pid, "SIGKILL");
  const { session } = await engine.governance.start({ project, task: "auth", goal: "Rotate on use" });
  await engine.governance.settled();
  writeFileSync(project + "/new.txt", "half done\\n");
  engine.services.events.listen((event) => {
    if (event.type === "shutdown.step" && event.step === ${JSON.stringify(dies)}) die();
  });
  const ended = await engine.sessions.move(session.id, "complete", "done");
  if (${JSON.stringify(dies)} === "before") die();
  await engine.hooks.finish(ended, "success");
  await engine.close();
`;

const read = (name: string): string => readFileSync(join(task, name), "utf8");
const count = (text: string, words: RegExp): number => text.match(words)?.length ?? 0;

test.each(["before", ...SHUTDOWN_STEPS])(
  "V2: killed at the step “%s” of the shutdown ritual, the next start does the rest, and nothing twice",
  async (step) => {
    const killed = spawnSync(process.execPath, ["--input-type=module", "-e", program(step)], { encoding: "utf8" });
    expect(killed.signal, killed.stderr).toBe("SIGKILL");
    const engine = await openThroughline({ home: product.home.dir, config: {} });
    const told: unknown[] = [];
    engine.services.events.listen((event) => event.type === "session.complete" && told.push(event));
    await engine.runDueWork();
    await engine.governance.idle();
    await engine.runDueWork();
    await engine.governance.idle();
    const [session] = await engine.services.store.sessions.list({ task: "auth" });
    if (!session) throw new Error("the session is gone");
    const outcome = step === "before" ? "partial" : "success";
    expect(told).toMatchObject([{ sessionId: session.id, outcome, nextSessionHint: expect.any(String) }]);
    expect(count(read("work/implementation-log.md"), /^## Session /gm)).toBe(1);
    expect(read("work/implementation-log.md")).toMatch(/\*\*Completed\*\*: .*patch work\/patches\//);
    expect(readdirSync(join(task, "work/patches"))).toHaveLength(1);
    const checkpoints = await engine.services.store.checkpoints.list({ sessionId: session.id });
    expect(checkpoints.map(({ trigger }) => trigger)).toEqual(["session_end"]);
    expect(readdirSync(join(task, "json/checkpoints"))).toEqual([`${checkpoints[0]?.id}.json`]);
    expect(await engine.memory.list({ project })).toMatchObject([{ content: expect.stringMatching(/^Task auth \(/) }]);
    expect(JSON.parse(read("json/task-status.json"))).toMatchObject({ last_session: session.id });
    const lines = read("logs/session-continuity.log");
    expect(count(lines, /Checkpoint created: /g)).toBe(1);
    expect(count(lines, new RegExp(`Session end: ${session.id} outcome=${outcome}`, "g"))).toBe(1);
    const record = await governedSessions(engine.services.store).get(session.id);
    expect(record).toMatchObject({ outcome, closing: null });
    expect(record?.steps.map((one) => one.step).filter((name) => SHUTDOWN_STEPS.some((each) => each === name))).toEqual(
      [...SHUTDOWN_STEPS],
    );
    await engine.close();
  },
);

/** A hook of the project that says that it runs, and lets nothing through before it is told to. */
function slowHook() {
  const [begun, go] = [join(product.folder, "begun"), join(product.folder, "go")];
  const file = join(project, ".git/hooks/pre-commit");
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho begun >> '${begun}'\nwhile ! test -e '${go}'; do sleep 0.05; done\n`, {
    mode: 0o755,
  });
  return {
    runs: (times: number) =>
      product.until(async () =>
        existsSync(begun) && readFileSync(begun, "utf8").split("\n").length > times ? true : undefined,
      ),
    letThrough: () => writeFileSync(go, ""),
  };
}

const commits = () => git("log", "--format=%s").trim().split("\n");

test.each(["before the next start", "while the next one commits, too"])(
  "V2: a commit that git finishes %s, after the daemon was killed, is found and told",
  async (when) => {
    writeFileSync(join(project, "throughline.yaml"), "governance: { autoCommit: true }\n");
    git("add", "-A");
    git("commit", "-q", "-m", "Settings");
    const hook = slowHook();
    const daemon = await product.startDaemon();
    const begun = { project, task: "auth", goal: "Rotate on use" };
    const { body } = await product.api("POST", "/api/sessions-under-task", begun);
    const { id } = z.looseObject({ session: z.looseObject({ id: z.string() }) }).parse(body).session;
    writeFileSync(join(project, "new.txt"), "done\n");
    const waiting = product.cli(["sessions", "end", id]);
    await hook.runs(1);
    daemon.kill("SIGKILL");
    expect(await waiting).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/the daemon stopped while handling this\n.*Run the same command again/),
    });
    const committed = () => product.until(async () => (commits().length === 3 ? true : undefined));
    if (when.startsWith("before")) {
      hook.letThrough();
      await committed();
    }
    await product.startDaemon();
    if (when.startsWith("while")) {
      await hook.runs(2);
      hook.letThrough();
    }
    const lines = () => (existsSync(join(task, "logs")) ? read("logs/session-continuity.log") : "");
    await product.until(async () => (lines().includes(`Session end: ${id}`) ? true : undefined));
    expect(commits()).toEqual(["auth: Rotate on use", "Settings", "Begin"]);
    const head = git("rev-parse", "HEAD").trim();
    expect(read("work/implementation-log.md")).toContain(`commit ${head}`);
    expect(read("work/implementation-log.md")).not.toMatch(/not committed|patch/);
    expect((await product.cli(["sessions", "end", id])).stdout).toContain(`The work is committed: ${head}`);
    expect(git("status", "--porcelain")).toBe("");
  },
);
