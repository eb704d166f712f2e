import { badInput } from "../../core/index.ts";

/* A checkpoint's name is the name of its file, and has to tell at a glance which task it is. */

export const AUTOSAVE = "autosave";
/** Beside the checkpoints, but none of them. */
export const AUTOSAVE_LOG = "autosave-log";

const RESERVED = [AUTOSAVE, AUTOSAVE_LOG];
/** Forbidden by name, and what says as little. */
const SAYS_NOTHING = new Set(
  "task work save untitled backup checkpoint session temp tmp wip misc stuff thing things todo name new unnamed default test tests testing demo foo bar".split(
    " ",
  ),
);
/** Names that some systems keep for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
const KEBAB = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u;
const LONGEST = 80;
const EXAMPLES = "Name the task itself, in kebab-case: build-login-page, q1-financial-analysis.";

const kebabOf = (name: string): string =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1-$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");

function problemWith(name: string): string | undefined {
  if (name === "") return "it is empty";
  if (/[/\\]/.test(name)) return "it holds a path separator; a name is no path";
  if (name.includes("..")) return "it holds `..`; a name is no path";
  if (RESERVED.includes(name.toLowerCase())) return `${name} is kept for what is saved by itself`;
  const words = kebabOf(name).split("-");
  if (words.every((word) => SAYS_NOTHING.has(word) || /^\d+$/.test(word))) return `"${name}" could be any task`;
  if (!KEBAB.test(name))
    return "it is not in kebab-case: small letters (of any script) and digits, joined by single dashes";
  if (DEVICE.test(name)) return "some systems keep that name for a device";
  if (/^[a-z\d]{1,2}$/.test(name)) return `"${name}" is too short to tell the task`;
  if ([...name].length > LONGEST) return `it is longer than ${LONGEST} characters`;
  return undefined;
}

/** The name in the form in which files have it; one that will not do is refused with the reason. */
export function checkedName(given: string): string {
  const name = given.normalize("NFC");
  const problem = problemWith(name);
  if (problem === undefined) return name;
  const better = kebabOf(name);
  const hint = problemWith(better) === undefined && better !== name ? `For example: ${better}` : EXAMPLES;
  throw badInput(`name: ${problem}`, hint);
}
