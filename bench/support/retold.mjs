/** A call with its output as an agent's own program would keep it: what was done, and what came of it. */
const done = ({ ran, read, edited }) => (ran === undefined ? (read ? `read ${read}` : `edited ${edited}`) : `$ ${ran}`);

/** A message of a generated conversation as an agent's program appends it. */
export const asAgentMessage = ({ role, text, printed, ...call }) =>
  text === undefined ? { role: "tool", content: `${done(call)}\n${printed}` } : { role, content: text };

function toolOf({ ran, read, edited }) {
  if (ran !== undefined) return { name: "Bash", input: { command: ran } };
  if (read !== undefined) return { name: "Read", input: { file_path: read } };
  return { name: "Edit", input: { file_path: edited, old_string: "a", new_string: "b" } };
}

/**
 * A generated conversation as the transcript of a Claude Code session; a tool's call and its output are two messages.
 */
export function transcriptOf(messages, { sessionId, cwd, begins, stepMs }) {
  const lines = [];
  const write = (at, line) => {
    const timestamp = new Date(begins + at * stepMs).toISOString();
    lines.push(
      JSON.stringify({ sessionId, cwd, isSidechain: false, timestamp, uuid: `entry-${lines.length}`, ...line }),
    );
  };
  const assistant = (at, content) =>
    write(at, {
      type: "assistant",
      message: { id: `msg-${lines.length}`, role: "assistant", model: "bench", content: [content] },
    });
  for (const [at, { role, text, printed, fails = false, ...call }] of messages.entries()) {
    if (role === "user") write(at, { type: "user", promptId: `prompt-${at}`, message: { role, content: text } });
    else if (role === "assistant") assistant(at, { type: "text", text });
    else {
      const id = `toolu_${at}`;
      assistant(at, { type: "tool_use", id, ...toolOf(call) });
      const result = { type: "tool_result", tool_use_id: id, content: printed, is_error: fails };
      write(at, { type: "user", message: { role: "user", content: [result] } });
    }
  }
  return `${lines.join("\n")}\n`;
}
