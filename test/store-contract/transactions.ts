import { expect, test } from "vitest";
import type { Tables } from "../../src/store/index.ts";
import { aCheckpoint, aDocument, aMemory, aMessage, aSession, at, current, type StoreOf, stored } from "./kit.ts";

export function transactionsContract(store: StoreOf): void {
  test("C3: all of a transaction or none: whatever it wrote, in every table, is gone when it fails", async () => {
    const session = await stored(store());
    const memory = aMemory();
    const place = { sessionId: session.id, project: null, state: null, at: at(1) };
    const document = { ...place, collection: "incidents", id: "i", value: "{}" };
    const everything = async (tables: Tables) => {
      await tables.sessions.insert(aSession({ key: "inside" }));
      await tables.sessions.change(session.id, { promptCount: 1 });
      await tables.messages.append(session.id, [aMessage({ content: "long ".repeat(2000) })]);
      await tables.checkpoints.append(aCheckpoint(session));
      await tables.documents.put(aDocument());
      await tables.memories.insert(memory);
      await tables.documents.add(document);
      throw new Error("at the very end");
    };
    await expect(store().transaction(everything)).rejects.toThrow("at the very end");
    expect(await current(store(), session.id)).toEqual(session);
    expect((await store().totals()).sessions).toBe(1);
    expect((await store().totals()).messages).toBe(0);
    expect((await store().totals()).checkpoints).toBe(0);
    expect(await store().documents.list({ collection: "things" })).toEqual([]);
    expect((await store().totals()).memories).toBe(0);
    expect(await store().documents.list({ collection: "incidents" })).toEqual([]);
  });

  test("C3: a statement that fails inside takes the rest with it, and its own error comes out", async () => {
    const memory = aMemory();
    const twice = store().transaction(async (tables) => {
      await tables.memories.insert(memory);
      await tables.memories.insert(memory);
    });
    await expect(twice).rejects.toThrow(/unique|duplicate/i);
    expect((await store().totals()).memories).toBe(0);
  });

  test("C3: the result of the work is the result of the transaction", async () => {
    expect(await store().transaction(async () => 42)).toBe(42);
  });

  test("C3: inside, the work sees its own writes", async () => {
    const session = await stored(store());
    const seen = await store().transaction(async (tables) => {
      await tables.sessions.change(session.id, { promptCount: 1 });
      return tables.sessions.get(session.id);
    });
    expect(seen?.promptCount).toBe(1);
  });

  test("C3: other readers never see half of it", async () => {
    const session = await stored(store());
    const pauses = () => new Promise((resolve) => setImmediate(resolve));
    const writing = store().transaction(async (tables) => {
      for (let n = 0; n < 10; n++) {
        await tables.sessions.change(session.id, { promptCount: n + 1 });
        await pauses();
      }
    });
    const reads = await Promise.all(Array.from({ length: 30 }, () => store().sessions.get(session.id)));
    await writing;
    for (const read of reads) expect([0, 10]).toContain(read?.promptCount);
    expect((await current(store(), session.id)).promptCount).toBe(10);
  });

  test("C3: fifty that read, think and write at once lose nothing of each other", async () => {
    const { collection, id } = aDocument();
    const counted = async (tables: Tables): Promise<readonly number[]> =>
      JSON.parse((await tables.documents.get(collection, id))?.value ?? "[]");
    const addOne = (n: number) =>
      store().transaction(async (tables) => {
        const before = await counted(tables);
        await new Promise((resolve) => setImmediate(resolve));
        if (n % 5 === 4) throw new Error("this one gives up");
        await tables.documents.put(aDocument({ collection, id, value: JSON.stringify([...before, n]) }));
      });
    const settled = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => addOne(n)));
    expect(settled.filter((one) => one.status === "rejected")).toHaveLength(10);
    const after = await counted(store());
    expect(after).toHaveLength(40);
    expect(new Set(after).size).toBe(40);
  });

  test("C3: after a failed transaction the store still works", async () => {
    await expect(store().transaction(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await stored(store());
    expect((await store().transaction((tables) => tables.totals())).sessions).toBe(1);
  });

  test("C3: a call to the store itself inside a transaction on it is an error, and does not wait for ever", async () => {
    const inside: readonly ((tables: Tables) => Promise<unknown>)[] = [
      () => store().totals(),
      () => store().transaction(async () => 1),
      async (tables) => {
        await tables.sessions.insert(aSession());
        await Promise.all([tables.totals(), store().totals()]);
      },
    ];
    for (const work of inside) await expect(store().transaction(work)).rejects.toThrow(/inside a transaction/);
    expect((await store().totals()).sessions).toBe(0);
  });

  test("C3: calls from elsewhere wait for a transaction, also those that its work has left behind", async () => {
    const session = await stored(store());
    const left: Promise<number>[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const writing = store().transaction(async (tables) => {
      await tables.sessions.change(session.id, { promptCount: 1 });
      left.push(finished.then(async () => (await current(store(), session.id)).promptCount));
      await new Promise((resolve) => setImmediate(resolve));
    });
    const elsewhere = store().sessions.get(session.id);
    const after = store().transaction((tables) => tables.sessions.get(session.id));
    await writing;
    finish();
    expect((await elsewhere)?.promptCount).toBe(1);
    expect((await after)?.promptCount).toBe(1);
    expect(await Promise.all(left)).toEqual([1]);
  });
}
