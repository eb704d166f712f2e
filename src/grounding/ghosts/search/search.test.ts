import fc from "fast-check";
import { expect, test } from "vitest";
import type { DocumentPromise } from "../promises/promise.ts";
import { routesIn } from "../promises/routes.ts";
import { Lookout } from "./lookout.ts";
import { Quests } from "./quests.ts";
import { scan } from "./scan.ts";
import { largest, Tally } from "./tally.ts";

const place = { path: "README.md", line: 1 };
const now = async () => {};

/** The hits of both searches in some files. */
async function hits(promise: DocumentPromise, files: Readonly<Record<string, string>>): Promise<number[]> {
  const lookout = new Lookout();
  const quests = new Quests(lookout, ["acme"]);
  quests.add(promise);
  const [quest] = quests.all;
  if (!quest) throw new Error("nothing to look for");
  const tally = new Tally(quest.literal, quest.meaning);
  for (const [path, text] of Object.entries(files)) tally.take(path, await scan(`${path}\n${text}`, lookout, now));
  return [tally.literalHits, tally.meaningHits];
}

const flag = (name: string): DocumentPromise => ({ kind: "flag", name, words: `--${name}`, place });
const feature = (lead: string, rest = ""): DocumentPromise => ({
  ...{ kind: "feature", lead, rest, words: lead, place, isForeignText: false },
});
const route = (text: string): DocumentPromise => {
  const [found] = routesIn(text);
  if (!found) throw new Error(`no route in ${text}`);
  return { kind: "route", ...found, place };
};

const part = fc.stringMatching(/^[a-z]{3,8}$/);
const upper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const CASINGS: readonly ((parts: readonly string[]) => string)[] = [
  (parts) => parts.join("-"),
  (parts) => parts.join("_"),
  (parts) => parts.join("_").toUpperCase(),
  (parts) => parts.map((one, at) => (at === 0 ? one : upper(one))).join(""),
  (parts) => parts.map(upper).join(""),
];

test("G2: a flag is found as a name in any casing, and not as a part of a longer word", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...CASINGS),
      async (parts, cased) => {
        const [literal] = await hits(flag(parts.join("-")), { "a.ts": `const options = { ${cased(parts)}: true };` });
        expect(literal).toBe(1);
        const [longer] = await hits(flag(parts.join("-")), { "a.ts": `const x${cased(parts)}y = 1;` });
        expect(longer).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

test("G2: a route is found in the styles of the common frameworks", async () => {
  const styles = [
    'app.post("/api/orders/:id/refund", handler)',
    '@app.post("/api/orders/{order_id}/refund")',
    '@bp.route("/orders/<int:id>/refund", methods=["POST"])',
    'mux.HandleFunc("POST /api/orders/{id}/refund", refund)',
    '@PostMapping("/api/orders/{id}/refund")',
    'path("orders/<int:pk>/refund/", views.refund)',
    "const url = `/api/orders/$" + "{id}/refund`;",
  ];
  for (const promised of [
    "POST /api/orders/:id/refund",
    "POST /api/orders/{id}/refund",
    "POST /api/orders/<id>/refund",
  ])
    for (const style of styles)
      expect([style, (await hits(route(promised), { "server.x": style }))[0]]).toEqual([style, 1]);
  expect((await hits(route("POST /api/orders/:id/refund"), { "app/api/orders/[id]/refund/route.ts": "" }))[0]).toBe(1);
});

test("G2: another method or another path is another route", async () => {
  const code = { "server.ts": 'app.get("/api/orders/:id", show);\napp.post("/api/orders/:id/notes", note);' };
  expect(await hits(route("DELETE /api/orders/:id"), code)).toEqual([0, 0]);
  expect((await hits(route("GET /api/orders"), code))[0]).toBe(0);
  expect((await hits(route("GET /api/orders/:id"), code))[0]).toBe(1);
});

test("G2: a feature is found by its words, by words for the same, and by the name of a file", async () => {
  expect((await hits(feature("Delete an invoice"), { "a.py": "def remove_invoice(id): ..." }))[1]).toBe(1);
  expect((await hits(feature("Sign in with a password"), { "a.py": "def login(password): ..." }))[1]).toBe(1);
  expect((await hits(feature("Voice memos"), { "src/voice/memo.ts": "x" }))[1]).toBe(1);
  expect(await hits(feature("Voice memos"), { "src/text/memo.ts": "export const memo = 1;" })).toEqual([0, 0]);
});

test("G2: everyday words, circumstances and other words for the same make no ghost", async () => {
  const kept = async (lead: string, code: string) => (await hits(feature(lead), { "a.x": code }))[1] ?? 0;
  expect(await kept("JSON output for other programs", "print(json.dumps(x))")).toBeGreaterThan(0);
  expect(await kept("Filter lines by regular expression", "args.grep")).toBeGreaterThan(0);
  expect(await kept("Undo of the last change", "function undo() {}")).toBeGreaterThan(0);
  expect(await kept("Resume from the last position after a restart", "load_offset(path)")).toBeGreaterThan(0);
  expect(await kept("Expiry", "Until time.Time")).toBeGreaterThan(0);
  expect(await kept("Interactive deletion", "fs::remove_file(other)")).toBe(0);
  expect(await kept("Report as CSV", "writeReport()")).toBe(0);
});

test("G2: what is still to be done, and what a manifest says of its project, keeps no promise", async () => {
  const files = {
    "a.ts": "// TODO: kanban board",
    "b.ts": 'throw new Error("kanban board is not implemented");',
    "package.json": '{\n  "description": "a kanban board"\n}',
  };
  expect(await hits(feature("Kanban board"), files)).toEqual([0, 0]);
  expect((await hits(feature("Kanban board"), { "a.ts": "// the kanban board" }))[0]).toBe(1);
});

test("G2: words of the language are no words of a feature", async () => {
  const code = "export const notes = [];\nimport { x } from './calendar';\nfrom calendar import x";
  expect(await hits(feature("Calendar import"), { "a.ts": code })).toEqual([0, 0]);
  expect((await hits(feature("Calendar import"), { "a.ts": "importCalendar()" }))[0]).toBe(1);
});

test("G2: of sets of words those stay that are part of no other, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 255 })), (all) => {
      const kept = [...largest(new Set(all))];
      for (const one of all) expect(kept.some((other) => (one & other) === one)).toBe(true);
      for (const one of kept) for (const other of kept) expect(one !== other && (one & other) === one).toBe(false);
    }),
  );
});
