import { expect, test } from "vitest";
import { at, emptyStore, stored, storeOfSchema19 } from "../store/store.test-kit.ts";
import { transcriptCursors } from "./transcript.ts";

const PATH = "/home/ünï/a 'b' \"c\"\n.jsonl";

test("S8: a transcript's cursor is where it was last saved", async () => {
  const store = emptyStore();
  const { id: sessionId } = await stored(store);
  expect(await transcriptCursors(store).get(PATH)).toBeUndefined();
  const first = { path: PATH, sessionId, byteOffset: 10, fileId: null, tail: null, brokenLines: 0, updatedAt: at(1) };
  await transcriptCursors(store).put(first);
  expect(await transcriptCursors(store).get(PATH)).toEqual(first);
  const second = { ...first, byteOffset: 5_000_000_000, fileId: "1:2", tail: "ab12", brokenLines: 3, updatedAt: at(2) };
  await transcriptCursors(store).put(second);
  expect(await transcriptCursors(store).get(PATH)).toEqual(second);
});

test("S8: transcripts are read on from where schema 19 stopped", async () => {
  const store = storeOfSchema19(`
    INSERT INTO transcripts (path, session_id, byte_offset, file_id, broken_lines, updated_at, tail)
      VALUES ('/a.jsonl', 's1', 5000000000, '1:2', 3, '${at(1)}', 'ab12');`);
  expect(await transcriptCursors(store).get("/a.jsonl")).toEqual({
    ...{ path: "/a.jsonl", sessionId: "s1", byteOffset: 5_000_000_000, fileId: "1:2", tail: "ab12" },
    ...{ brokenLines: 3, updatedAt: at(1) },
  });
});
