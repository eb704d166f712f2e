// A chat in the terminal that never starts over: whatever was said, in whatever year, is kept, distilled and recalled.
//   MODEL=… API_KEY=… node forever-agent.mjs
import { createInterface } from "node:readline";
import { memoryOf } from "./memory.mjs";
import { modelOf } from "./model.mjs";

const AGENT = process.env.AGENT ?? "forever";
const BUDGET = Number(process.env.BUDGET ?? 50_000);
const SYSTEM_PROMPT =
  process.env.SYSTEM_PROMPT ??
  "You are a companion for years. What stands in <throughline-context> is your own memory of earlier days: rely on it.";

/** Says in one line that older messages were replaced by a summary; they stay in the ledger. */
function tellOf(distillation) {
  if (!distillation) return;
  const { messagesBefore, messagesAfter, tokensBefore, tokensAfter } = distillation;
  console.log(`[distilled: ${messagesBefore} → ${messagesAfter} messages, ${tokensBefore} → ${tokensAfter} tokens]`);
}

const model = modelOf(process.env);
const memory = await memoryOf(process.env);
await memory.setProfile(AGENT, { systemPrompt: SYSTEM_PROMPT, model: model.name });

async function keep(message) {
  const { distillation } = await memory.append({ agent: AGENT, channel: "terminal", ...message });
  tellOf(distillation);
}

async function answer() {
  const context = await memory.context(AGENT, { budget: BUDGET });
  const { text, usage } = await model.ask(context);
  console.log(text);
  // What the API counted tells Throughline how its own estimate differs for this model.
  await keep({ role: "assistant", content: text, model: model.name, usage });
}

/** A message of the conversation has an id; what leads it is Throughline's own. */
const last = (await memory.context(AGENT, { budget: BUDGET })).messages.at(-1);
let unanswered = last?.id !== undefined && last.role === "user";
if (unanswered) console.log(`[not answered yet: an empty line asks again] ${last.content}`);

const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY });
lines.setPrompt(process.stdin.isTTY ? "> " : "");
// Without goodbye: all that was said is stored already.
lines.on("SIGINT", () => process.exit(130));
lines.prompt();
try {
  for await (const line of lines) {
    const said = line.trim();
    try {
      // First of all it is stored: whatever happens to the model, it was said.
      if (said !== "") await keep({ role: "user", content: said });
      if (said !== "" || unanswered) await answer();
      unanswered = false;
    } catch (error) {
      unanswered = true;
      console.error(`[no answer: ${error.message}. What you said is kept; an empty line asks again.]`);
    }
    lines.prompt();
  }
} finally {
  await memory.close();
}
process.exitCode = unanswered ? 1 : 0;
