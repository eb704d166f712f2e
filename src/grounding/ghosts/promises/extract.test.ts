import fc from "fast-check";
import { expect, test } from "vitest";
import { promisesIn } from "./extract.ts";
import { OwnPrograms } from "./programs.ts";

const own = new OwnPrograms(["acme"]);
const told = (text: string, path = "README.md") =>
  promisesIn({ path, text }, own).map(({ kind, words, place }) => `${place.line} ${kind} ${words}`);

const word = fc.stringMatching(/^[a-z]{4,9}$/).filter((text) => !["planned", "never", "without"].includes(text));
const flag = fc.tuple(word, word).map((parts) => parts.join("-"));

test("G2: an item of a list of features is a promise, with its line and its words", () => {
  expect(told("# Acme\n\n## Features\n\n- **PDF export**: prints notes\n- Kanban board\n")).toEqual([
    "5 feature PDF export",
    "6 feature Kanban board",
  ]);
});

test.each([
  ["planned", "- Kanban board (planned)"],
  ["coming soon", "- **Kanban board**: coming soon"],
  ["an open task", "- [ ] Kanban board"],
  ["struck out", "- ~~Kanban board~~"],
  ["negated", "- Does not need a Kanban board"],
  ["only a link", "- [Kanban board](https://example.com)"],
  ["a quality", "- Fast and simple to use"],
  ["planned, in German", "- Kanban-Tafel (geplant)"],
  ["planned, in Spanish", "- Tablero Kanban (próximamente)"],
])("G2: what is %s promises nothing", (_, item) => {
  expect(told(`## Features\n\n${item}\n`)).toEqual([]);
});

test.each([
  "Roadmap",
  "Planned features",
  "Not yet",
  "Installation",
  "License",
  "Changelog",
  "How it compares",
  "Out of scope",
])("G2: under the heading %s nothing is promised, flags and routes included", (heading) => {
  expect(
    told(
      `## ${heading}\n\n- Kanban board\n- \`--dry-run\`\n- \`GET /api/things\`\n\n\`\`\`sh\nacme fly --high\n\`\`\`\n`,
    ),
  ).toEqual([]);
});

test("G2: the flags and commands of the project's own program are promises, on the line where they stand", () => {
  fc.assert(
    fc.property(word, flag, (command, option) => {
      const text = `# Acme\n\n\`\`\`sh\n# a comment\n$ acme ${command} --${option}=3 | cat\n\`\`\`\n`;
      expect(told(text)).toEqual([`5 command acme ${command}`, `5 flag --${option}`]);
    }),
  );
});

test("G2: the flags of other programs are not", () => {
  const others = fc.constantFrom(
    "git",
    "docker",
    "curl",
    "npm",
    "kubectl",
    "unknown-tool",
    "sudo apt-get",
    "FOO=1 grep",
  );
  fc.assert(
    fc.property(others, word, flag, (program, command, option) => {
      expect(told(`\`\`\`sh\n${program} ${command} --${option}\n\`\`\`\n`)).toEqual([]);
      expect(told(`Use \`${program} ${command} --${option}\` first.`)).toEqual([]);
    }),
  );
  expect(told("Pass `--squash` to git.")).toEqual([]);
});

test("G2: a flag that is said to be gone is none", () => {
  expect(told("There is no `--force` flag. The `--daemon` option was removed.")).toEqual([]);
  expect(told("The `--force` flag overwrites.")).toEqual(["1 flag --force"]);
});

test("G2: routes are read in prose, tables, headings and calls to the reader's own machine", () => {
  const text = [
    "`GET /api/things?limit=3` lists.",
    "",
    "| route | what |",
    "|---|---|",
    "| POST /api/things/{id} | changes |",
    "",
    "### DELETE /api/things/:id",
    "",
    "```sh",
    'curl -d "{}" http://localhost:8080/api/orders',
    "curl https://example.com/api/foreign",
    "```",
  ].join("\n");
  expect(told(text)).toEqual([
    "1 route GET /api/things",
    "5 route POST /api/things/{id}",
    "7 route DELETE /api/things/:id",
    "10 route POST /api/orders",
  ]);
});

test("G2: no text breaks the reading of promises, and each has a line that is there", () => {
  const piece = fc.constantFrom(
    "# Features\n",
    "- ",
    "**",
    "`",
    "--a-b",
    "| a | b |\n|---|---|\n",
    "\n",
    "\n\n",
    "acme x",
    "~~",
    "[a](b)",
    "```sh\n",
    "> ",
    "1. ",
    "GET /a/:b",
    "<b>",
    "---\n",
    "é漢",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const lines = text.split("\n").length;
      for (const { place } of promisesIn({ path: "a.md", text }, own)) {
        expect(place.line).toBeGreaterThan(0);
        expect(place.line).toBeLessThanOrEqual(lines);
      }
    }),
    { numRuns: 300 },
  );
});
