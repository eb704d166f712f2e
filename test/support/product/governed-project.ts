import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type HookOptions, Product } from "./product.ts";

const ruled = z.looseObject({
  session: z.looseObject({ id: z.string(), gate: z.string().nullable() }),
  steps: z.array(z.looseObject({ step: z.string() })),
  smoke: z.string(),
});
const told = z.object({ error: z.object({ message: z.string(), hint: z.string().optional() }) });
const incidentList = z.array(z.looseObject({ kind: z.string(), detail: z.string() }));
const form = z.looseObject({ checkpoint_id: z.string(), type: z.string(), gate: z.string().nullable() });

/** A repository with the task `auth`, used by a person, a client and its agent. */
export class GovernedProject {
  readonly product = new Product();
  readonly folder = join(this.product.folder, "project");
  /** What the task keeps beside its file. */
  readonly task = join(this.folder, ".throughline", "tasks", "auth");
  #tools = 0;

  static async open(): Promise<GovernedProject> {
    const project = new GovernedProject();
    mkdirSync(project.folder);
    project.git("init", "-q", "-b", "main");
    project.git("config", "user.name", "Ada");
    project.git("config", "user.email", "ada@example.org");
    project.put("README.md", "# Auth\n");
    project.put(".gitignore", ".throughline/\n");
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "Begin");
    await project.product.ensureDaemon();
    return project;
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.folder, encoding: "utf8", stdio: "pipe" });
  }

  put(name: string, text: string | Buffer): void {
    mkdirSync(join(this.folder, name, ".."), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.task, name), "utf8");
  }

  smokeIs(command: string): void {
    this.put("throughline.yaml", `governance: { smokeCommand: ${JSON.stringify(command)} }\n`);
  }

  cli(...args: string[]) {
    return this.product.cli([...args, "--project", this.folder]);
  }

  async newTask(fields: Record<string, unknown> = {}): Promise<void> {
    const testScenarios = ["Fresh (happy_path): works"];
    const task = { project: this.folder, title: "Rotate the refresh tokens", slug: "auth", testScenarios, ...fields };
    const { status } = await this.product.api("POST", "/api/tasks", task);
    if (status !== 200) throw new Error(`no task: ${status}`);
  }

  async start(fields: Record<string, unknown> = {}) {
    const asked = { project: this.folder, task: "auth", ...fields };
    return ruled.parse((await this.product.api("POST", "/api/sessions-under-task", asked)).body);
  }

  /** Empty where the gate was passed; else why not, and how it would be. */
  async gate(gate: string, session: string, ...evidence: string[]): Promise<string> {
    const { status, body } = await this.product.api("POST", `/api/sessions/${session}/gate`, { gate, evidence });
    if (status === 200) return "";
    const { message, hint } = told.parse(body).error;
    return `${message}\n${hint}`;
  }

  async incidents() {
    return incidentList.parse((await this.product.api("GET", "/api/incidents")).body);
  }

  decide(decision: string, fields: Record<string, unknown> = {}) {
    const entry = { project: this.folder, decision, rationale: "A stolen one is seen.", task: "auth", ...fields };
    return this.product.api("POST", "/api/decisions", entry);
  }

  hook(event: string, fields: Record<string, unknown>, options?: HookOptions) {
    return this.product.hook(event, { session_id: "client-1", cwd: this.folder, ...fields }, options);
  }

  begin() {
    const fields = { hook_event_name: "SessionStart", source: "startup" };
    return this.product.injection("session-start", { session_id: "client-1", cwd: this.folder, ...fields });
  }

  prompt(text: string) {
    return this.hook("user-prompt-submit", { hook_event_name: "UserPromptSubmit", prompt: text });
  }

  tool(name: string, input: unknown, response: unknown, isError = false) {
    this.#tools += 1;
    const how = isError
      ? { hook_event_name: "PostToolUseFailure", error: response }
      : { hook_event_name: "PostToolUse", tool_response: response };
    return this.hook("post-tool-use", {
      tool_name: name,
      tool_input: input,
      tool_use_id: `tool-${this.#tools}`,
      ...how,
    });
  }

  /** The checkpoints of the task as files, in no order. */
  forms() {
    const folder = join(this.task, "json", "checkpoints");
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
    return names.map((name) => form.parse(JSON.parse(readFileSync(join(folder, name), "utf8"))));
  }
}
