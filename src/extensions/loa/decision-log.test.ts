import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyOf, findSection, readNotes, sectionsIn } from "../../markdown/index.ts";
import { NOTES_TEMPLATE } from "../ledgers/index.ts";
import { decisionsIn } from "./decision-log.ts";

const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.stringMatching(/^[A-Z][a-z]{1,6}( [A-Z][a-z]{1,6})?$/));
const block = fc.oneof(
  heading.map(([level, title]) => `${"#".repeat(level)} ${title}`),
  fc.constantFrom(
    "Some words.",
    "- item",
    "| a | b |\n|---|---|\n| c | d |",
    "```\n# Not a heading\n```",
    "<!-- # Nor this -->",
  ),
);
const document = fc.array(block, { minLength: 1, maxLength: 20 }).map((blocks) => blocks.join("\n\n"));

describe("L1: the sections of NOTES.md", () => {
  test("line ends, a byte order mark and the last newline make no difference", () => {
    fc.assert(
      fc.property(document, (text) => {
        const plain = readNotes(text);
        for (const other of [text.replaceAll("\n", "\r\n"), `\uFEFF${text}`, `${text}\n`, text.replaceAll("\n", "\r")])
          expect(readNotes(other)).toEqual(plain);
      }),
    );
  });

  test("every heading is a section that ends where one of its level or above begins", () => {
    fc.assert(
      fc.property(document, (text) => {
        const notes = readNotes(text);
        const headings = notes.lines.flatMap((line, at) => (/^#+ [A-Z]/.test(line) ? [at] : []));
        expect(notes.sections.map(({ from }) => from)).toEqual(
          headings.filter((at) => notes.lines[at] !== "# Not a heading"),
        );
        for (const section of notes.sections) {
          const next = notes.sections.find(({ from, level }) => from > section.from && level <= section.level);
          expect(section.to).toBe(next?.from ?? notes.lines.length);
          expect(sectionsIn(notes, section)).toEqual(
            notes.sections.filter(({ from }) => from > section.from && from < section.to),
          );
        }
      }),
    );
  });

  test("a section goes by its name, not by what begins like it", () => {
    const find = (title: string) => findSection(readNotes(`${title}\n\nbody\n`), "Decision Log");
    for (const title of ["# Decision Log", "### decision log:", "## 3) `Decision Log` — 2026", "Decision Log\n==="])
      expect(find(title)).toBeDefined();
    for (const title of [
      "## Decision Logs",
      "## Decision Log Archive",
      "## The Decision Log",
      "Decision Log",
      "    # Decision Log",
    ])
      expect(find(title)).toBeUndefined();
  });

  test("the template has its sections", () => {
    const notes = readNotes(NOTES_TEMPLATE);
    for (const name of ["Active Sub-Goals", "Session Continuity", "Decision Log"])
      expect(findSection(notes, name)).toBeDefined();
  });
});

describe("R2: the last decisions", () => {
  const titles = (log: string): string[] =>
    decisionsIn(readNotes(`## Decision Log\n${log}\n\n## Next\n- no\n`)).map(({ title }) => title);

  test("under headings, by their dates", () => {
    expect(titles("### 2026-01-02T10:00:00Z - B\nx\n#### Why\ny\n### 2026-01-03 - C\n### 2026-01-01 - A")).toEqual([
      "2026-01-03 - C",
      "2026-01-02T10:00:00Z - B",
      "2026-01-01 - A",
    ]);
  });

  test("in a table, without its head; in a list; newest at the end", () => {
    expect(titles("| Decision | Why |\n|---|:--|\n| Use JWT | standard |\n| Redis | |")).toEqual([
      "Redis",
      "Use JWT · standard",
    ]);
    expect(titles("- first\n- second")).toEqual(["second", "first"]);
    expect(titles("nothing yet")).toEqual([]);
  });

  test("inside Session Continuity, as seed 002 has them", () => {
    const notes = readNotes(
      "## Session Continuity\n### Decision Log\n#### 2026-01-01 - A\nbecause\n### Pending Questions\n- [ ] q\n",
    );
    const [only] = decisionsIn(notes);
    expect(only).toEqual({ title: "2026-01-01 - A", lines: ["#### 2026-01-01 - A", "because"] });
    const section = findSection(notes, "Pending Questions");
    expect(section && bodyOf(notes, section)).toEqual(["- [ ] q"]);
  });
});
