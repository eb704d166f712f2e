import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const FOLDER = ".beads";

/** Files that show that br is used; calling br itself would create a database. */
const SIGNS = ["metadata.json", "issues.jsonl", "beads.db", "redirect"];

/** br's own settings, in the folder where some projects keep task files. */
const SETTINGS = ["config.yaml", "policy.yaml"];

export const brFolder = (root: string): string => join(root, FOLDER);

export const isBrFolder = (root: string): boolean => SIGNS.some((name) => existsSync(join(brFolder(root), name)));

export const isSettingOfBr = (path: string): boolean =>
  basename(dirname(path)) === FOLDER && SETTINGS.includes(basename(path));
