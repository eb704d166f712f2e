import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ProcessIdentity, startTimeOf } from "../../../src/core/index.ts";
import type { HookEventName } from "../../../src/harnesses/index.ts";
import type { Machine } from "./machine.ts";
import type { Action } from "./story.ts";
import { TranscriptFile } from "./transcript-file.ts";

const SECOND = 1000;
/** Tools that only look have no hook before them. */
const ONLY_LOOKS = /^(?:Read|Grep|Glob|LS)$/;

interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
  readonly fails?: boolean;
}

/** What a start brings: texts for the agent, which share one budget, and what the client shows to the user. */
export interface Started {
  readonly given: readonly string[];
  readonly shown: string;
}

/** Claude Code, played: its hooks in their order, its files as it writes them, and a process while it runs. */
export class ClaudeSession {
  readonly #machine: Machine;
  readonly id = randomUUID();
  readonly #cwd: string;
  readonly #transcript: TranscriptFile;
  #promptId: string = randomUUID();
  #process: ChildProcess | undefined;
  #identity: ProcessIdentity | undefined;

  constructor(machine: Machine, clearedFrom?: ClaudeSession) {
    this.#machine = machine;
    this.#cwd = machine.project;
    if (clearedFrom) {
      this.#process = clearedFrom.#process;
      this.#identity = clearedFrom.#identity;
    }
    const folder = join(machine.folder, ".claude", "projects", this.#cwd.replace(/[^a-zA-Z0-9]/g, "-"));
    const common = { sessionId: this.id, cwd: this.#cwd };
    this.#transcript = new TranscriptFile(join(folder, `${this.id}.jsonl`), common, () => machine.clock.now());
  }

  async start(source: "startup" | "resume"): Promise<Started> {
    const child = spawn("sleep", ["3600"], { stdio: "ignore" });
    if (child.pid === undefined) throw new Error("the client's process could not be started");
    this.#process = child;
    this.#identity = { pid: child.pid, startTime: await startTimeOf(child.pid) };
    return this.#start(source);
  }

  /** `/clear`: the same process goes on with a session that is empty. */
  async clear(): Promise<{ session: ClaudeSession; started: Started }> {
    await this.#hook("session-end", "SessionEnd", { reason: "clear" });
    const session = new ClaudeSession(this.#machine, this);
    return { session, started: await session.#start("clear") };
  }

  async end(): Promise<void> {
    await this.#hook("session-end", "SessionEnd", { reason: "prompt_input_exit" });
    await this.crash();
  }

  async crash(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  /** What the hook of the prompt adds. */
  async prompt(text: string): Promise<string> {
    await this.#machine.pass(20 * SECOND);
    this.#promptId = randomUUID();
    const given = await this.#hook("user-prompt-submit", "UserPromptSubmit", { prompt: text });
    this.#transcript.user(text, { promptId: this.#promptId });
    this.#transcript.hookContext("UserPromptSubmit", given);
    return given;
  }

  /** What the hooks of one action add. */
  async act(action: Action): Promise<string> {
    await this.#machine.pass(8 * SECOND);
    if ("subagent" in action) return this.#sendSubagent(action);
    return this.#call(this.#callOf(action), this.#transcript);
  }

  async reply(text: string): Promise<void> {
    await this.#machine.pass(15 * SECOND);
    this.#transcript.assistant({ type: "text", text });
    await this.#hook("turn-end", "Stop", { stop_hook_active: false, last_assistant_message: text });
    await this.#machine.pass(3 * SECOND);
  }

  async interrupt(): Promise<void> {
    await this.#machine.pass(2 * SECOND);
    this.#transcript.user([{ type: "text", text: "[Request interrupted by user]" }], { promptId: this.#promptId });
    await this.#machine.pass(3 * SECOND);
  }

  /** The start after a compaction and the first hook behind it. */
  async compact(summary: string): Promise<Started> {
    await this.#machine.pass(5 * SECOND);
    await this.#hook("pre-compaction", "PreCompact", { trigger: "auto", custom_instructions: null });
    await this.#machine.pass(40 * SECOND);
    this.#transcript.compaction(summary, this.#promptId);
    const { given, shown } = await this.#start("compact");
    const compact_summary = `<analysis>…</analysis>\n<summary>\n${summary}\n</summary>`;
    await this.#hook("post-compaction", "PostCompact", { trigger: "auto", compact_summary });
    await this.#machine.pass(6 * SECOND);
    const next = await this.#call(
      { name: "Bash", input: { command: "git status --short" }, output: "" },
      this.#transcript,
    );
    return { given: [...given, next], shown };
  }

  async #start(source: "startup" | "resume" | "clear" | "compact"): Promise<Started> {
    await this.#machine.settle();
    const { context, message } = await this.#answer("session-start", "SessionStart", { source });
    this.#transcript.hookContext("SessionStart", context);
    return { given: [context], shown: message };
  }

  async #hook(event: HookEventName, name: string, fields: object, from?: string): Promise<string> {
    return (await this.#answer(event, name, fields, from)).context;
  }

  #answer(event: HookEventName, name: string, fields: object, from?: string) {
    const payload = {
      session_id: this.id,
      transcript_path: this.#transcript.path,
      cwd: this.#cwd,
      prompt_id: this.#promptId,
      permission_mode: "default",
      hook_event_name: name,
      ...(from === undefined ? {} : { agent_id: from, agent_type: "general-purpose" }),
      ...fields,
    };
    return this.#machine.hook(event, payload, this.#identity);
  }

  #callOf(action: Exclude<Action, { readonly subagent: string }>): ToolCall {
    if ("tool" in action) return { name: action.tool, input: action.input, output: action.output };
    if ("command" in action) {
      const output = action.fails ? `Exit code 1\n${action.output}` : action.output;
      const input = { command: action.command, description: "Run a command" };
      return { name: "Bash", input, output, fails: action.fails };
    }
    const { how, file, content } = action;
    const file_path = join(this.#cwd, file);
    if (how === "Read") return { name: how, input: { file_path }, output: `     1→${content}` };
    mkdirSync(dirname(file_path), { recursive: true });
    if (how === "Write") {
      writeFileSync(file_path, `${content}\n`);
      return { name: how, input: { file_path, content }, output: `File created successfully at: ${file_path}` };
    }
    appendFileSync(file_path, `${content}\n`);
    const input = { file_path, old_string: "", new_string: content };
    return { name: how, input, output: `The file ${file_path} has been updated successfully.` };
  }

  async #call({ name, input, output, fails = false }: ToolCall, file: TranscriptFile, from?: string): Promise<string> {
    const tool_use_id = `toolu_${randomUUID()}`;
    const call = { tool_name: name, tool_input: input, tool_use_id };
    file.assistant({ type: "tool_use", id: tool_use_id, name, input });
    const before = ONLY_LOOKS.test(name) ? "" : await this.#hook("pre-tool-use", "PreToolUse", call, from);
    file.user([{ type: "tool_result", tool_use_id, content: output, is_error: fails }], { promptId: this.#promptId });
    const hookName = fails ? "PostToolUseFailure" : "PostToolUse";
    const outcome = fails ? { error: output } : { tool_response: { stdout: output, stderr: "", interrupted: false } };
    const after = await this.#hook("post-tool-use", hookName, { ...call, ...outcome }, from);
    if (from === undefined) {
      file.hookContext("PreToolUse", before);
      file.hookContext(hookName, after);
    }
    return [before, after].filter((text) => text !== "").join("\n");
  }

  /** A subagent has a file of its own, and what it is asked stands there as if a user had said it. */
  async #sendSubagent({ subagent, does, answers }: Extract<Action, { readonly subagent: string }>): Promise<string> {
    const agentId = randomUUID().replaceAll("-", "").slice(0, 17);
    const path = join(this.#transcript.path.replace(/\.jsonl$/, ""), "subagents", `agent-${agentId}.jsonl`);
    const common = { sessionId: this.id, cwd: this.#cwd, isSidechain: true, agentId };
    const file = new TranscriptFile(path, common, () => this.#machine.clock.now());
    writeFileSync(path.replace(/\.jsonl$/, ".meta.json"), JSON.stringify({ agentType: "general-purpose" }));
    file.user(subagent, { promptId: this.#promptId });
    for (const action of does) {
      if ("subagent" in action) throw new Error("a subagent sends out none");
      await this.#machine.pass(8 * SECOND);
      await this.#call(this.#callOf(action), file, agentId);
    }
    file.assistant({ type: "text", text: answers });
    const stop = { agent_transcript_path: path, last_assistant_message: answers };
    await this.#hook("subagent-end", "SubagentStop", stop, agentId);
    const input = { description: "Look into it", prompt: subagent, subagent_type: "general-purpose" };
    return this.#call({ name: "Agent", input, output: answers }, this.#transcript);
  }
}
