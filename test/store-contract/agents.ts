import { expect, test } from "vitest";
import { indexAll, search } from "./indexing.ts";
import { aMemory, aMessage, append, at, current, type StoreOf, stored } from "./kit.ts";

export function agentsContract(store: StoreOf): void {
  test("S4: two agents have each their own session under one key; one of them has it only once", async () => {
    const [one, same, other] = await Promise.all(
      ["ada", "ada", "bob"].map((agent) => stored(store(), { harness: "api", key: "cron", agent, type: "background" })),
    );
    expect(one?.id).toBe(same?.id);
    expect(other?.id).not.toBe(one?.id);
    expect((await store().sessions.byKey("api", "cron", "bob"))?.id).toBe(other?.id);
    expect(await store().sessions.byKey("api", "cron")).toBeUndefined();
  });

  test("S4: of fifty primary sessions made at once there is one, and nothing can delete or retype it", async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, n) => stored(store(), { agent: "ada", type: "primary", key: `key ${n}` })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const [primary] = made;
    const id = primary?.id ?? "";
    await append(store(), id, aMessage({ content: "the first words" }));
    await expect(store().transaction((tables) => tables.sessions.remove(id))).rejects.toThrow(/primary/);
    await expect(store().transaction((tables) => tables.messages.discard(id, 1))).rejects.toThrow(/primary/);
    await expect(store().sessions.change(id, { type: "ephemeral" })).rejects.toThrow(/primary/);
    expect((await store().sessions.list({ agent: "ada", type: "primary" })).map((one) => one.id)).toEqual([id]);
    expect((await store().messages.list(id)).map(({ content }) => content)).toEqual(["the first words"]);
  });

  test("S6: a removed session takes everything of its own along, and nothing else", async () => {
    const body = "a long text that two sessions share\n".repeat(200);
    const gone = await stored(store(), { agent: "ada", type: "ephemeral", key: "ask:1" });
    const child = await stored(store(), { parentId: gone.id });
    await append(store(), gone.id, aMessage({ content: "zebra crossing" }), aMessage({ content: body }));
    await indexAll(store());
    expect(await search(store(), ["zebra"])).toHaveLength(1);
    await append(store(), child.id, aMessage({ content: body }));
    const note = { collection: "notes", project: null, state: null, at: at(1), value: "{}" };
    for (const { id } of [gone, child]) await store().documents.put({ ...note, id, sessionId: id });
    const last = (await current(store(), gone.id)).totalMessages;
    await store().transaction(async (tables) => {
      await tables.messages.discard(gone.id, last);
      await tables.sessions.remove(gone.id);
    });
    expect(await store().sessions.get(gone.id)).toBeUndefined();
    expect(await search(store(), ["zebra"])).toEqual([]);
    expect((await store().documents.list({ collection: "notes" })).map(({ id }) => id)).toEqual([child.id]);
    expect((await current(store(), child.id)).parentId).toBeNull();
    expect((await store().messages.list(child.id)).map(({ content }) => content)).toEqual([body]);
  });

  test("M3: what a distillation extracted comes back by its receipt", async () => {
    for (const [content, weight] of [
      ["small", 0.2],
      ["great", 0.9],
    ] as const)
      await store().memories.insert(aMemory({ content, weight, receiptId: "receipt" }));
    await store().memories.insert(aMemory());
    const found = await store().memories.list({ receiptId: "receipt" });
    expect(found.map(({ content }) => content).sort()).toEqual(["great", "small"]);
  });
}
