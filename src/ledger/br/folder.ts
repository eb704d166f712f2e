import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const FOLDER = ".beads";

/** What br leaves in a folder that it works in; asking br itself would make it begin a database where there is none. */
const SIGNS = ["metadata.json", "issues.jsonl", "beads.db", "redirect"];

/** Settings of br's, beside which some projects keep a task a file. */
const SETTINGS = ["config.yaml", "policy.yaml"];

export const brFolder = (root: string): string => join(root, FOLDER);

export const isBrFolder = (root: string): boolean => SIGNS.some((name) => existsSync(join(brFolder(root), name)));

export const isSettingOfBr = (path: string): boolean =>
  basename(dirname(path)) === FOLDER && SETTINGS.includes(basename(path));
