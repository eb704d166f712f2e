import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Product } from "../support/product/product.ts";

const fixtures = join(dirname(fileURLToPath(import.meta.url)), "..", "fixtures", "ghosts");

const judged = z.object({
  id: z.string(),
  promise: z.string(),
  kind: z.string(),
  promisedAt: z.array(z.string()),
  mentions: z.number(),
  searches: z.array(z.object({ query: z.string(), hits: z.number() })),
  verdict: z.string(),
  inTests: z.boolean(),
});
const report = z.object({
  project: z.string(),
  strict: z.boolean(),
  documents: z.array(z.string()),
  lookedFor: z.string().nullable(),
  codeFiles: z.number(),
  promises: z.number(),
  ghosts: z.array(judged),
  accepted: z.array(judged.extend({ reason: z.string(), by: z.string(), at: z.string() })),
  toCheck: z.array(z.object({ promise: z.string(), kind: z.string(), promisedAt: z.array(z.string()) })),
  unread: z.array(z.object({ path: z.string(), why: z.string() })),
});

let product: Product;
let project: string;
let count = 0;

beforeAll(async () => {
  product = new Product();
  await product.ensureDaemon();
});
afterAll(() => product.dispose());
beforeEach(() => {
  project = join(product.folder, `project-${count++}`);
  mkdirSync(project);
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}
const ask = async (...args: string[]) => report.parse(await product.cliJson(["ghosts", "--project", project, ...args]));

const README =
  "# Acme\n\n## Options\n\n- `--format`: how notes are printed\n- `--limit`: how many\n- `--print-pdf`: as pages\n";
const CODE = "export const options = { format: 'text', limit: 10 };\n";
const PDF = "export const more = { printPdf: true };\n";

test("G2: an exact thing that is promised and nowhere in the code is a ghost, with where it was promised and what was searched for", async () => {
  write({ "README.md": README, "src/notes.js": CODE });
  const { ghosts, promises, documents, codeFiles } = await ask();
  expect({ promises, documents, codeFiles }).toEqual({ promises: 3, documents: ["README.md"], codeFiles: 1 });
  expect(ghosts).toHaveLength(1);
  expect(ghosts[0]).toMatchObject({
    ...{ promise: "--print-pdf", kind: "flag", promisedAt: ["README.md:7"], mentions: 1, verdict: "confirmed" },
    searches: [{ hits: 0 }, { hits: 0 }],
  });
  expect(new Set(ghosts[0]?.searches.map(({ query }) => query)).size).toBe(2);
  const { stdout, code } = await product.cli(["ghosts", "--project", project]);
  expect(stdout).toMatch(/ghost +flag +README\.md:7 +--print-pdf/);
  expect(stdout).toContain("1 ghost of 3 promises in 1 document, 1 file of code");
  expect(code).toBe(0);
  write({ "src/pdf.js": PDF });
  expect((await ask()).ghosts).toEqual([]);
});

test("G2: features in prose, and what may be another program's, are listed to check and fail nothing, in strict mode either", async () => {
  const prose = "# Acme\n\n## Features\n\n- **PDF export**: prints a note\n- Voice memos\n";
  const foreign = "## Kubernetes\n\n- `--selector`\n- `--watch-only`\n- `POST /api/pods`\n";
  const example = "## Usage\n\n```sh\ncurl http://localhost:3000/hello\ndocker run --rm acme\n```\n";
  write({ "README.md": `${prose}\n${foreign}\n${example}`, "src/notes.js": "export const notes = [];\n" });
  const { ghosts, toCheck } = await ask();
  expect(ghosts).toEqual([]);
  expect(toCheck.map(({ kind, promise }) => `${kind} ${promise}`)).toEqual([
    ...["flag --selector", "flag --watch-only", "route POST /api/pods"],
    ...["feature PDF export: prints a note", "feature Voice memos"],
  ]);
  const { stdout, code } = await product.cli(["ghosts", "--project", project, "--strict"]);
  expect(stdout).toMatch(/TO CHECK +PROMISED AT[\s\S]*feature +README\.md:5 +PDF export/);
  expect(code).toBe(0);
});

test("G2: what three places speak of, or only tests name, and no code has, is for a person to look at, and fails nothing", async () => {
  const page = "# Printing\n\nThe `--print-pdf` takes a note.\n\nOnce more: `--print-pdf`.\n";
  write({ "README.md": README, "docs/printing.md": page, "src/notes.js": CODE });
  expect((await ask()).ghosts).toMatchObject([{ promise: "--print-pdf", mentions: 3, verdict: "high_ambiguity" }]);
  const shown = await product.cli(["ghosts", "--project", project, "--strict"]);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("check yourself: 3 mentions") });
  write({ "docs/printing.md": "# Printing\n", "tests/pdf_test.py": "run(['--print-pdf'])\n" });
  expect((await ask()).ghosts).toMatchObject([{ verdict: "high_ambiguity", inTests: true }]);
  expect((await product.cli(["ghosts", "--project", project])).stdout).toContain("only tests name it");
});

