import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { newId } from "../../../src/core/index.ts";
import type { HookOptions, Product } from "./product.ts";

/** A Claude Code session played by the test: it fires the hooks and writes the transcript as the client does. */
export class Conversation {
  readonly product: Product;
  readonly id: string;
  readonly cwd: string;
  readonly transcript: string;
  readonly options: HookOptions;

  constructor(product: Product, cwd: string, { id = newId(), ...options }: HookOptions & { id?: string } = {}) {
    this.product = product;
    this.id = id;
    this.cwd = cwd;
    this.options = options;
    this.transcript = join(product.folder, ".claude", "projects", "played", `${id}.jsonl`);
    mkdirSync(dirname(this.transcript), { recursive: true });
  }

  payload(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return { session_id: this.id, cwd: this.cwd, transcript_path: this.transcript, ...fields };
  }

  write(line: Readonly<Record<string, unknown>>): void {
    const common = {
      sessionId: this.id,
      cwd: this.cwd,
      timestamp: new Date().toISOString(),
      uuid: newId(),
      isSidechain: false,
    };
    appendFileSync(this.transcript, `${JSON.stringify({ ...common, ...line })}\n`);
  }

  /** What the agent is given when the session starts. */
  start(source = "startup"): Promise<string> {
    return this.product.injection(
      "session-start",
      this.payload({ hook_event_name: "SessionStart", source }),
      this.options,
    );
  }

  /** One prompt: the hook fires, and, unless the client dies first, the transcript follows. */
  async prompt(text: string, { written = true, promptId = newId() } = {}): Promise<string> {
    const answer = await this.product.injection(
      "user-prompt-submit",
      this.payload({ hook_event_name: "UserPromptSubmit", prompt: text, prompt_id: promptId }),
      this.options,
    );
    if (written) this.write({ type: "user", promptId, message: { role: "user", content: text } });
    return answer;
  }

  async reply(text: string): Promise<void> {
    this.write({
      type: "assistant",
      message: {
        id: newId(),
        role: "assistant",
        model: "claude-test",
        content: [{ type: "text", text }],
        usage: { input_tokens: 1200 },
      },
    });
    await this.product.hook(
      "turn-end",
      this.payload({ hook_event_name: "Stop", last_assistant_message: text }),
      this.options,
    );
  }

  async tool(name: string, input: unknown, response: string, { isError = false } = {}): Promise<string> {
    const id = `toolu_${newId()}`;
    this.write({
      type: "assistant",
      message: {
        id: newId(),
        role: "assistant",
        model: "claude-test",
        content: [{ type: "tool_use", id, name, input }],
      },
    });
    const event = isError ? "PostToolUseFailure" : "PostToolUse";
    const outcome = isError ? { error: response } : { tool_response: { stdout: response, stderr: "" } };
    const answer = await this.product.injection(
      "post-tool-use",
      this.payload({ hook_event_name: event, tool_name: name, tool_input: input, tool_use_id: id, ...outcome }),
      this.options,
    );
    this.write({
      type: "user",
      message: {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, content: response, is_error: isError }],
      },
    });
    return answer;
  }

  async compact(summary = "STANDIN-SUMMARY"): Promise<string> {
    await this.product.hook(
      "pre-compaction",
      this.payload({ hook_event_name: "PreCompact", trigger: "manual" }),
      this.options,
    );
    const given = await this.start("compact");
    this.write({ type: "system", subtype: "compact_boundary", content: "Conversation compacted" });
    this.write({ type: "user", isCompactSummary: true, message: { role: "user", content: summary } });
    await this.product.hook(
      "post-compaction",
      this.payload({ hook_event_name: "PostCompact", trigger: "manual", compact_summary: summary }),
      this.options,
    );
    return given;
  }

  async end(reason = "other"): Promise<void> {
    await this.product.hook("session-end", this.payload({ hook_event_name: "SessionEnd", reason }), this.options);
  }
}
