import fc from "fast-check";
import { expect, test } from "vitest";
import { expectProportional } from "../../test/support/growth.ts";
import { fence, hasEcho, isOwnTool, withoutEcho } from "./fence.ts";

const escaped = (text: string) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "<throughline-context>",
        "</throughline-context>",
        "&lt;/throughline-context&gt;",
        "\n",
        "words",
        "<hook_context>",
        "</system-reminder>",
        "$1",
        "$&",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);
const plain = fc.string().filter((text) => !text.includes("throughline") && !text.includes("<"));

test("S8: what was injected is taken out whole, whatever it holds, and nothing around it", () => {
  fc.assert(
    fc.property(plain, anyText, plain, (before, inner, after) => {
      const injected = [`${fence("another")}\n${fence(inner)}`];
      expect(withoutEcho(before + fence(inner) + after, injected)).toBe(before + after);
      expect(withoutEcho(before + escaped(fence(inner)) + after, injected)).toBe(before + after);
      expect(hasEcho(before + fence(inner) + after)).toBe(true);
    }),
  );
});

test("S8: our tags in somebody else's words stay, with all that is between them", () => {
  fc.assert(
    fc.property(plain, anyText, (before, inner) => {
      const text = before + fence(`${inner} of mine`);
      expect(withoutEcho(text, [])).toBe(text);
      expect(withoutEcho(text, [fence("something else"), fence(inner)])).toBe(text);
    }),
  );
});

test("S8: several injected texts are taken out one by one", () => {
  expect(withoutEcho(`a${fence("x")}b${fence("y")}c`, [fence("x"), fence("y")])).toBe("abc");
  expect(withoutEcho(`a${fence("x")}b${fence("y")}c`, [fence("y")])).toBe(`a${fence("x")}bc`);
});

test("item 2: tags without an end, or without a beginning, are read in linear time", async () => {
  for (const part of ["<throughline-context>\n", "\n</throughline-context>", "<throughline-context>\nx\n"])
    await expectProportional(
      (text) => withoutEcho(text, [fence("x")]),
      (size) => part.repeat(size / part.length),
      200_000,
    );
});

test("R1: nothing inside can end the fence", () => {
  fc.assert(
    fc.property(anyText, (inner) => {
      const text = fence(inner);
      expect(text.match(/(?:<|&lt;)\/throughline-context(?:>|&gt;)/g)).toEqual(["</throughline-context>"]);
      expect(text.endsWith("\n</throughline-context>")).toBe(true);
      expect(text.length).toBeLessThanOrEqual(fence("").length + inner.length);
    }),
  );
});

test("S8: the wrapper that a client put around it goes with it, one that holds more stays", () => {
  const x = [fence("x")];
  expect(withoutEcho(`a\n<system-reminder>\n${fence("x")}\n</system-reminder>\nb`, x)).toBe("a\nb");
  expect(withoutEcho(`<hook_context>${escaped(fence("x"))}</hook_context>\nhello`, x)).toBe("hello");
  expect(withoutEcho(`<system-reminder>${fence("x")} and more</system-reminder>`, x)).toBe(
    "<system-reminder> and more</system-reminder>",
  );
});

test.each([
  "what does <throughline-context> mean?",
  "the tags `<throughline-context>` and `</throughline-context>` are ours",
  "</throughline-context>",
  "throughline-context",
  "no tag at all, <system-reminder></system-reminder>",
])("S8: a mere mention is the user's own word and stays: %s", (text) => {
  expect(withoutEcho(text, [text, fence(text)])).toBe(text);
  expect(hasEcho(text)).toBe(false);
});

test("S8: our own tools are known under every name that clients give them", () => {
  for (const name of ["mcp__throughline__recall", "mcp__plugin_throughline_throughline__recall", "throughline__recall"])
    expect(isOwnTool(name)).toBe(true);
  for (const name of ["Bash", "mcp__github__throughline", "my_throughline", "", null, undefined])
    expect(isOwnTool(name)).toBe(false);
});
