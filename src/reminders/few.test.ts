import { afterEach, beforeEach, expect, test } from "vitest";
import { callContent } from "../capture/index.ts";
import { isoTime, ManualClock } from "../core/index.ts";
import { Stage } from "../engine.test-kit.ts";
import type { MessageKind, MessageRole } from "../store/index.ts";
import { choose, relevantFor } from "./choose.ts";

const PROJECT = "/projects/alpha";
const DAY = 24 * 3_600_000;
const NOTHING = { sessionId: "now", since: "", texts: [] };

let stage: Stage;
let made = 0;
beforeEach(async () => {
  stage = await Stage.open({}, new ManualClock("2026-06-15T12:00:00.000Z"));
});
afterEach(() => stage.engine.close());

const remember = (content: string) => stage.engine.memory.remember({ content, source: "user", project: PROJECT });
async function say(...said: readonly (readonly [MessageRole, MessageKind, string])[]): Promise<void> {
  const { session } = await stage.engine.sessions.create({ key: `key ${++made}`, project: PROJECT });
  const createdAt = isoTime(stage.clock.now());
  const messages = said.map(([role, kind, content]) => ({
    role,
    kind,
    content,
    createdAt,
    sourceId: `source ${++made}`,
  }));
  await stage.store.transaction((tables) => tables.messages.append(session.id, messages));
  await stage.engine.memory.indexer.finished();
  stage.clock.advance(DAY);
}
/** What a prompt is given, however long this machine takes for it. */
async function given(prompt: string): Promise<string> {
  const asked = { query: prompt, project: PROJECT, limit: 4, budget: 4000, explain: true, withinMs: 60_000 };
  const recalled = await stage.engine.memory.recall(asked);
  return choose(relevantFor(prompt, recalled), NOTHING, stage.clock.now())?.text ?? "";
}

test("M2: a project that remembers one thing is reminded of it soon, though nothing else happens there", async () => {
  await remember("The staging port is 8443.");
  while ((await stage.engine.memory.index()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await given("Open the staging port in the firewall.")).toContain("The staging port is 8443.");
  expect(await given("Rename the visitor classes and sort the imports.")).toBe("");
});

test("M2: what a tool was called with is not given as if somebody had said it", async () => {
  const path = "/srv/app/src/otter/lighthouse-photos.ts";
  await say(
    ["assistant", "tool_use", callContent("Edit", { file_path: path, old_string: "otter", new_string: "heron" })],
    ["assistant", "text", "The otter photos of the lighthouse are read by lighthouse-photos.ts."],
  );
  const text = await given("Where do we read the otter photos of the lighthouse? In lighthouse-photos.ts?");
  expect(text).toContain("you said: The otter photos");
  expect(text).not.toContain("old_string");
});

test("M2: a rule, and that it was understood, are one line", async () => {
  await say(
    ["user", "prompt", "Always install the otter packages with pnpm, never with npm."],
    ["assistant", "text", "Understood, I will always install the otter packages with pnpm and never with npm."],
  );
  const text = await given("Please install the otter packages for the lighthouse with pnpm.");
  expect(text.match(/^- /gm)).toHaveLength(1);
});
