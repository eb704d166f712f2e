import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../version.ts";
import { asOurFile } from "./own-file.ts";

/** The skills of the plugin, each with the folder that it has in the client's. */
export const SKILL_FOLDERS = { continuity: "throughline", checkpoint: "throughline-checkpoint" } as const;
export type Skill = keyof typeof SKILL_FOLDERS;
export const SKILLS: readonly Skill[] = ["continuity", "checkpoint"];

/** A skill of the plugin, for those who connect by their settings. */
export const skillFile = (skill: Skill): string =>
  asOurFile(readFileSync(join(packageRoot, "plugin", "skills", skill, "SKILL.md"), "utf8"));

/** Where it lies among the client's skills. */
export const skillPath = (skills: string, skill: Skill): string => join(skills, SKILL_FOLDERS[skill], "SKILL.md");
