import fc from "fast-check";
import { expect, test } from "vitest";
import { promisesIn } from "./extract-promises.ts";
import { OwnPrograms } from "./own-programs.ts";

const own = new OwnPrograms(["acme", "@scope/acme-kit"], ["npm"]);
const now = async () => {};
const read = (text: string) => promisesIn({ path: "README.md", text }, own, now);
const promised = async (text: string) =>
  (await read(text)).exact.map(({ kind, words, place }) => `${place.line} ${kind} ${words}`);

const word = fc.stringMatching(/^[a-z]{4,9}$/).filter((text) => !/^(?:test|demo|some|sample|example)/.test(text));
const flag = fc.tuple(word, word).map((parts) => parts.join("-"));

test("G2: features in prose are no promises to search for; they are listed to check", async () => {
  const { exact, features } = await read(
    "# Acme\n\n## Features\n\n- **PDF export**: prints notes\n- [ ] Kanban board\n- No ads\n",
  );
  expect(exact).toEqual([]);
  expect(features.map(({ words, place }) => `${place.line} ${words}`)).toEqual(["5 PDF export: prints notes"]);
});

test.each(["Roadmap", "Planned features", "Installation", "Changelog", "How it compares", "Examples", "Migrating"])(
  "G2: under the heading %s nothing is promised",
  async (heading) => {
    const text = `## ${heading}\n\n- \`--dry-run\`\n- \`GET /api/things\`\n\n\`\`\`sh\nacme fly --high\n\`\`\`\n`;
    expect(await promised(text)).toEqual([]);
  },
);

test("G2: the flags and commands of the project's own program are promises, with their lines", async () => {
  await fc.assert(
    fc.asyncProperty(word, flag, async (command, option) => {
      const text = `# Acme\n\n\`\`\`sh\n# a comment\n$ acme ${command} --${option}=3 | cat\n\`\`\`\n`;
      expect(await promised(text)).toEqual([`5 command acme ${command}`, `5 flag --${option}`]);
    }),
  );
});

test("G2: the flags and commands of other programs are not", async () => {
  const others = fc.constantFrom("git", "docker", "curl", "kubectl", "unknown-tool", "sudo apt-get", "FOO=1 grep");
  await fc.assert(
    fc.asyncProperty(others, word, flag, async (program, command, option) => {
      expect(await promised(`\`\`\`sh\n${program} ${command} --${option}\n\`\`\`\n`)).toEqual([]);
      expect(await promised(`Use \`${program} ${command} --${option}\` first.`)).toEqual([]);
    }),
  );
  expect(await promised("- `--squash` of git")).toEqual([]);
  expect(await promised("Pass `--squash` in between.")).toEqual([]);
});

test("G2: sample output, examples of calls, placeholders and other packages' names are not", async () => {
  expect(await promised("```\nacme is ready\nlistening on 80\n```\n")).toEqual([]);
  expect(await promised("```console\n$ acme build\nacme finished in 3 s\n```\n")).toEqual(["2 command acme build"]);
  expect(
    await promised("- `Repo(url='https://example.com')`\n- `a.reshape()`\n- `useState`\n- `myHelper()`\n"),
  ).toEqual([]);
  const imports = [
    'import { render } from "react-dom";',
    'import { openBook, yourThing } from "acme";',
    'import { kitFor } from "@scope/acme-kit/sub";',
    'import { other } from "@else/acme";',
  ];
  expect(await promised(`\`\`\`ts\n${imports.join("\n")}\n\`\`\`\n`)).toEqual(["3 name openBook", "4 name kitFor"]);
});

test("G2: scripts are the project's own only where it has the file that defines them, and keeps it to itself", async () => {
  expect(await promised("Run `npm run seed` and `make install`.")).toEqual(["1 command npm run seed"]);
});

test("G2: names count where a heading, a list or a table is about them", async () => {
  const text =
    "### `createNote(title)`\n\n| name | what |\n|---|---|\n| `maxRetries` | how often |\n\nCall `findNotes()` then.\n";
  expect(await promised(text)).toEqual(["1 name createNote()", "5 name maxRetries"]);
});

test("G2: something described as gone, planned or only possible is no promise", async () => {
  expect(await promised("- `--force`: removed in 2.0\n- `--daemon` is planned\n- there is no `--x`\n")).toEqual([]);
  expect(await promised("- `--force` overwrites.")).toEqual(["1 flag --force"]);
});

test("G2: routes are read in prose, tables and headings; a call of one is an example", async () => {
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
    "```",
  ].join("\n");
  expect(await promised(text)).toEqual([
    "1 route GET /api/things",
    "5 route POST /api/things/{id}",
    "7 route DELETE /api/things/:id",
  ]);
});

test("G2: no text breaks the reading of promises, and each has a line that is there", async () => {
  const piece = fc.constantFrom(
    ...["# Features\n", "- ", "**", "`", "--a-b", "| a | b |\n|---|---|\n", "\n", "\n\n", "acme x", "~~", "[a](b)"],
    ...["```sh\n", "> ", "1. ", "GET /a/:b", "<b>", "---\n", "===\n", "<!--", "    ", "é漢"],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const text = pieces.join("");
      const lines = text.split("\n").length;
      const { exact, features } = await read(text);
      for (const { place } of [...exact, ...features]) {
        expect(place.line).toBeGreaterThan(0);
        expect(place.line).toBeLessThanOrEqual(lines);
      }
    }),
    { numRuns: 300 },
  );
});
