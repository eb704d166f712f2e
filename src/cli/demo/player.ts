import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type Home, newId, ThroughlineError } from "../../core/index.ts";
import { runProgram } from "../run-program.ts";

const injected = z.object({ hookSpecificOutput: z.object({ additionalContext: z.string() }) });

/** Simulates Claude Code with the real daemon: runs the real hook and writes a transcript like the client. */
export class Player {
  readonly id = newId();
  readonly #transcript: string;
  /** A stand-in for the client's process, so that it can really be killed. */
  readonly #process: ChildProcess;

  readonly #home: Home;
  readonly #project: string;

  constructor(home: Home, project: string) {
    this.#home = home;
    this.#project = project;
    this.#transcript = join(home.dir, "..", "transcripts", `${this.id}.jsonl`);
    mkdirSync(dirname(this.#transcript), { recursive: true });
    this.#process = spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)"], { stdio: "ignore" });
  }

  async #hook(event: string, fields: Readonly<Record<string, unknown>>): Promise<string> {
    const payload = { session_id: this.id, cwd: this.#project, transcript_path: this.#transcript, ...fields };
    const hook = { command: join(this.#home.bin, "hook"), args: ["claude-code", event, "settings"] };
    const output = await runProgram(
      { ...hook, env: { CLAUDE_PID: String(this.#process.pid) } },
      JSON.stringify(payload),
    );
    return output.trim() === "" ? "" : injected.parse(JSON.parse(output)).hookSpecificOutput.additionalContext;
  }

  #write(line: Readonly<Record<string, unknown>>): void {
    const common = { uuid: newId(), timestamp: new Date().toISOString(), sessionId: this.id, isSidechain: false };
    appendFileSync(this.#transcript, `${JSON.stringify({ ...common, ...line })}\n`);
  }

  start(source: string): Promise<string> {
    return this.#hook("session-start", { hook_event_name: "SessionStart", source });
  }

  /** Returns what the agent gets with the prompt. */
  async user(prompt: string): Promise<string> {
    const promptId = newId();
    const fields = { hook_event_name: "UserPromptSubmit", prompt, prompt_id: promptId };
    const given = await this.#hook("user-prompt-submit", fields);
    this.#write({ type: "user", promptId, message: { role: "user", content: prompt } });
    return given;
  }

  agent(text: string): void {
    this.#write({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } });
  }

  async tool(name: string, input: unknown, result: string, isError = false): Promise<void> {
    const id = `toolu_${newId()}`;
    const call = [{ type: "tool_use", id, name, input }];
    this.#write({ type: "assistant", message: { role: "assistant", content: call } });
    const outcome = isError
      ? { hook_event_name: "PostToolUseFailure", error: result }
      : { hook_event_name: "PostToolUse", tool_response: result };
    await this.#hook("post-tool-use", { tool_name: name, tool_input: input, tool_use_id: id, ...outcome });
    const content = [{ type: "tool_result", tool_use_id: id, content: result, is_error: isError }];
    this.#write({ type: "user", message: { role: "user", content } });
  }

  /** Replaces the conversation by its summary; returns what the agent gets then. */
  async compact(summary: string): Promise<string> {
    await this.#hook("pre-compaction", { hook_event_name: "PreCompact", trigger: "auto" });
    const given = await this.start("compact");
    this.#write({ type: "system", subtype: "compact_boundary", content: "Conversation compacted" });
    this.#write({ type: "user", isCompactSummary: true, message: { role: "user", content: summary } });
    await this.#hook("post-compaction", { hook_event_name: "PostCompact", trigger: "auto", compact_summary: summary });
    return given;
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    if (!this.#process.kill("SIGKILL")) throw new ThroughlineError("internal", "could not end the simulated client");
    await gone;
  }
}
