import { z } from "zod";

/*
 * What belongs to the client and not to the work: how its tools call their fields and choices, and the fixed words of its answers.
 * An agent has them in the descriptions of its tools. Where a project itself speaks of them, they stand in its files.
 */

/** Fixed words of each client's tools and answers, beyond what the calls of a session show by themselves. */
const FIXED = {
  "claude-code":
    "file_path old_string new_string replace_all notebook_path edit_mode output_mode files_with_matches head_limit subagent_type run_in_background in_progress activeForm task_id task_type retrieval_status local_agent local_bash tool_use_error tool_use_id tool_use tool_result total_tokens tool_uses duration_ms agentId persisted-output system-reminder TodoWrite WebFetch WebSearch AskUserQuestion ExitPlanMode TaskOutput TaskUpdate TaskCreate NotebookEdit",
  codex:
    "exec_command write_stdin apply_patch update_plan view_image in_progress timeout_ms yield_time_ms max_output_tokens sandbox_permissions with_escalated_permissions session_id chunk_id original_token_count",
  gemini:
    "run_shell_command read_file write_file read_many_files search_file_content list_directory save_memory dir_path absolute_path file_path old_string new_string expected_replacements in_progress",
  opencode: "filePath oldString newString replaceAll todowrite todoread in_progress subagent_type",
};
const FIXED_WORDS: ReadonlySet<string> = new Set(Object.values(FIXED).flatMap((words) => words.split(" ")));

const callShape = z.object({ name: z.string(), input: z.unknown() });

/** Under these a tool is told one of the few things that it knows. Agents and skills are not among them: they are called by name. */
const CHOICE = /(?:^|[_-])(?:mode|status|kind|level|priority|format)$|(?:Mode|Status)$/;
const ONE_WORD = /^[A-Za-z][\w-]{2,40}$/;
function collect(value: unknown, into: Set<string>, depth = 0): void {
  if (value === null || typeof value !== "object" || depth > 4) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) into.add(key);
    if (typeof inner === "string" && CHOICE.test(key) && ONE_WORD.test(inner)) into.add(inner);
    else collect(inner, into, depth + 1);
  }
}

/** The client's words, as the calls of a session show them. */
export class Vocabulary {
  readonly #words = new Set<string>(FIXED_WORDS);

  /** A call: the name of its tool, of its fields, and what it chose. */
  addCall(content: string): void {
    const call = callShape.safeParse(parsedJson(content));
    if (!call.success) return;
    this.#words.add(call.data.name);
    collect(call.data.input, this.#words);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What a client says itself in the place of a result or around it. */
const OWN_WORDS = [
  /<tool_use_error>[\s\S]*?(?:<\/tool_use_error>|$)/g,
  /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g,
  /<usage>[\s\S]*?<\/usage>/g,
  /<(retrieval_status|task_id|task_type|status|exit_code)>[^<\n]*<\/\1>/g,
  /^agentId: .*$/gm,
  /^The user doesn['’]t want to (?:(?!the user said:)[\s\S])*(?:the user said:)?/,
];

/** A result without what the client put around it or in its place. */
export const withoutClientWords = (result: string): string =>
  OWN_WORDS.reduce((text, own) => text.replace(own, " "), result);
