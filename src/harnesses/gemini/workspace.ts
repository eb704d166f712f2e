import { isAbsolute, win32 } from "node:path";
import { sha256 } from "../../core/index.ts";
import { isEnvironment } from "./message-texts.ts";
import { type Message, operationOf, plainText } from "./transcript.ts";

const LISTED = [
  /\*\*Workspace Directories:\*\*\n((?: *- .+\n?)+)/,
  /I'm currently working in the following directories:\n((?: *- .+\n?)+)/,
  /I'm currently working in the directory: (.+)/,
];

const foldersIn = (text: string): string[] =>
  (LISTED.map((one) => text.match(one)?.[1]).find((found) => found !== undefined) ?? "")
    .split("\n")
    .map((line) => line.replace(/^ *- /, "").trim())
    .filter((path) => isAbsolute(path) || win32.isAbsolute(path));

function firstMessage(lines: readonly string[]): Message | undefined {
  for (const line of lines) {
    try {
      const operation = operationOf(line);
      if (operation.does === "say") return operation.message;
      if (operation.does === "replace" && operation.messages.length > 0) return operation.messages[0];
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** The folder in the client's first message of a session; in later messages users could have written the same. */
export function workspaceFolder(lines: readonly string[], projectHash: string): string | undefined {
  const first = firstMessage(lines);
  const text = first?.type === "user" ? plainText(first) : "";
  const folders = isEnvironment(text) ? foldersIn(text) : [];
  return folders.find((folder) => sha256(folder) === projectHash) ?? folders[0];
}
