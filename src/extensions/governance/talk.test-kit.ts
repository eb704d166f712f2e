import { callContent, type Spoken } from "../../capture/index.ts";

const START = Date.UTC(2026, 0, 1);

/** Builds a conversation message by message. */
export class Talk {
  readonly messages: Spoken[] = [];

  get #place() {
    const seq = this.messages.length + 1;
    return { seq, createdAt: new Date(START + seq * 1000).toISOString() };
  }

  prompt(content: string): this {
    this.messages.push({ kind: "prompt", role: "user", content, ...this.#place });
    return this;
  }

  says(...replies: readonly string[]): this {
    for (const content of replies) this.messages.push({ kind: "text", role: "assistant", content, ...this.#place });
    return this;
  }

  does(toolName: string, input: unknown, output: string, isError = false): this {
    const toolUseId = `call-${this.messages.length}`;
    const call = { toolName, toolUseId };
    this.messages.push({
      kind: "tool_use",
      role: "assistant",
      content: callContent(toolName, input),
      ...call,
      ...this.#place,
    });
    this.messages.push({ kind: "tool_result", role: "tool", content: output, isError, ...call, ...this.#place });
    return this;
  }

  runs(command: string, output = "", isError = false): this {
    return this.does("Bash", { command }, output, isError);
  }
}

export const working = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `I looked at part ${n + 1} of the parser and moved its test into place.`);

export const refusing = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `I'm not able to assist with this request, number ${n + 1}.`);