test("G2: a ghost fails the command in strict mode only, by the option or by the project's settings", async () => {
  write({ "README.md": README, "src/notes.js": CODE });
  const codeOf = async (...args: string[]) => (await product.cli(["ghosts", "--project", project, ...args])).code;
  expect(await codeOf()).toBe(0);
  expect(await codeOf("--strict")).toBe(1);
  expect(await codeOf("--strict", "--json")).toBe(1);
  // Settings that were read are remembered for a moment: another project has never been asked for its own.
  project = `${project}-strict`;
  write({ "README.md": README, "src/notes.js": CODE, "throughline.yaml": "grounding: { enforcement: strict }\n" });
  expect(await codeOf()).toBe(1);
  write({ "README.md": "# Acme\n\n## Features\n\n- **PDF export**: prints a note\n" });
  expect(await codeOf()).toBe(0);
});

test("G2: where no document is, that is said with what was looked for, and is no failure", async () => {
  write({ "src/notes.js": CODE });
  expect(await ask("--strict")).toMatchObject({ documents: [], ghosts: [], promises: 0 });
  const { stdout, code } = await product.cli(["ghosts", "--project", project]);
  expect(stdout).toMatch(/No documents were found: looked for README, .*PRD/);
  expect(code).toBe(0);
});

test("G2: without any code nothing is called a ghost", async () => {
  write({ "README.md": README, "package.json": "{}" });
  expect((await ask()).ghosts).toEqual([]);
  expect((await product.cli(["ghosts", "--project", project])).stdout).toContain("No code to search");
});

test("G2: the documents that are named are read instead, over HTTP as well; none outside the project", async () => {
  write({
    "README.md": README,
    "plans/a.md": "# Options\n\n- `--format`\n- `--limit`\n- `--kanban-board`\n",
    "plans/b.md": "# Options\n\n- `--format`\n- `--limit`\n- `--gantt-chart`\n",
    "src/notes.js": CODE,
  });
  const named = ["plans/a.md", "plans/b.md"];
  const { documents, ghosts } = await ask(...named.map((path) => join(project, path)));
  expect(documents).toEqual(named);
  expect(ghosts.map(({ promise }) => promise)).toEqual(["--kanban-board", "--gantt-chart"]);
  const folder = encodeURIComponent(project);
  const two = await product.api("GET", `/api/ghosts?project=${folder}&path=plans/a.md&path=plans/b.md`);
  expect(report.parse(two.body).documents).toEqual(named);
  const one = await product.api("GET", `/api/ghosts?project=${folder}&path=plans`);
  expect(report.parse(one.body).documents).toEqual(named);
  for (const path of ["..", "../home/config.yaml", "/etc/hostname"]) {
    const { status, body } = await product.api("GET", `/api/ghosts?project=${folder}&path=${encodeURIComponent(path)}`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: "refused", message: expect.stringContaining("outside the project") } });
  }
  const missing = await product.cli(["ghosts", "--project", project, join(project, "none.md")]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("there is no");
});

test("G2: symbolic links do not lead out of the project, and what cannot be read is told", async () => {
  const outside = join(product.folder, `outside-${count}`);
  mkdirSync(outside);
  writeFileSync(join(outside, "pdf.js"), PDF);
  writeFileSync(join(outside, "page.md"), "# Options\n\n- `--format`\n- `--limit`\n- `--kanban-board`\n");
  write({ "README.md": README, "src/notes.js": CODE, "docs/binary.md": "a\0b" });
  symlinkSync(outside, join(project, "src", "linked"));
  symlinkSync(join(outside, "pdf.js"), join(project, "src", "pdf.js"));
  symlinkSync(join(outside, "page.md"), join(project, "docs", "page.md"));
  await product.run("git", ["-C", project, "init", "-q"]);
  const { ghosts, unread } = await ask();
  expect(ghosts.map(({ promise }) => promise)).toEqual(["--print-pdf"]);
  expect(unread).toContainEqual({ path: "docs/binary.md", why: "binary" });
  expect(unread).toContainEqual({ path: "docs/page.md", why: "outside the project" });
  expect(unread).toContainEqual({ path: "src/pdf.js", why: "outside the project" });
  expect((await product.cli(["ghosts", "--project", project])).stdout).toContain("could not be read:");
});

