import { type Document, isMap, isNode, LineCounter, parseDocument } from "yaml";
import { ThroughlineError } from "../errors.ts";
import { isRecord } from "./environment.ts";

/** The settings of a file, with the line of each. */
interface SettingsFile {
  readonly settings: Record<string, unknown>;
  readonly locate: (path: readonly PropertyKey[]) => string;
}

const refuse = (message: string, hint: string) => new ThroughlineError("bad_config", message, hint);

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let line = 1;
  for (const key of path) {
    if (!isMap(node)) break;
    const pair = node.items.find((item) => String(item.key) === String(key));
    if (!pair) break;
    if (isNode(pair.key) && pair.key.range) line = lines.linePos(pair.key.range[0]).line;
    node = pair.value;
  }
  return line;
}

/** An empty file has no settings. */
export function readSettings(text: string, path: string): SettingsFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors[0];
  if (broken) {
    const { line } = lines.linePos(broken.pos[0]);
    throw refuse(`${path}:${line}: ${broken.message.split("\n")[0]}`, "Correct the YAML at that line.");
  }
  const value: unknown = document.toJS() ?? {};
  if (!isRecord(value))
    throw refuse(
      `${path}:1: the file must hold settings, one key a line`,
      "Write for example: continuity: { promptInterval: 10 }",
    );
  return { settings: value, locate: (key) => `${path}:${lineOf(document, lines, key)}` };
}
