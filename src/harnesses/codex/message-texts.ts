/** Text that the client repeats in every session, in messages of the user or developer role. */
const INSTRUCTIONS =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|collaboration_mode|skills_instructions|apps_instructions|plugins_instructions|recommended_plugins|personality_spec|model_switch|instructions|codex_internal_context)\b|# AGENTS\.md instructions\b)/i;

/** What the client reports in a user message: it happened in this session, but is not from the user. */
const REPORTS = /^\s*<(?:turn_aborted|subagent_notification|user_action|hook_prompt|skill)\b/i;

/** A command that the user ran by hand, with what it printed. */
const SHELL_COMMAND = /^\s*<user_shell_command>/i;

/** Whether the client, or a hook, writes this text into every session. */
export const isInstruction = (text: string, kind: string | undefined): boolean =>
  (kind !== undefined && kind !== "unknown") || INSTRUCTIONS.test(text);

export type Author = "user" | "shell" | "report" | "instructions";

/** The author of a text with the user role; newer versions state it in `kind`. */
export function authorOf(text: string, kind: string | undefined): Author {
  if (kind?.startsWith("user.")) return "user";
  if (SHELL_COMMAND.test(text)) return "shell";
  if (REPORTS.test(text)) return "report";
  return isInstruction(text, kind) ? "instructions" : "user";
}

const EXIT_CODE = /^(?:Process exited with code|Exit code:?) (\d+)$/m;
const HEAD_CHARS = 400;

function wrappedCode(output: string): number | undefined {
  if (!output.startsWith("{")) return undefined;
  // An earlier form: `{"output": "…", "metadata": {"exit_code": 1, …}}` as text.
  const found = /"metadata":\{"exit_code":(-?\d+)/.exec(output);
  return found ? Number(found[1]) : undefined;
}

/** Whether a tool's answer says that it failed. */
export function isFailure(output: string): boolean {
  const found = EXIT_CODE.exec(output.slice(0, HEAD_CHARS))?.[1];
  const code = found === undefined ? wrappedCode(output) : Number(found);
  return code !== undefined && code !== 0;
}
