import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { root } from "./product.mjs";

/* Transcripts for a benchmark that imports them: real ones where they are given, else such as Claude Code writes. */

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

const bytesOf = (path) => (path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path));

/** The transcripts in files and folders, packed or not; of a rescue case what came before the compaction. */
export const realTranscripts = (paths) =>
  paths
    .flatMap(filesBelow)
    .filter((path) => /\.jsonl(?:\.gz)?$/.test(path) && !/(?:after|truth)\.jsonl/.test(path))
    .map(bytesOf);

const sources = () =>
  filesBelow(join(root, "src"))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));

const START = Date.UTC(2026, 0, 5);

/** One session: prompts, thoughts, files that are read and edited. Always the same for the same number. */
class Session {
  #lines = [];
  #id;
  #bytes = 0;

  constructor(number) {
    this.#id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  }

  get bytes() {
    return this.#bytes;
  }

  get text() {
    return this.#lines.join("");
  }

  #write(type, message, more = {}) {
    const at = this.#lines.length;
    const uuid = `${this.#id.slice(0, 8)}-${String(at).padStart(4, "0")}-4000-8000-${String(at * 7919).padStart(12, "0")}`;
    const line = `${JSON.stringify({
      ...{ parentUuid: uuid, isSidechain: false, userType: "external", cwd: "/home/dev/acme", sessionId: this.#id },
      ...{ version: "2.1.325", gitBranch: "main", type, message, uuid },
      ...{ timestamp: new Date(START + at * 1000).toISOString(), ...more },
    })}\n`;
    this.#bytes += line.length;
    this.#lines.push(line);
  }

  #says(content) {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 800,
      cache_read_input_tokens: 40_000,
      output_tokens: 90,
    };
    this.#write("assistant", {
      id: `msg_${this.#lines.length}`,
      role: "assistant",
      model: "claude-test",
      content: [content],
      usage,
    });
  }

  turn(number, { path, text }) {
    const id = `toolu_${this.#id.slice(0, 8)}_${number}`;
    this.#write("user", { role: "user", content: `Look at ${path} and say what step ${number} of it does.` });
    this.#says({
      type: "thinking",
      thinking: `Step ${number} stands in ${path}; I read it first.`,
      signature: "s".repeat(300),
    });
    this.#says({ type: "tool_use", id, name: "Read", input: { file_path: path, offset: number } });
    const printed = `${number}\n${text}`;
    this.#write(
      "user",
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: printed, is_error: false }] },
      // The client keeps what a tool gave twice: as the model sees it, and for itself.
      { toolUseResult: { type: "text", file: { filePath: path, content: printed, numLines: number } } },
    );
    this.#says({ type: "text", text: `Step ${number} of ${path} checks its input and hands it on.` });
  }
}

/** Transcripts of about so many bytes each. */
export function* generatedTranscripts(count, bytes) {
  const files = sources();
  for (let number = 0, turn = 0; number < count; number++) {
    const session = new Session(number);
    while (session.bytes < bytes) {
      turn += 1;
      session.turn(turn, files[(turn * 31) % files.length]);
    }
    yield Buffer.from(session.text);
  }
}
