import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

type Fields = Readonly<Record<string, unknown>>;

/** A transcript as Claude Code writes it: one line per message or block, each with the line that it follows. */
export class TranscriptFile {
  readonly path: string;
  readonly #common: Fields;
  readonly #now: () => number;
  #parent: string | null = null;

  constructor(path: string, common: Fields, now: () => number) {
    this.path = path;
    this.#common = common;
    this.#now = now;
    mkdirSync(dirname(path), { recursive: true });
  }

  line(fields: Fields): void {
    const uuid = randomUUID();
    const written = {
      parentUuid: this.#parent,
      isSidechain: false,
      userType: "external",
      entrypoint: "cli",
      version: "2.1.325",
      gitBranch: "main",
      ...this.#common,
      uuid,
      timestamp: new Date(this.#now()).toISOString(),
      ...fields,
    };
    this.#parent = uuid;
    appendFileSync(this.path, `${JSON.stringify(written)}\n`);
  }

  user(content: unknown, fields: Fields = {}): void {
    this.line({ type: "user", message: { role: "user", content }, ...fields });
  }

  assistant(...content: readonly Fields[]): void {
    const usage = { input_tokens: 1200, cache_creation_input_tokens: 0, cache_read_input_tokens: 18_000 };
    const message = { id: `msg_${randomUUID()}`, type: "message", role: "assistant", model: "claude-opus-5-5" };
    this.line({ type: "assistant", message: { ...message, content, usage } });
  }

  /** The client notes what hooks added to the conversation. */
  hookContext(hookEvent: string, text: string): void {
    if (text === "") return;
    const attachment = { type: "hook_additional_context", content: [text], hookName: hookEvent, hookEvent };
    const content = `<system-reminder>\n${hookEvent} hook additional context: ${text}\n</system-reminder>`;
    this.line({ type: "attachment", attachment, rendered: [{ content }], renderedRole: "system" });
  }

  compaction(summary: string, promptId: string): void {
    this.#parent = null;
    const compactMetadata = { trigger: "auto", preTokens: 168_000, durationMs: 41_000, postTokens: 9_000 };
    this.line({
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      level: "info",
      isMeta: false,
      compactMetadata,
    });
    const intro = "This session is being continued from a previous conversation that ran out of context.";
    const outro = "Continue the conversation from where it left off without asking the user any further questions.";
    const fields = { promptId, isCompactSummary: true, isVisibleInTranscriptOnly: true };
    this.user(`${intro}\n\nSummary:\n${summary}\n\n${outro}`, fields);
  }
}
