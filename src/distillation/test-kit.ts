import { callContent } from "../capture/index.ts";
import { type ExtractedFrom, Extractor, type Item } from "./extraction/index.ts";

/** A conversation in the order it was held, with ids and times as the ledger gives them. */
export class Talk {
  readonly messages: ExtractedFrom[] = [];

  user = (content: string): this => this.#say({ role: "user", kind: "prompt", content });
  assistant = (content: string): this => this.#say({ role: "assistant", kind: "text", content });
  system = (content: string): this => this.#say({ role: "system", kind: "other", content });

  run(command: string, output: string, isError = false): this {
    const toolUseId = `call-${this.messages.length}`;
    const content = callContent("Bash", { command });
    this.#say({ role: "assistant", kind: "tool_use", content, toolName: "Bash", toolUseId });
    return this.#say({ role: "tool", kind: "tool_result", content: output, toolUseId, isError });
  }

  edit(path: string): this {
    const content = callContent("Edit", { file_path: path });
    return this.#say({ role: "assistant", kind: "tool_use", content, toolName: "Edit", toolUseId: path });
  }

  extract(isAnswered = false): Item[] {
    const extractor = new Extractor();
    for (const message of this.messages) extractor.take(message);
    return extractor.result(isAnswered);
  }

  #say(message: Pick<ExtractedFrom, "role" | "kind" | "content"> & Partial<ExtractedFrom>): this {
    const seq = this.messages.length + 1;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString();
    this.messages.push({
      id: `7q2mz4k9r1td-${seq}`,
      seq,
      createdAt,
      toolName: null,
      toolUseId: null,
      isError: null,
      ...message,
    });
    return this;
  }
}

export const itemsOf = (talk: Talk, kind: string): string[] =>
  talk
    .extract()
    .filter((item) => item.kind === kind)
    .map((item) => item.text);
