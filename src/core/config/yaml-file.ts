import { type Document, isMap, isNode, LineCounter, parseDocument } from "yaml";
import { ThroughlineError } from "../errors.ts";
import { isRecord } from "./environment.ts";

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

/** The settings of a file, with the line of each; an empty one has none. */
export function readSettings(text: string, path: string) {
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
  return { settings: value, locate: (key: readonly PropertyKey[]) => `${path}:${lineOf(document, lines, key)}` };
}
