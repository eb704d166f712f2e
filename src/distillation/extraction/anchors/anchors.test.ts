import { expect, test } from "vitest";
import { Talk } from "../../test-kit.ts";
import type { AnchorKind } from "../item.ts";

const FOUND: readonly (readonly [AnchorKind, string, readonly string[]])[] = [
  [
    "path",
    "see src/store/port.ts:12:3 and ./a.md, ~/.zshrc, C:\\Users\\me\\a.txt or README.md.",
    ["src/store/port.ts", "./a.md", "~/.zshrc", "C:\\Users\\me\\a.txt", "README.md"],
  ],
  ["path", 'edit "/etc/nginx/nginx.conf" (and cmd/entire/cli)', ["/etc/nginx/nginx.conf", "cmd/entire/cli"]],
  ["path", "文件在src/a.ts里，--config=conf/app.yaml", ["src/a.ts", "conf/app.yaml"]],
  [
    "commit",
    "cherry-pick 578c22a and 578c22aa62c912cd6843b323ea1df8b8579195c5.",
    ["578c22a", "578c22aa62c912cd6843b323ea1df8b8579195c5"],
  ],
  ["commit", "   a90e3f1..d26b7c4  lantern -> lantern", ["a90e3f1", "d26b7c4"]],
  [
    "id",
    "ENT-96, #123, acme/shop#7, v1.2.3, X1234567 and 0442a060-edc3-4307-bddb-11a2951fd1a1",
    ["ENT-96", "#123", "acme/shop#7", "v1.2.3", "X1234567", "0442a060-edc3-4307-bddb-11a2951fd1a1"],
  ],
  [
    "url",
    "go to https://example.com/a?b=1#c, or (http://localhost:3000/x).",
    ["https://example.com/a?b=1#c", "http://localhost:3000/x"],
  ],
  [
    "quantity",
    "45 mg, 2.5 GB, 250ms, 15 %, $1,200.50, €20, 20 €, 3 weeks, 5-10 minutes, port 8443",
    ["45 mg", "2.5 GB", "250ms", "15 %", "$1,200.50", "€20", "20 €", "3 weeks", "5-10 minutes", "port 8443"],
  ],
  ["quantity", "45 Milligramm, 3 jours, 5 días, 20 рублей", ["45 Milligramm", "3 jours", "5 días", "20 рублей"]],
  ["quantity", "每天吃45毫克，花了5000元，３天，薬を2錠", ["45毫克", "5000元", "2錠"]],
  [
    "date",
    "on 2026-01-08T15:49:03Z, 3/5/2024, May 3rd, 2024, 14 March, at 15:30 or 3 pm",
    ["2026-01-08T15:49:03Z", "3/5/2024", "May 3rd, 2024", "14 March", "15:30", "3 pm"],
  ],
  [
    "date",
    "am 3. Mai 2024 um 15.30 Uhr, le 3 mai, el 14 de marzo de 2020, 3 мая",
    ["3. Mai 2024", "15.30 Uhr", "3 mai", "14 de marzo de 2020", "3 мая"],
  ],
  ["date", "生日是2019年5月3日，在5月4日见面", ["2019年5月3日", "5月4日"]],
  [
    "contact",
    "write to anna.b@example.org or call +49 170 1234567 or (555) 123-4567",
    ["anna.b@example.org", "+49 170 1234567", "(555) 123-4567"],
  ],
  [
    "error",
    "log:\nTypeError: x is not a function\n  fine\nsrc/a.ts(3,1): error TS2304: Cannot find name 'x'.",
    ["TypeError: x is not a function", "src/a.ts(3,1): error TS2304: Cannot find name 'x'."],
  ],
  ["constraint", "Hello. **Never** push to main. Fine.", ["**Never** push to main."]],
];

test.each(FOUND)("D5: %s in %j", (kind, text, values) => {
  const anchors = new Talk().user(text).extract().anchors;
  expect(anchors.filter((anchor) => anchor.kind === kind).map((anchor) => anchor.value)).toEqual(values);
});

test("D5: everyday strokes, fractions and words are no anchors", () => {
  const text = "He and/or she drives 24/7, I think it's either/or. Step one: w/o sugar. Well... set\n5 out";
  expect(new Talk().user(text).extract().anchors).toEqual([]);
});

test("D5: a command is an anchor as it was typed, its arguments and its error too", () => {
  const { anchors } = new Talk()
    .run('grep -n "a b" \\\n  "src/x y.ts"', "Exit code 2\nfatal: no such path", true)
    .extract();
  expect(anchors.map(({ kind, value, seq }) => [kind, value, seq])).toEqual([
    ["path", "src/x", 1],
    ["path", "y.ts", 1],
    ["command", 'grep -n "a b" \\\n  "src/x y.ts"', 1],
    ["error", "Exit code 2", 2],
    ["error", "fatal: no such path", 2],
  ]);
});

test("D5: each value once, with its first message", () => {
  const { anchors } = new Talk().user("45 mg").assistant("45 mg, noted").extract();
  expect(anchors).toMatchObject([{ value: "45 mg", messageId: "7q2mz4k9r1td-1", seq: 1 }]);
});

test("D5: rules that a tool printed are anchors too, to the letter; a long page of them is bounded", () => {
  const page = [
    "     4→- Never push to the release branch.",
    "it never connects",
    "Callers MUST hold the lock.",
    "const always = 1;",
  ];
  const rules = (text: string) =>
    new Talk()
      .run("cat RULES.md", text)
      .extract()
      .anchors.filter(({ kind }) => kind === "constraint")
      .map(({ value }) => value);
  expect(rules(page.join("\n"))).toEqual(["- Never push to the release branch.", "Callers MUST hold the lock."]);
  expect(rules(Array.from({ length: 500 }, (_, n) => `You must never skip step ${n}.`).join("\n")).length).toBe(40);
});
