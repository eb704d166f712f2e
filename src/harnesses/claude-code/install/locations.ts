import { stat } from "node:fs/promises";
import { join } from "node:path";
import { projectFolder } from "../../../core/index.ts";
import type { InstallPlace } from "../../contract.ts";

/** The files that connect Throughline to the client. */
export interface Locations {
  readonly settings: string;
  readonly state: string;
  /** The name under which the state file keeps the project; undefined for the whole user. */
  readonly project: string | undefined;
  readonly instructions: string;
  readonly rideCommand: string;
  readonly skill: string;
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
  const command = join("commands", "throughline", "ride.md");
  const skill = join("skills", "throughline", "SKILL.md");
  if (place.scope === "user") {
    const dir = configDir(userHome, env);
    return {
      settings: join(dir, "settings.json"),
      state,
      project: undefined,
      instructions: join(dir, "CLAUDE.md"),
      rideCommand: join(dir, command),
      skill: join(dir, skill),
    };
  }
  const { projectDir } = place;
  return {
    // The local file: its paths are those of this machine, and the shared one belongs to the team.
    settings: join(projectDir, ".claude", "settings.local.json"),
    state,
    // The client resolves links and leads subfolders and worktrees to their repository, as we do.
    project: await projectFolder(projectDir),
    instructions: join(projectDir, "CLAUDE.local.md"),
    rideCommand: join(projectDir, ".claude", command),
    skill: join(projectDir, ".claude", skill),
  };
}
