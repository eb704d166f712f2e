import type { Anchor, AnchorKind, ExtractedFrom } from "../item.ts";
import { errorLines } from "./errors.ts";
import { ruleLines } from "./rules.ts";
import { scan } from "./scan.ts";

const LONGEST_COMMAND = 500;

/** The exact strings of a stretch of messages, each with the first message that holds it. */
export class Anchors {
  readonly #first = new Map<string, Anchor>();

  /** `text` is what the message says: its content, or the arguments of a call without their quoting. */
  take(message: ExtractedFrom, text: string): void {
    scan(text, (kind, value) => this.add(message, kind, value));
    for (const line of errorLines(text)) this.add(message, "error", line);
    if (message.kind === "tool_result") for (const line of ruleLines(text)) this.add(message, "constraint", line);
  }

  addCommand(message: ExtractedFrom, command: string): void {
    const trimmed = command.trim();
    const [line = ""] = trimmed.split("\n", 1);
    const value = trimmed.length <= LONGEST_COMMAND ? trimmed : line.slice(0, LONGEST_COMMAND).trimEnd();
    this.add(message, "command", value);
  }

  add(message: ExtractedFrom, kind: AnchorKind, value: string): void {
    if (value === "" || this.#first.has(value)) return;
    this.#first.set(value, { kind, value, messageId: message.id, seq: message.seq });
  }

  all(): Anchor[] {
    return [...this.#first.values()];
  }
}
