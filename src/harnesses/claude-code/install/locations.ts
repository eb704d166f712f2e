import { stat } from "node:fs/promises";
import { join } from "node:path";
import { projectFolder } from "../../../core/index.ts";
import type { InstallPlace } from "../../client-contract.ts";

/** The files that connect Throughline to the client. */
export interface Locations {
  readonly settings: string;
  readonly state: string;
  /** The name under which the state file keeps the project; undefined for the whole user. */
  readonly project: string | undefined;
  readonly instructions: string;
  /** The folder of the slash commands. */
  readonly commands: string;
  /** The folder of the skills. */
  readonly skills: string;
}

export const configDir = (userHome: string, env: NodeJS.ProcessEnv): string =>
  env.CLAUDE_CONFIG_DIR || join(userHome, ".claude");

/** The client's own state: it prefers the place of its early versions when there is a file. */
async function stateFile(userHome: string, env: NodeJS.ProcessEnv): Promise<string> {
  const early = join(configDir(userHome, env), ".config.json");
  if (await stat(early).catch(() => undefined)) return early;
  return join(env.CLAUDE_CONFIG_DIR || userHome, ".claude.json");
}

export async function locate(place: InstallPlace): Promise<Locations> {
  const { userHome, env = process.env } = place;
  const state = await stateFile(userHome, env);
  const commands = join("commands", "throughline");
  if (place.scope === "user") {
    const dir = configDir(userHome, env);
    return {
      settings: join(dir, "settings.json"),
      state,
      project: undefined,
      instructions: join(dir, "CLAUDE.md"),
      commands: join(dir, commands),
      skills: join(dir, "skills"),
    };
  }
  const { projectDir } = place;
  return {
    // The local file: its paths are those of this machine, and the shared one belongs to the team.
    settings: join(projectDir, ".claude", "settings.local.json"),
    state,
    // The client resolves links and leads subfolders and worktrees to their repository, as we do.
    project: projectFolder(projectDir),
    instructions: join(projectDir, "CLAUDE.local.md"),
    commands: join(projectDir, ".claude", commands),
    skills: join(projectDir, ".claude", "skills"),
  };
}
