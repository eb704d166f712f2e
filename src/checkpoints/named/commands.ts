import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { z } from "zod";
import { systemCode } from "../../core/index.ts";

/* Whether a command is there to be run: on the PATH, among the project's own programs, or in its package.json or Makefile. */

const OWN_PROGRAMS = ["node_modules/.bin", ".venv/bin", "venv/bin", "bin"];
const ASSIGNED = /^(?:[A-Za-z_]\w*=\S*\s+)+/;
const SCRIPT = /^(?:(?:npm|pnpm|yarn|bun)\s+run|(?:npm|pnpm|yarn))\s+(?!run\b)([\w:.-]+)/;
/** What these programs do without a script of that name. */
const OWN_VERBS =
  /^(?:install|i|ci|add|remove|rm|update|up|exec|dlx|init|publish|pack|audit|outdated|link|ls|list|view|version|why|create|x|create-.*|help)$/;
const TARGET = /^make\s+(?:-\S+\s+)*([\w.-]+)/;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

const manifest = z.object({ scripts: z.record(z.string(), z.unknown()).optional() });

function hasScript(root: string, script: string): boolean {
  const text = textOf(join(root, "package.json"));
  if (text === undefined) return false;
  try {
    return Object.hasOwn(manifest.parse(JSON.parse(text)).scripts ?? {}, script);
  } catch {
    // A manifest that is broken right now says nothing about its scripts.
    return true;
  }
}

function hasTarget(root: string, target: string): boolean {
  const text = textOf(join(root, "Makefile")) ?? textOf(join(root, "makefile")) ?? "";
  return new RegExp(`^(?:[\\w.-]+\\s+)*${target.replaceAll(".", "\\.")}(?:\\s+[\\w.-]+)*\\s*:`, "m").test(text);
}

export function isThere(root: string, command: string): boolean {
  const line = command.replace(ASSIGNED, "");
  const [program = ""] = line.split(/\s+/);
  if (program.includes("/")) return isProgram(program.startsWith("/") ? program : join(root, program));
  const folders = [...OWN_PROGRAMS.map((folder) => join(root, folder)), ...(process.env.PATH ?? "").split(delimiter)];
  if (!folders.some((folder) => folder !== "" && isProgram(join(folder, program)))) return false;
  const script = SCRIPT.exec(line)?.[1];
  if (script !== undefined && !OWN_VERBS.test(script)) return hasScript(root, script);
  const target = TARGET.exec(line)?.[1];
  return target === undefined || hasTarget(root, target);
}
