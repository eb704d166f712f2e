// A real session through the hooks of the library, in the shape the evaluator asks for:
//   node rescue.mjs --cases … --injector bench/rescue-injector.mjs
// The client is played: it starts, is compacted (or ends, and another session begins), and what its hooks are given is
// what counts.
import { readFileSync } from "node:fs";
import { openThroughline } from "../dist/index.js";

const MINUTE_MS = 60_000;

/** When the transcript ends: what is asked for is asked right after. */
function endOf(transcriptPath) {
  const times = [...readFileSync(transcriptPath, "utf8").matchAll(/"timestamp":"([^"]+)"/g)].map(([, time]) =>
    Date.parse(time),
  );
  return Math.max(...times.filter(Number.isFinite), 0) || Date.now();
}

/** What hooks answer, in the words of one client. */
class Client {
  #engine;
  #common;
  #calls = 0;

  constructor(engine, common) {
    this.#engine = engine;
    this.#common = common;
  }

  async hook(event, fields) {
    const body = JSON.stringify({ ...this.#common, ...fields });
    this.#calls += 1;
    const request = { event, harness: "claude-code", body, runtime: "hooks", hookPid: String(this.#calls) };
    const { answer } = await this.#engine.hooks.handle(request);
    await this.#engine.hooks.idle();
    return answer.inject ?? "";
  }

  start = (source) => this.hook("session-start", { hook_event_name: "SessionStart", source });

  async compact(summary) {
    await this.hook("pre-compaction", { hook_event_name: "PreCompact", trigger: "auto" });
    const atOnce = await this.start("compact");
    await this.hook("post-compaction", { hook_event_name: "PostCompact", trigger: "auto", compact_summary: summary });
    const call = { tool_name: "TodoWrite", tool_use_id: "next", tool_input: {}, tool_response: "" };
    return [atOnce, await this.hook("post-tool-use", { hook_event_name: "PostToolUse", ...call })];
  }

  end = () => this.hook("session-end", { hook_event_name: "SessionEnd", reason: "other" });
}

export async function create() {
  return {
    name: "throughline",
    async inject({ transcriptPath, summary, cwd, sessionId, budget }) {
      let time = endOf(transcriptPath);
      const clock = { now: () => time, after: () => () => {} };
      const config = { continuity: { recoveryBudgetChars: budget } };
      const engine = await openThroughline({ store: "memory", clock, config });
      try {
        const client = new Client(engine, { session_id: sessionId, cwd, transcript_path: transcriptPath });
        await client.start("startup");
        if (summary !== "") return (await client.compact(summary)).filter((text) => text !== "").join("\n");
        await client.end();
        time += MINUTE_MS;
        return await new Client(engine, { session_id: `after-${sessionId}`, cwd }).start("startup");
      } finally {
        await engine.close();
      }
    },
  };
}
