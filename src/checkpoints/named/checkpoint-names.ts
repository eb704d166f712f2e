import { badInput } from "../../core/index.ts";

/* A checkpoint's name is the name of its file, and must show at a glance which task it is. */

export const AUTOSAVE = "autosave";
/** In the checkpoints' folder, but not a checkpoint. */
export const AUTOSAVE_LOG = "autosave-log";

const RESERVED = [AUTOSAVE, AUTOSAVE_LOG];
/** Words that do not name a task. */
const SAYS_NOTHING = new Set(
  "task work save untitled backup checkpoint session temp tmp wip misc stuff thing things todo name new unnamed default test tests testing demo foo bar".split(
    " ",
  ),
);
/** Names that Windows reserves for devices. */
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
  if (/[/\\]/.test(name)) return "it contains a path separator; a name is not a path";
  if (name.includes("..")) return "it contains `..`; a name is not a path";
  if (RESERVED.includes(name.toLowerCase())) return `${name} is reserved for automatic saves`;
  const words = kebabOf(name).split("-");
  if (words.every((word) => SAYS_NOTHING.has(word) || /^\d+$/.test(word))) return `"${name}" could be any task`;
  if (!KEBAB.test(name))
    return "it is not in kebab-case: small letters (of any script) and digits, joined by single dashes";
  if (DEVICE.test(name)) return "Windows reserves that name for a device";
  if (/^[a-z\d]{1,2}$/.test(name)) return `"${name}" is too short to name a task`;
  if ([...name].length > LONGEST) return `it is longer than ${LONGEST} characters`;
  return undefined;
}

/** The name as files have it; throws with the reason where it is not allowed. */
export function checkedName(input: string): string {
  const name = input.normalize("NFC");
  const problem = problemWith(name);
  if (problem === undefined) return name;
  const better = kebabOf(name);
  const hint = problemWith(better) === undefined && better !== name ? `For example: ${better}` : EXAMPLES;
  throw badInput(`name: ${problem}`, hint);
}
