import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../version.ts";
import { asOurFile } from "./own-file.ts";

/** The skill of the plugin, for those who connect by their settings. */
export const skillFile = (): string =>
  asOurFile(readFileSync(join(packageRoot, "plugin", "skills", "continuity", "SKILL.md"), "utf8"));
