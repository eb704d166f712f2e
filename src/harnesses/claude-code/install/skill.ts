import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../version.ts";
import { asOurFile } from "./own-file.ts";

/** The skills of the plugin, each with the folder that it has in the client's. */
const SKILL_FOLDERS = { continuity: "throughline", checkpoint: "throughline-checkpoint" } as const;
export type Skill = keyof typeof SKILL_FOLDERS;
export const SKILLS: readonly Skill[] = ["continuity", "checkpoint"];

/** What each skill consists of, as paths in its folder. */
const FILES: Readonly<Record<Skill, readonly string[]>> = {
  continuity: ["SKILL.md"],
  checkpoint: [
    "SKILL.md",
    ...["checkpoint-format", "resume-flow", "auto-checkpoint-signals"].map((page) => `references/${page}.md`),
  ],
};

/** The files of a skill among the client's skills, each with its text, for those who connect by their settings. */
export const skillFiles = (skills: string, skill: Skill): { name: string; path: string; text: () => string }[] =>
  FILES[skill].map((file) => ({
    name: file === "SKILL.md" ? `skill ${skill}` : `skill ${skill}, ${file}`,
    path: join(skills, SKILL_FOLDERS[skill], file),
    text: () => asOurFile(readFileSync(join(packageRoot, "plugin", "skills", skill, file), "utf8")),
  }));
