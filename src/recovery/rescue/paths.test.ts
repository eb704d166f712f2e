import fc from "fast-check";
import { expect, test } from "vitest";
import { PathEndings, relativeTo } from "./paths.ts";

test("R4: a worktree's paths are the project's, also with spaces in its name, and a person's folder is theirs", () => {
  const inAlpha = relativeTo(["/projects/my alpha", "/projects/my alpha/.worktrees/3"]);
  expect(inAlpha("cat /projects/my alpha/.worktrees/3/src/a.ts /projects/my alpha/b.md")).toBe("cat src/a.ts b.md");
  expect(inAlpha("/home/ada/notes/a.md and /srv/home/ada/b.md")).toBe("~/notes/a.md and /srv/home/ada/b.md");
});

test("R4: a short mention means the one longer path that ends with it", () => {
  const paths = new PathEndings(["src/auth/session.ts", "test/session.ts", "src/auth/token.ts", "token.ts"]);
  expect(paths.full("token.ts")).toBe("src/auth/token.ts");
  expect(paths.full("auth/session.ts")).toBe("src/auth/session.ts");
  expect(paths.full("session.ts")).toBe("session.ts");
  expect(paths.full("other.ts")).toBe("other.ts");
});

test("R4: a file outside the project does not make a short mention ambiguous; one that was opened at its top does", () => {
  const outside = ["src/auth/token.ts", "/tmp/copy/token.ts", "~/old/token.ts", "../beta/token.ts"];
  expect(new PathEndings(outside).full("token.ts")).toBe("src/auth/token.ts");
  expect(new PathEndings(outside).full("/tmp/copy/token.ts")).toBe("/tmp/copy/token.ts");
  const opened = new PathEndings(["docs/README.md"], new Set(["README.md"]));
  expect(opened.full("README.md")).toBe("README.md");
  expect(opened.short("docs/README.md")).toBe("docs/README.md");
});

const part = fc.constantFrom("a", "b", "c.ts", "d.ts");
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

test("R4: the short form of an opened file means that file and no other", () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (all) => {
      const paths = new PathEndings([], new Set(all));
      for (const one of all) expect(paths.full(paths.short(one))).toBe(one);
    }),
  );
});
