import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callContent } from "../../capture/index.ts";
import { isoTime, ManualClock } from "../../core/index.ts";
import { Stage } from "../../engine.test-kit.ts";
import type { MessageKind, MessageRole } from "../../store/index.ts";

const DAY = 24 * 3_600_000;

let stage: Stage;
let session = "";
let made = 0;
beforeEach(async () => {
  stage = await Stage.open({}, new ManualClock("2026-06-15T12:00:00.000Z"));
  session = (await stage.engine.sessions.create({ key: "exchange", project: "/p" })).session.id;
});
afterEach(() => stage.engine.close());

async function tell(role: MessageRole, kind: MessageKind, content: string): Promise<void> {
  stage.clock.advance(1000);
  const message = { role, kind, content, createdAt: isoTime(stage.clock.now()), sourceId: `source ${++made}` };
  await stage.store.transaction(({ messages }) => messages.append(session, [message]));
}
const ask = (content: string) => tell("user", "prompt", content);
const answer = (content: string) => tell("assistant", "text", content);
async function work(command: string, printed: string): Promise<void> {
  await tell("assistant", "tool_use", callContent("Bash", { command }));
  await tell("tool", "tool_result", printed);
}
const contents = async (query: string) =>
  (await stage.engine.memory.recall({ query, project: "/p" })).map(({ content }) => content);

describe("M2: an earlier question that was nearly this one comes after what answers it", () => {
  const FIX = "The worker kept every upload in one buffer; streaming them to disk fixed it.";

  test.each(["how did we fix ENOMEM", "How did we fix the ENOMEM?", "how did we fix enomem again"])(
    "%j",
    async (query) => {
      await ask("The upload worker dies with ENOMEM.");
      await work("npm run upload", "ENOMEM: not enough memory");
      await answer(FIX);
      stage.clock.advance(2 * DAY);
      await ask("how did we fix ENOMEM");
      await work("git log --oneline", "b7720ce Stream uploads to disk");
      await work("git show b7720ce", "src/upload.ts | 12 ++++----");
      await answer("By streaming uploads to disk instead of holding them in one buffer: b7720ce.");
      stage.clock.advance(2 * DAY);
      await ask("Paint the fence.");
      await answer("The fence is painted.");
      stage.clock.advance(2 * DAY);
      const found = await contents(query);
      const question = found.indexOf("how did we fix ENOMEM");
      const fix = found.findIndex((text) => text.startsWith("By streaming"));
      expect(fix, found.join(" | ")).toBeGreaterThanOrEqual(0);
      expect(question === -1 || fix < question, found.join(" | ")).toBe(true);
      expect(found[0]).not.toBe("how did we fix ENOMEM");
    },
  );
});

describe("M5: what was decided about a file", () => {
  beforeEach(async () => {
    for (const place of ["/srv/app/src/auth/session.ts", "/srv/app/src/auth/token.ts", "/srv/app/src/fence.ts"]) {
      await tell("assistant", "tool_use", callContent("Read", { file_path: place }));
      await tell("assistant", "tool_use", callContent("Edit", { file_path: place, old_string: "a", new_string: "b" }));
    }
    await ask("Let us go for cookies: session.ts never holds a refresh token, as the last audit wanted it.");
    await tell("assistant", "tool_use", callContent("Edit", { file_path: "/srv/app/src/auth/session.ts" }));
    stage.clock.advance(2 * DAY);
  });

  test("comes before the calls that merely name it", async () => {
    const found = await stage.engine.memory.recall({
      ...{ query: "what did we decide", file: "src/auth/session.ts", project: "/p" },
    });
    expect(found[0]?.content).toContain("never holds a refresh token");
  });

  test("and of a folder, all that is in it", async () => {
    const found = await stage.engine.memory.recall({ file: "src/auth", project: "/p", limit: 20 });
    expect(found.map(({ content }) => content)).toEqual(
      expect.arrayContaining([expect.stringContaining("session.ts"), expect.stringContaining("token.ts")]),
    );
    for (const { content } of found) expect(content).not.toContain("fence.ts");
  });
});
