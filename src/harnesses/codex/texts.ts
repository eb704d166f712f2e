/**
 * What the client tells every model, in messages that bear the user's or the developer's name: it repeats in every
 * session.
 */
const INSTRUCTIONS =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|collaboration_mode|skills_instructions|apps_instructions|plugins_instructions|recommended_plugins|personality_spec|model_switch|instructions|codex_internal_context)\b|# AGENTS\.md instructions\b)/i;

/** What the client reports in the user's name: it happened in this session, but the user did not say it. */
const REPORTS = /^\s*<(?:turn_aborted|subagent_notification|user_action|hook_prompt|skill)\b/i;

/** A command that the user ran by hand, with what it printed. */
const SHELL_COMMAND = /^\s*<user_shell_command>/i;

/** Whether a text is one of those that the client, or a hook, writes into every session. */
export const isInstruction = (text: string, kind: string | undefined): boolean =>
  (kind !== undefined && kind !== "unknown") || INSTRUCTIONS.test(text);

export type Author = "user" | "shell" | "report" | "instructions";

/** Who is behind a text that stands in the user's name. Newer versions say it in so many words. */
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
