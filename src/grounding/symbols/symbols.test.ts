import { expect, test } from "vitest";
import { whyUnread } from "./languages.ts";
import { outlineOf } from "./outline.ts";
import { findSymbol, symbolAt } from "./symbols.ts";

/** Each symbol in its language, as "kind name from-to". */
async function told(path: string, text: string): Promise<string[]> {
  return (await outlineOf(path, text)).map(({ kind, name, from, to }) => `${kind} ${name} ${from}-${to}`);
}

test("G7: TypeScript: functions, methods, classes, constants and tests by their names", async () => {
  const text = `import { x } from "y";
export class Session<T> extends Base {
  readonly #key = 1;
  async rotate(token: string): Promise<void> {
    const inner = () => {
      return token;
    };
  }
  handler = (event: Event) => {
    x(event);
  };
}
export const issue = async (to: string) => {
  return to;
};
export function verify(token: string): token is Valid {
  return true;
}
export const TABLE = {
  grace() {
    return 15;
  },
};
interface Shape { a: string }
export default function () {
  return 1;
}
describe("session", () => {
  test.each([1])("L8: rotates %i", async () => {
    expect(1).toBe(1);
  });
});
`;
  expect(await told("src/a.ts", text)).toEqual([
    "class Session 2-12",
    "method Session.rotate 4-8",
    "function Session.rotate.inner 5-7",
    "method Session.handler 9-11",
    "function issue 13-15",
    "function verify 16-18",
    "constant TABLE 19-23",
    "method TABLE.grace 20-22",
    "interface Shape 24-24",
    "function default 25-27",
    "test session 28-32",
    "test session.L8: rotates %i 29-31",
  ]);
  expect(await symbolAt("src/a.ts", text, 6)).toEqual({
    ...{ name: "Session.rotate.inner", kind: "function", from: 5, to: 7 },
  });
  expect((await symbolAt("src/a.ts", text, 3))?.name).toBe("Session");
  expect(await symbolAt("src/a.ts", text, 1)).toBeUndefined();
  expect((await findSymbol("src/a.ts", text, "verify"))?.from).toBe(16);
});

test("G7: JavaScript with JSX, and what is assigned", async () => {
  const text = `const App = () => {
  return <div onClick={() => go()}>hi</div>;
};
module.exports.run = function () {
  return App;
};
`;
  expect(await told("a.jsx", text)).toEqual(["function App 1-3", "function module.exports.run 4-6"]);
  expect((await told("a.tsx", text))[0]).toBe("function App 1-3");
});

test("G7: Python: decorators belong to what they decorate", async () => {
  const text = `class Session(Base):
    @property
    async def key(self):
        def inner():
            pass
        return inner

double = lambda x: 2 * x

def main():
    pass
`;
  expect(await told("a.py", text)).toEqual([
    "class Session 1-6",
    "method Session.key 2-6",
    "function Session.key.inner 4-5",
    "function double 8-8",
    "function main 10-11",
  ]);
});

test("G7: Java, C++, Rust, Go and PHP", async () => {
  expect(
    await told("A.java", "public class A {\n  A() {}\n  void f(int x) {\n  }\n  enum E { X; void z() {} }\n}\n"),
  ).toEqual(["class A 1-6", "method A.A 2-2", "method A.f 3-4", "enum A.E 5-5", "method A.E.z 5-5"]);
  expect(
    await told(
      "a.cpp",
      "namespace n {\nclass A {\n  void f() {\n  }\n};\n}\nint *n::A::g(int x) {\n  return 0;\n}\ntemplate<typename T>\nT h(T a) { return a; }\n",
    ),
  ).toEqual(["module n 1-6", "class n.A 2-5", "method n.A.f 3-4", "function n.A.g 7-9", "function h 10-11"]);
  expect(
    await told(
      "a.rs",
      "struct S { a: i32 }\nimpl<T> Tr for S<T> {\n  fn f(&self) {\n  }\n}\nmod m {\n  pub async fn g() {}\n}\n",
    ),
  ).toEqual(["class S 1-1", "class S 2-5", "method S.f 3-4", "module m 6-8", "function m.g 7-7"]);
  expect(
    await told(
      "a.go",
      "package a\ntype S struct { a int }\nfunc (s *S) F() error {\n  return nil\n}\nfunc main() {\n}\n",
    ),
  ).toEqual(["class S 2-2", "method S.F 3-5", "function main 6-7"]);
  expect(await told("a.php", "<?php\nclass B {\n  public function f($a) {\n  }\n}\nfunction g() {\n}\n")).toEqual([
    "class B 2-5",
    "method B.f 3-4",
    "function g 6-7",
  ]);
});

test("G7: what cannot be read says why", async () => {
  expect(whyUnread("notes.md", "")).toBe("no parser for .md");
  expect(whyUnread("Makefile", "")).toBe("no parser for files without extension");
  expect(whyUnread("a.ts", "x".repeat(2_000_001))).toBe("larger than 2 MB");
  expect(whyUnread("a.ts", "x")).toBeUndefined();
  expect(await symbolAt("notes.md", "# Title\ntext", 2)).toBeUndefined();
});
