import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const SUBJECTS = ["the session store", "token rotation", "the import queue", "the retry policy", "the search index"];
const VERBS = ["Refactor", "Fix", "Write a test for", "Explain", "Speed up", "Document"];
const REASONS = ["because users lose their place", "since the last release broke it", "so that a restart is harmless"];
const FILES = ["src/auth/session.ts", "src/queue/import.ts", "src/search/index.ts", "test/retry.test.ts", "README.md"];
const CODE = `export async function rotate(token: Token, clock: Clock): Promise<Token> {
  const issued = await issue({ subject: token.subject, at: clock.now() });
  await revoke(token.id, { reason: "rotated", replacedBy: issued.id });
  return issued;
}
`;

const pick = (list, at) => list[at % list.length];

/** A Claude Code session as its client would have it: hook payloads, and a transcript that grows. */
export class PlayedSession {
  #step = 0;

  constructor(product, project = "project") {
    this.product = product;
    this.id = randomUUID();
    this.cwd = join(product.folder, project);
    this.transcript = join(product.folder, ".claude", "projects", project, `${this.id}.jsonl`);
    mkdirSync(this.cwd, { recursive: true });
    mkdirSync(dirname(this.transcript), { recursive: true });
  }

  payload(fields) {
    return { session_id: this.id, cwd: this.cwd, transcript_path: this.transcript, ...fields };
  }

  #write(...lines) {
    const common = { sessionId: this.id, cwd: this.cwd, isSidechain: false };
    const text = lines.map((line) =>
      JSON.stringify({ ...common, timestamp: new Date().toISOString(), uuid: randomUUID(), ...line }),
    );
    appendFileSync(this.transcript, `${text.join("\n")}\n`);
  }

  #assistant(...content) {
    return { type: "assistant", message: { id: randomUUID(), role: "assistant", model: "claude-bench", content } };
  }

  startPayload(source = "startup") {
    return this.payload({ hook_event_name: "SessionStart", source });
  }

  /** The next prompt; the transcript gets it afterwards, by `work`. */
  promptPayload() {
    const at = this.#step++;
    const prompt = `${pick(VERBS, at)} ${pick(SUBJECTS, at + 2)} in ${pick(FILES, at)} ${pick(REASONS, at)}. We decided on variant ${at} (${randomUUID().slice(0, 8)}).`;
    this.prompt = { prompt, prompt_id: randomUUID() };
    return this.payload({ hook_event_name: "UserPromptSubmit", ...this.prompt });
  }

  toolPayload() {
    const at = this.#step++;
    const call = { id: `toolu_${randomUUID()}`, name: "Edit", input: { file_path: pick(FILES, at), new_string: CODE } };
    this.#write(this.#assistant({ type: "tool_use", ...call }));
    const result = `${pick(FILES, at)} was changed.\n${CODE.repeat(3)}`;
    this.#write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content: result }] },
    });
    return this.payload({
      ...{ hook_event_name: "PostToolUse", tool_name: call.name, tool_input: call.input, tool_use_id: call.id },
      tool_response: { stdout: result, stderr: "" },
    });
  }

  endPayload() {
    return this.payload({ hook_event_name: "SessionEnd", reason: "other" });
  }

  /** What the client writes between two prompts: the prompt, some tool calls, a reply. */
  work(calls = 6) {
    if (this.prompt) {
      const { prompt, prompt_id: promptId } = this.prompt;
      this.#write({ type: "user", promptId, message: { role: "user", content: prompt } });
    }
    for (let call = 0; call < calls; call++) this.toolPayload();
    const text = `Done: ${pick(SUBJECTS, this.#step)} now holds. ${pick(FILES, this.#step)} changed; the tests pass.`;
    this.#write(this.#assistant({ type: "text", text }));
  }
}

/** Sessions that were worked in and have ended, spread over a few projects. */
export async function fillStore(product, { sessions, prompts }) {
  for (let at = 0; at < sessions; at++) {
    const session = new PlayedSession(product, `project-${at % 5}`);
    await product.hookRequest("session-start", session.startPayload());
    for (let turn = 0; turn < prompts; turn++) {
      await product.hookRequest("user-prompt-submit", session.promptPayload());
      session.work();
    }
    await product.hookRequest("session-end", session.endPayload());
  }
}
