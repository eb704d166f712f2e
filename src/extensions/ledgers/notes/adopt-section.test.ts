import { expect, test } from "vitest";
import { asBytes, placesOf } from "../../../project-files/index.ts";
import { notesFormat } from "./notes-format.ts";
import { NOTES_TEMPLATE } from "./template.ts";

const SEED = `# Agent Working Memory

## Session Continuity
<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->

### Active Context
- **Current Bead**: beads-x7y8 (task description)
- **Last Checkpoint**: 2024-01-15T14:30:00Z
- **Reasoning State**: Where we left off, what's next

### Lightweight Identifiers
<!-- Absolute paths only - retrieve full content on-demand -->
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|
| \${PROJECT_ROOT}/src/auth/jwt.ts:45-67 | Token validation logic | 14:25:00Z |

### Decision Log
<!-- Decisions survive context wipes - permanent record -->

#### 2024-01-15T14:30:00Z - Decision Title
**Decision**: What we decided
**Rationale**: Why we decided it
**Evidence**:
- \`code quote\` [\${PROJECT_ROOT}/file.ts:line]
**Test Scenarios**:
1. Happy path scenario
2. Edge case scenario
3. Error handling scenario

### Pending Questions
<!-- Carry forward across sessions -->
- [ ] Open question 1

### Ours
Kept à la carte: à

## Blockers
- none
`;

const form = notesFormat(placesOf("/p", "/p/.throughline", "loa"));
const rewritten = async (text: string): Promise<string> => {
  const bytes = asBytes(text);
  const state = await form.read(bytes);
  if (!state) throw new Error("there is no section in it");
  return form.write(bytes, state);
};
const countOf = (text: string, words: RegExp): number => text.match(words)?.length ?? 0;

test("L1, R2: a section that was there before us is read as it is", async () => {
  expect(await form.read(asBytes(SEED))).toMatchObject({
    task: "beads-x7y8 (task description)",
    checkpoint: "2024-01-15T14:30:00Z",
    state: "Where we left off, what's next",
    places: [{ identifier: "$" + "{PROJECT_ROOT}/src/auth/jwt.ts:45-67" }],
    decisions: [
      { ts: "2024-01-15T14:30:00Z", decision: "Decision Title: What we decided", testScenarios: [{}, {}, {}] },
    ],
    questions: [{ text: "Open question 1", done: false }],
  });
});

