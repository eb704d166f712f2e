import { describe, expect, it } from "vitest";
import { renderChange } from "./change.ts";

const change = (before: string | undefined, after: string | undefined) =>
  renderChange({ path: "/p", before, after, description: "hooks" });

describe("H1: a change is shown before it is made", () => {
  it("with a few lines around each place", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    const after = [...lines.slice(0, 9), "new", ...lines.slice(10), "end"];
    expect(change(`${lines.join("\r\n")}\r\n`, `${after.join("\r\n")}\r\n`)).toBe(
      [
        "change /p: hooks",
        "@ line 7",
        "  line 7",
        "  line 8",
        "  line 9",
        "- line 10",
        "+ new",
        "  line 11",
        "  line 12",
        "  line 13",
        "@ line 18",
        "  line 18",
        "  line 19",
        "  line 20",
        "+ end",
      ].join("\n"),
    );
  });

  it("also when a file is made or goes", () => {
    expect(change(undefined, "a\nb\n")).toBe("create /p: hooks\n+ a\n+ b");
    expect(change("a\n", undefined)).toBe("delete /p: hooks\n- a");
  });

  it("without the user's secrets next to it", () => {
    const secret = `"ANTHROPIC_API_KEY": "sk-ant-api03-${"Zx9".repeat(30)}"`;
    expect(change(`{\n${secret}\n}`, `{\n${secret},\n"b": 1\n}`)).not.toContain("Zx9Zx9");
  });

  it("and quickly for a large file that is wholly different", () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`).join("\n");
    expect(change(many("a"), many("b")).split("\n")).toHaveLength(10_001);
  });
});
