import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../core/index.ts";
import { unpackBody } from "../store/index.ts";
import type { Entry } from "./entry.ts";
import { Preparation } from "./prepare-entries.ts";

const entry = (content: string): Entry => ({
  sourceId: "a",
  role: "tool",
  kind: "tool_result",
  content,
  createdAt: "2026-01-02T03:04:05.000Z",
});
const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
const long = (text: string): string => `${text}\n`.repeat(Math.ceil(12_000 / (text.length + 1)));

const texts = fc
  .array(fc.constantFrom("const x = 1;", `token=${SECRET}`, "héllo 😀", "\ud800", "\0", "The tests pass."), {
    minLength: 1,
  })
  .map((pieces) => long(pieces.join(" ")));

test("H4: a long text comes to the same whether it was seen before or not", () => {
  const seenAll = new Preparation();
  fc.assert(
    fc.property(texts, (text) => {
      const fresh = new Preparation().prepare(entry(text));
      expect(seenAll.prepare(entry(text))).toEqual(fresh);
      expect(seenAll.prepare(entry(text))).toEqual(fresh);
    }),
  );
});

test("H4: a body has the hash, the size and the words of the text that is stored", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const prepared = new Preparation().prepare(entry(text));
      const content = prepared?.content ?? "";
      const body = prepared?.prepared?.body;
      expect(body?.hash).toBe(sha256(content));
      expect(body?.size).toBe(Buffer.byteLength(content));
      expect(unpackBody(body?.brotli ?? new Uint8Array())).toBe(content);
    }),
  );
});

test("H4: a secret in a long text is removed every time", () => {
  const preparation = new Preparation();
  for (const _ of [1, 2, 3]) {
    const prepared = preparation.prepare(entry(long(`export TOKEN=${SECRET}`)));
    expect(prepared?.content).toContain("[REDACTED]");
    expect(unpackBody(prepared?.prepared?.body?.brotli ?? new Uint8Array())).not.toContain(SECRET);
  }
});
