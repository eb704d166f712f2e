import { appendFileSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { filesBelow } from "./files.ts";
import { User } from "./user.test-kit.ts";

const AT = "2026-01-02T03:04:05.000Z";
const idOf = (n: number): string => `${n}1111111-2222-4333-8444-555555555555`;

let user: User;
beforeEach(async () => {
  user = await User.open();
});

const link = (to: string, path: string): void => symlinkSync(to, join(user.home, path));

const claudeLine = (n: number, words: string) => ({
  ...{ type: "user", uuid: words, sessionId: idOf(n), timestamp: AT, cwd: "/gone" },
  message: { role: "user", content: words },
});
const claude = (n: number, folder: string): string =>
  user.put(`.claude/projects/${folder}/${idOf(n)}.jsonl`, claudeLine(n, `words ${n}`));

test("H4: files below a folder are found once each, by their own names before those of links, whatever links lead back", async () => {
  const folder = join(user.home, "below");
  const names = ["b/1.jsonl", "b/deep/2.jsonl", "note.txt"];
  for (const name of names) user.put(`below/${name}`, {});
  user.put("elsewhere/3.jsonl", {});
  link(".", "below/a-loop");
  link("b", "below/a-twice");
  link("..", "below/b/up");
  link("../elsewhere", "below/out");
  link("../below", "elsewhere/back");
  link("b/1.jsonl", "below/0.jsonl");
  // By this name it is one of those that are looked for.
  link("note.txt", "below/note.jsonl");
  const found: string[] = [];
  const passedOver: string[] = [];
  const walk = filesBelow(folder, /\.jsonl$/, (path) => passedOver.push(path));
  for await (const path of walk) found.push(path.slice(folder.length + 1));
  expect(found).toEqual(["b/1.jsonl", "b/deep/2.jsonl", "note.jsonl", "out/3.jsonl"]);
  expect(passedOver).toEqual([]);
});

test("H4: a link that leads back, and a folder that is linked twice, bring and count each history once", async () => {
  const files = [claude(1, "-one"), claude(2, "-two")];
  const survey = await user.stage.engine.imports.survey(user.request);
  link(".", ".claude/projects/-loop");
  link("-two", ".claude/projects/-again");
  expect(await user.stage.engine.imports.survey(user.request)).toEqual(survey);
  expect(await user.importAll()).toMatchObject({ sessions: 2, sessionsDone: 2, newSessions: 2, messages: 2 });
  const bytes = survey.reduce((sum, one) => sum + one.bytes, 0);
  expect(user.stage.engine.imports.account).toMatchObject({ bytes, bytesRead: bytes });
  expect(await user.stage.session(idOf(2))).toMatchObject({ transcriptPath: files[1] });
});

test("H4: what grows behind a link is followed, and read once", async () => {
  const file = claude(1, "-one");
  const atNow = () => utimesSync(file, user.stage.clock.now() / 1000, user.stage.clock.now() / 1000);
  atNow();
  link(".", ".claude/projects/-loop");
  await user.importAll();
  user.stage.clock.advance(60_000);
  appendFileSync(file, `${JSON.stringify(claudeLine(1, "more"))}\n`);
  atNow();
  await user.stage.engine.imports.follow();
  const session = await user.stage.session(idOf(1));
  expect((await user.stage.store.messages.list(session.id)).map(({ content }) => content)).toEqual(["words 1", "more"]);
  expect(await user.importAll()).toMatchObject({ messages: 0, bytesRead: 0 });
});

test("H4: other clients' folders that are linked twice bring and count each history once, too", async () => {
  user.put(
    ".gemini/tmp/one/chats/session-1.jsonl",
    { sessionId: "g-1", projectHash: "h", startTime: AT },
    { id: "m-1", timestamp: AT, type: "user", content: "hello" },
  );
  link("one", ".gemini/tmp/again");
  user.put(
    ".openclaw/agents/main/sessions/o-1.jsonl",
    { type: "session", version: 4, id: "o-1", timestamp: AT },
    { type: "message", id: "e-1", timestamp: AT, message: { role: "user", content: "hello" } },
  );
  link("main", ".openclaw/agents/again");
  // As the client itself left it when it was renamed.
  link(".openclaw", ".clawdbot");
  const surveyed = await user.stage.engine.imports.survey(user.request);
  expect(surveyed).toMatchObject([{ sessions: 1 }, { sessions: 1 }]);
  const account = await user.importAll();
  expect(account).toMatchObject({ sessions: 2, newSessions: 2, messages: 2 });
  expect(account.bytesRead).toBe(surveyed.reduce((sum, one) => sum + one.bytes, 0));
});

test("H4: a session in several files is one session for the dry run, while it runs, and when it is over", async () => {
  for (const folder of ["-one", "-two"])
    user.put(`.claude/projects/${folder}/${idOf(1)}.jsonl`, claudeLine(1, "shared"), claudeLine(1, folder));
  claude(2, "-one");
  expect(await user.stage.engine.imports.survey(user.request)).toMatchObject([{ sessions: 2, newSessions: 2 }]);
  const begun = await user.stage.engine.imports.start(user.request);
  expect(begun).toMatchObject({ sessions: 2, sessionsDone: 0 });
  while (user.stage.engine.imports.account.state === "running") await new Promise((resolve) => setImmediate(resolve));
  const { account } = user.stage.engine.imports;
  expect(account).toMatchObject({ sessions: 2, sessionsDone: 2, newSessions: 2, emptySessions: 0, messages: 4 });
  expect(account.harnesses).toMatchObject([{ sessions: 2, newSessions: 2 }]);
});
