// Conversations that the project wrote itself, as plain text: sessions, messages, and questions with the messages that
// answer them.
import { readFileSync } from "node:fs";

const MESSAGE_MS = 120_000;
const timeAt = (day, hour) => Date.parse(`${day}T${hour}:00Z`);

/**
 * `# day hour` begins a session, `[id] Speaker: text` is a message, `?? day hour` the time of the questions, `? kind:
 * text => ids` one of them.
 */
export function readConversation(file) {
  const docs = [];
  const queries = [];
  let session = 0;
  let time = 0;
  let now = 0;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const begin = /^(#|\?\?) (\S+) (\S+)$/.exec(line);
    const message = /^\[(\w+)\] ([^:]+): (.+)$/.exec(line);
    const question = /^\? (\w+): (.+?) =>(.*)$/.exec(line);
    if (begin?.[1] === "#") {
      session += 1;
      time = timeAt(begin[2], begin[3]);
    } else if (begin) now = timeAt(begin[2], begin[3]);
    else if (message) {
      const [, id, speaker, text] = message;
      docs.push({ id, session: `s${session}`, ts: time, speaker, text: text.replaceAll("\\n", "\n") });
      time += MESSAGE_MS;
    } else if (question) {
      const [, category, text, labels] = question;
      queries.push({ category, text, relevant: labels.trim().split(/\s+/).filter(Boolean) });
    }
  }
  return { docs, queries, now };
}