test.each([
  ["as it is", SEED],
  ["with Windows line ends and a byte order mark", `\uFEFF${SEED.replaceAll("\n", "\r\n")}`],
  ["without a newline at the end", SEED.slice(0, SEED.indexOf("\n\n### Ours"))],
])("L1: it is the one that is written on, %s: no second one, nothing lost, the rest as it was", async (_, text) => {
  const before = asBytes(text);
  const after = await rewritten(text);
  const [head = ""] = after.split(/<!-- throughline:begin session-continuity -->\r?\n/u);
  expect(before.startsWith(head)).toBe(true);
  for (const own of [/## Session Continuity/gu, /### Active Context/gu, /Decision Log/gu, /CRITICAL/gu])
    expect(countOf(after, own)).toBe(1);
  // Each decision as its author wrote it, to the byte: also what is not understood of it.
  expect(after).toContain(before.slice(before.indexOf("#### 2024"), before.search(/\r?\n\r?\n### Pending/u)));
  expect(after.endsWith(before.slice(before.search(/\r?\n\r?\n### Ours|$/u)))).toBe(true);
  expect(await form.write(after, (await form.read(after)) ?? expect.fail())).toBe(after);
});

test("L1: a log behind the section, as Loa has it, is the section's; one in another form stays where it is", async () => {
  const headed = `## Session Continuity\nMine.\n\n## Decision Log\n\n### 2026-01-11 - Use three steps\n**Rationale**: Fewer.\n\n## Active Sub-Goals\n- One\n`;
  const after = await rewritten(headed);
  expect(countOf(after, /Decision Log/gu)).toBe(1);
  expect(after).toMatch(/^## Session Continuity\nMine\.\n\n<!-- throughline:begin/u);
  expect(after).toContain("### 2026-01-11 - Use three steps\n**Rationale**: Fewer.\n");
  expect(after.endsWith("\n\n## Active Sub-Goals\n- One\n")).toBe(true);
  const table = "## Session Continuity\n\n## Decision Log\n| Date | Decision |\n|---|---|\n| 2024-01-02 | Postgres |\n";
  expect(await form.read(table)).toBeUndefined();
});

test("L1: a section without markers takes nothing away from what the store has", async () => {
  const known = await form.read(SEED.replace("What we decided", "Another"));
  const knowing = notesFormat(placesOf("/p", "/p/.throughline", "loa"), known && { known });
  expect((await knowing.read(SEED))?.decisions).toHaveLength(2);
});

test("L1: an example in a code block is neither a section nor one of our markers", async () => {
  const example = `# Notes\n\n\`\`\`md\n<!-- throughline:begin session-continuity -->\n${SEED}<!-- throughline:end session-continuity -->\n\`\`\`\n\nMine.\n`;
  expect(await form.read(example)).toBeUndefined();
  const [state] = [await form.read(SEED)];
  const after = await form.write(example, state ?? expect.fail());
  expect(after.startsWith(example)).toBe(true);
  expect((await form.read(after))?.state).toBe("Where we left off, what's next");
});

test("L1: where a code block is not closed the markers are before it, and are found again", async () => {
  const open = "# Notes\n\n```sh\nredis-cli ping\n";
  const state = (await form.read(SEED)) ?? expect.fail();
  const after = await form.write(open, state);
  expect(after.endsWith("\n```sh\nredis-cli ping\n")).toBe(true);
  expect(await form.write(after, state)).toBe(after);
});

const BY_HAND = [
  "#### 2024-03-02T08:00:00Z - Tabs  \n**Decision**: Indent with tabs\n\n\n",
  "#### Ship on *Friday*\nThe fair begins.\n\n    $ make ship\n\n> and Ada agreed\n\n",
  "#### 2024-02-01 - No ORM\n**Rationale**:\n  We read SQL well.\n\n##### Aside\n| a | b |\n|---|---|\n| 1 | 2 |\n\n",
];
const NEW = { id: "n1", ts: "2026-01-01T10:00:00.000Z", decision: "Use three steps", rationale: "" };

test("L1: decisions written by hand stay to the byte and in their order when others are added, and are known by their ids", async () => {
  const text = `## Session Continuity\n\n### Decision Log\n\n${BY_HAND.join("")}### Pending Questions\n`;
  const read = (await form.read(text)) ?? expect.fail();
  const known = read.decisions.map((one, at) => ({ ...one, id: `h${at}`, task: null, ts: one.ts || NEW.ts }));
  const added = { ...NEW, alternatives: [], evidence: [], testScenarios: [] };
  // The store has them by their time.
  const decisions = [...known, added].sort((a, b) => (a.ts < b.ts ? -1 : 1));
  const after = await form.write(text, { ...read, decisions });
  const plain = after.replace(/<!-- decision h\d, by hand -->\n/gu, "");
  expect(plain).toContain(`${BY_HAND.join("")}#### 2026-01-01T10:00:00.000Z - Use three steps\n`);
  const again = (await form.read(after)) ?? expect.fail();
  expect(again.decisions.map(({ id }) => id)).toEqual(["h0", "h1", "h2", "n1"]);
  expect(again.decisions[0]?.decision).toBe(read.decisions[0]?.decision);
  expect(await form.write(after, { ...again, decisions })).toBe(after);
});

test("L1: of a decision that was written by hand and changed elsewhere the new words are written", async () => {
  const text = `## Session Continuity\n\n### Decision Log\n\n${BY_HAND.join("")}`;
  const read = (await form.read(text)) ?? expect.fail();
  const decisions = read.decisions.map((one, at) => ({ ...one, id: `h${at}`, ts: one.ts || NEW.ts }));
  const marked = await form.write(text, { ...read, decisions });
  const [first = expect.fail(), ...rest] = decisions;
  const after = await form.write(marked, {
    ...read,
    decisions: [{ ...first, decision: "Indent with spaces" }, ...rest],
  });
  expect(after).toContain("<!-- decision h0 -->\n**Decision**: Indent with spaces\n**Rationale**: not given\n");
  expect(after).not.toContain("Indent with tabs");
  expect(after).toContain(BY_HAND[1]?.trimEnd());
});

test("L1: in notes made from the template the section comes under its heading, with one decision log", async () => {
  const read = (await form.read(SEED)) ?? expect.fail();
  const after = await form.write(NOTES_TEMPLATE, read);
  expect(after.startsWith(NOTES_TEMPLATE.slice(0, NOTES_TEMPLATE.indexOf("<!-- CRITICAL")))).toBe(true);
  for (const once of [/Session Continuity\n/gu, /Decision Log\n/gu, /CRITICAL/gu]) expect(countOf(after, once)).toBe(1);
  expect((await form.read(after))?.decisions).toEqual(read.decisions);
});
