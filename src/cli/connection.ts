import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Home } from "../core/index.ts";
import { type Connection, type InstallPlace, shellWord } from "../harnesses/index.ts";
import { packageRoot } from "../version.ts";

export type InstallScope = "user" | "project";

/** The top folder of the checkout: a worktree has its own files. */
function checkoutAround(start: string): string {
  for (let dir = start; ; dir = dirname(dir)) {
    if (existsSync(join(dir, ".git"))) return dir;
    if (dirname(dir) === dir) return start;
  }
}

const ownHome = (): string => process.env.HOME || homedir();

export function placeOf(scope: InstallScope): InstallPlace {
  const userHome = ownHome();
  return scope === "user" ? { userHome, scope } : { userHome, scope, projectDir: checkoutAround(process.cwd()) };
}

/** What clients run: the scripts in the data folder, whose path does not change when the package moves. */
export function connectionOf(home: Home, scope: InstallScope): Connection {
  const script = join(home.bin, "throughline");
  const place = { ...placeOf(scope), cliCommand: shellWord(script) };
  if (process.platform !== "win32") {
    const hookCommand = { command: join(home.bin, "hook"), args: [] };
    return { ...place, hookCommand, mcpCommand: { command: script, args: ["mcp"], env: {} } };
  }
  const command = process.execPath;
  const env = { THROUGHLINE_HOME: home.dir };
  const mcpCommand = { command, args: [join(packageRoot, "bin", "throughline.cjs"), "mcp"], env };
  return {
    ...place,
    mcpCommand,
    hookCommand: { command, args: [join(packageRoot, "dist", "hook.cjs"), "--home", home.dir] },
  };
}

/** Environment variables that move clients' folders. The daemon may have other values; no other variable is sent. */
const placesInEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      /_(?:HOME|DIR|PATH|DB)$/.test(name) && value && isAbsolute(value) ? [[name, value]] : [],
    ),
  );

/** Whose files to use, and where they are: only this shell's environment knows. */
export const userPlace = () => ({ userHome: ownHome(), env: placesInEnvironment() });