test.skipIf(process.getuid?.() === 0)("G2: a file that may not be read is told", async () => {
  write({ "README.md": README, "src/notes.js": CODE, "src/closed.js": CODE });
  chmodSync(join(project, "src/closed.js"), 0);
  expect((await ask()).unread).toEqual([{ path: "src/closed.js", why: "unreadable" }]);
});

test("G2: what git ignores is no code", async () => {
  write({
    "README.md": README,
    "src/notes.js": CODE,
    ".gitignore": "generated/\n",
    "generated/pdf.js": PDF,
  });
  expect((await ask()).ghosts).toEqual([]);
  await product.run("git", ["-C", project, "init", "-q"]);
  expect((await ask()).ghosts).toHaveLength(1);
});

const HOSTILE = ["[", "`", "<!--", "| ", "# #", "*", "<a", "> ", "- ", "no ", "    \n"]
  .flatMap((piece) => [piece.repeat(20_000), `${piece}\n`.repeat(3000)])
  .join("\n");

test("G2: a document that takes long to read keeps nobody else waiting", async () => {
  write({
    "README.md": README,
    "docs/links.md": "[a](b) ".repeat(30_000),
    "docs/hostile.md": HOSTILE,
    "src/notes.js": CODE,
  });
  let isOver = false;
  const searching = ask().finally(() => {
    isOver = true;
  });
  let answered = 0;
  for (; !isOver; answered++) await product.api("GET", "/health");
  expect((await searching).ghosts).toHaveLength(1);
  // Behind the search, the first would be answered after it.
  expect(answered).toBeGreaterThan(3);
});

test("G2: of the made-up projects nothing is told that is no ghost, and most exact things that are", async () => {
  const labels = z.object({ ghosts: z.array(z.string()) });
  const counts = { told: 0, labelled: 0 };
  for (const name of readdirSync(fixtures)) {
    rmSync(project, { recursive: true });
    cpSync(join(fixtures, name), project, { recursive: true });
    rmSync(join(project, "labels.json"));
    const given = labels.parse(JSON.parse(readFileSync(join(fixtures, name, "labels.json"), "utf8")));
    const found = (await ask()).ghosts.map(({ kind, promise }) => `${kind}: ${promise}`);
    expect([name, found.filter((one) => !given.ghosts.includes(one))]).toEqual([name, []]);
    counts.told += found.length;
    counts.labelled += given.ghosts.length;
  }
  expect(counts.told / counts.labelled).toBeGreaterThan(0.75);
});

test("G2: a ghost that somebody accepts blocks nothing and is listed with who, when and why, until that is withdrawn", async () => {
  write({ "README.md": README, "src/notes.js": CODE, "throughline.yaml": "grounding: { enforcement: strict }\n" });
  const cli = (...args: string[]) => product.cli([...args, "--project", project]);
  const path = `project=${encodeURIComponent(project)}`;
  const found = async () => report.parse((await product.api("GET", `/api/ghosts?${path}`)).body);
  const accept = (id: string, fields: object) =>
    product.api("POST", `/api/ghosts/${id}/accept`, { project, ...fields });
  const [{ id } = { id: "" }] = (await found()).ghosts;
  expect(await accept(id, {})).toMatchObject({
    status: 400,
    body: { error: { message: "reason is required: say why" } },
  });
  expect(await accept("ffffffff", { reason: "x" })).toMatchObject({ status: 404 });
  const { body: refused } = await product.api("POST", "/api/synthesize", { project });
  expect(refused).toMatchObject({ permitted: false, missing: [expect.stringContaining(`"--print-pdf" (${id})`)] });
  expect((await cli("ghosts", "accept", id, "--reason", "Comes with 2.0", "--by", "Ada")).code).toBe(0);
  expect(await found()).toMatchObject({
    ghosts: [],
    accepted: [
      { id, promise: "--print-pdf", reason: "Comes with 2.0", by: "Ada", at: expect.stringMatching(/^\d{4}-/) },
    ],
  });
  expect(await cli("ghosts")).toMatchObject({ code: 0, stdout: expect.stringMatching(/Ada[\s\S]*Comes with 2\.0/) });
  const { body: permitted } = await product.api("POST", "/api/synthesize", { project });
  expect(permitted).toMatchObject({ permitted: true });
  await accept(id, { withdraw: true });
  expect((await found()).ghosts).toHaveLength(1);
});
