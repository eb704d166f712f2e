import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Conversation } from "../support/product/conversation.ts";
import { Product } from "../support/product/product.ts";

let product: Product;
let id: string;
beforeEach(async () => {
  product = new Product();
  await product.ensureDaemon();
  id = withId.parse(await product.cliJson(["remember", "The staging port is 8080."])).id;
});
afterEach(() => product.dispose());

const withId = z.looseObject({ id: z.string() });
const SECRET = `ghp_${randomBytes(18).toString("hex")}`;

/** Refused with a message and what to do, on the command line and over HTTP, and everything is as it was. */
async function refused(args: readonly string[], code: number, said: RegExp): Promise<void> {
  const before = await product.cliJson(["memories", "--history"]);
  const answer = await product.cli(args);
  expect({ args, code: answer.code, stdout: answer.stdout }).toEqual({ args, code, stdout: "" });
  expect(answer.stderr).toMatch(said);
  expect(answer.stderr).toMatch(/^hint: \S/m);
  expect(answer.stderr).not.toContain(SECRET);
  expect(await product.cliJson(["memories", "--history"])).toEqual(before);
}

describe("M1: wrong input is refused with what to do, and nothing is changed", () => {
  test("an id that nobody has", async () => {
    const nobody = /there is no memory "none-such"\nhint: `throughline memories`/;
    await refused(["forget", "none-such"], 1, nobody);
    await refused(["memories", "edit", "none-such", "Other words."], 1, nobody);
    await refused(["memories", "show", "none-such"], 1, nobody);
    expect(await product.api("PUT", "/api/memories/none-such", { content: "x" })).toMatchObject({ status: 404 });
    expect(await product.api("GET", "/api/memories/none-such")).toMatchObject({ status: 404 });
  });

  test("a part of an id that fits several, also where one of them was forgotten meanwhile", async () => {
    const other = withId.parse(await product.cliJson(["remember", "The door is made of oak."])).id;
    const part = id.slice(0, 4);
    const both = new RegExp(`"${part}" matches more than one memory\nhint: .*(?:${id}.*${other}|${other}.*${id})`);
    await refused(["forget", part], 1, both);
    await refused(["memories", "edit", part, "Other words."], 1, both);
    await product.cli(["forget", id]);
    // The same command once more must not take the next one.
    await refused(["forget", part], 1, both);
  });

  test("a project or an agent without a name, and a project that lies nobody knows where", async () => {
    await refused(["remember", "--agent", "", "The gate is green."], 2, /agent: it is empty/);
    await refused(["remember", "--project", "", "The gate is green."], 2, /project: it is empty/);
    await refused(["recall", "--agent", " ", "staging port"], 2, /agent: it is empty/);
    await refused(["memories", "--project", ""], 2, /project: it is empty/);
    for (const given of [{ project: "" }, { agent: "" }, { project: "shop" }, { project: "../shop" }])
      expect(await product.api("POST", "/api/memories", { content: "The gate is green.", ...given })).toMatchObject({
        status: 400,
      });
    expect(await product.api("GET", "/api/memories/recall?q=port&project=shop")).toMatchObject({
      status: 400,
      body: { error: { message: "project: give an absolute path" } },
    });
    expect(await product.cliJson(["memories", "--project", "."])).toMatchObject([{ id }]);
  });

  test("words that are none", async () => {
    await refused(["remember", "."], 2, /there is nothing to remember/);
    await refused(["remember", ""], 2, /content: it is empty/);
    await refused(["remember", " \n "], 2, /there is nothing to remember/);
    await refused(["memories", "edit", id, ""], 2, /content: it is empty/);
    await refused(["memories", "edit", id, "  "], 2, /there is nothing to remember/);
    expect(await product.api("PUT", `/api/memories/${id}`, { content: "" })).toMatchObject({ status: 400 });
    expect(await product.api("PUT", `/api/memories/${id}`, {})).toMatchObject({ status: 400 });
  });

  test("nothing but a secret; with words around it the words are kept", async () => {
    for (const text of [SECRET, `GITHUB_TOKEN=${SECRET}`, `"${SECRET}"`, "[REDACTED]"])
      await refused(["remember", text], 2, /the text is only a secret.*\nhint: /);
    await refused(["memories", "edit", id, SECRET], 2, /the text is only a secret.*\nhint: /);
    expect(await product.cliJson(["memories", "edit", id, `We deploy with ${SECRET}`])).toMatchObject({
      content: "We deploy with [REDACTED]",
      changed: true,
    });
  });

  test("the id of a message or a checkpoint", async () => {
    const talk = new Conversation(product, product.folder);
    await talk.start();
    await talk.prompt("Where is the otter?");
    await talk.reply("In the river.");
    const shown = z.array(z.looseObject({ id: z.string(), confirmed: z.boolean().optional() }));
    const messages = async () => shown.parse((await product.api("GET", `/api/sessions/${talk.id}/messages`)).body);
    const message = await product.until(async () => (await messages()).find(({ confirmed }) => confirmed !== false));
    await talk.prompt("And where is the seal?", { written: false });
    const unconfirmed = (await messages()).at(-1);
    expect(unconfirmed).toMatchObject({ confirmed: false });
    await refused(["forget", unconfirmed?.id ?? ""], 1, /is the id of a message, not of a memory\nhint: .*expand/);
    const checkpoint = withId.parse(await product.cliJson(["checkpoint", "save", "--session", talk.id]));
    for (const command of [["forget"], ["memories", "show"], ["memories", "edit"]]) {
      const words = command[1] === "edit" ? ["Other words."] : [];
      await refused([...command, message.id, ...words], 1, /is the id of a message, not of a memory\nhint: .*expand/);
      await refused(
        [...command, checkpoint.id, ...words],
        1,
        /is the id of a checkpoint, not of a memory\nhint: .*show/,
      );
    }
    expect(await product.api("DELETE", `/api/memories/${message.id}`)).toMatchObject({ status: 404 });
  });

  test("editing what is over", async () => {
    const next = withId.parse(await product.cliJson(["remember", "The staging port is 9090."])).id;
    await refused(
      ["memories", "edit", id, "Other words."],
      1,
      new RegExp(`was superseded by ${next}\nhint: .*edit that one`),
    );
    await product.cli(["forget", next]);
    await refused(["memories", "edit", next, "Other words."], 1, /was forgotten on .*\nhint: .*remember/);
  });

  test("a list by what is not there", async () => {
    const kind = await product.cli(["memories", "--kind", "rumour"]);
    expect(kind).toMatchObject({ code: 2, stderr: expect.stringMatching(/Allowed choices are fact, decision/) });
    expect(await product.api("GET", "/api/memories?kind=rumour")).toMatchObject({ status: 400 });
    expect(await product.cli(["memories", "--session", "none-such"])).toMatchObject({ code: 1 });
    expect(await product.api("GET", "/api/memories?history=perhaps")).toMatchObject({ status: 400 });
  });

  test("values that do not fit: the message names the field, what is wrong and what is allowed", async () => {
    const recall = (query: string) => product.api("GET", `/api/memories/recall?q=port&${query}`);
    const remember = (body: unknown) => product.api("POST", "/api/memories", body);
    for (const [answer, message] of [
      [await recall("limit=-1"), "limit: -1 is too small: give 1 or more"],
      [await recall("limit=1.5"), "limit: give a whole number, not 1.5"],
      [await recall("limit=many"), "limit: give a number"],
      [await recall("limit=2000000"), "limit: 2000000 is too large: give 1000000 or less"],
      [await recall("budget=-5"), "budget: -5 is too small: give 1 or more"],
      [await recall("explain=perhaps"), "explain: give true or false"],
      [await recall("file="), "file: it is empty"],
      [await recall("colour=red"), "colour: there is no such field"],
      [await remember({}), "content: it is missing"],
      [await remember({ content: 7 }), "content: give text, not 7"],
      [await remember({ content: ["x"] }), "content: give text, not a list"],
      [
        await remember({ content: "x", kind: "rumour" }),
        'kind: give fact, decision, preference or constraint, not "rumour"',
      ],
    ] as const)
      expect(answer).toMatchObject({ status: 400, body: { error: { code: "bad_input", message } } });
  });
});
