import fc from "fast-check";
import { expect, test } from "vitest";
import { type DocumentPromise, routesIn } from "./promise.ts";
import { hitsIn, Scanner, searchesFor } from "./search-code.ts";

const place = { path: "README.md", line: 1 };
const now = async () => {};

/** The hits of both searches in some files. */
async function hits(promise: DocumentPromise, files: Readonly<Record<string, string>>): Promise<number[]> {
  const [search] = searchesFor([promise]);
  if (!search) throw new Error("nothing to look for");
  const scanner = new Scanner([search], now);
  const found = [0, 0];
  for (const [path, text] of Object.entries(files))
    hitsIn(search, await scanner.scan(path, text, true)).forEach((count, at) => {
      found[at] = (found[at] ?? 0) + count;
    });
  return found;
}

const flag = (name: string): DocumentPromise => ({ kind: "flag", name, words: `--${name}`, place });
const route = (text: string): DocumentPromise => {
  const [found] = routesIn(text);
  if (!found) throw new Error(`no route in ${text}`);
  const { words, ...parts } = found;
  return { kind: "route", name: words, words, route: parts, place };
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

test("G2: the second search finds a flag by its parts near words for options", async () => {
  expect((await hits(flag("dry-run"), { "a.ts": "parser.option('dry', 'only run it dry')" }))[1]).toBe(1);
  expect(await hits(flag("dry-run"), { "a.ts": "export const towel = 1;" })).toEqual([0, 0]);
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

test("G2: what is still to be done, and what a manifest says of its project, keeps no promise", async () => {
  const files = {
    "a.ts": "// TODO: add the dry-run option",
    "b.ts": 'throw new Error("option dry-run is not implemented");',
    "package.json": '{\n  "description": "with an option dry-run"\n}',
  };
  expect(await hits(flag("dry-run"), files)).toEqual([0, 0]);
  expect((await hits(flag("dry-run"), { "a.ts": "// dry-run" }))[0]).toBe(1);
});
