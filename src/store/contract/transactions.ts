import { expect, test } from "vitest";
import type { Tables } from "../index.ts";
import { aCheckpoint, aMemory, aMessage, anAccumulator, aSession, at, current, type StoreOf, stored } from "./kit.ts";

export function transactionsContract(store: StoreOf): void {
  test("C3: all of a transaction or none: whatever it wrote, in every table, is gone when it fails", async () => {
    const session = await stored(store());
    const memory = aMemory();
    const everything = async (tables: Tables) => {
      await tables.sessions.insert(aSession({ key: "inside" }));
      await tables.sessions.countPrompt(session.id, at(1));
      await tables.messages.append(session.id, [aMessage({ content: "long ".repeat(2000) })]);
      await tables.checkpoints.append(aCheckpoint(session));
      await tables.checkpoints.saveAccumulator(anAccumulator(session.id));
      await tables.checkpoints.setResumePoint("/p", "c", at(1));
      await tables.memories.insert(memory);
      await tables.capture.markHook("h", at(1));
      await tables.capture.addProvisional(session.id, { sourceId: "p", entry: "{}", createdAt: at(1) });
      await tables.accounts.addIncident({ id: "i", sessionId: null, kind: "k", detail: "d", createdAt: at(1) });
      throw new Error("at the very end");
    };
    await expect(store().transaction(everything)).rejects.toThrow("at the very end");
    expect(await current(store(), session.id)).toEqual(session);
    expect(await store().sessions.count()).toBe(1);
    expect(await store().messages.count()).toBe(0);
    expect(await store().checkpoints.count()).toBe(0);
    expect(await store().checkpoints.accumulator(session.id)).toBeUndefined();
    expect(await store().checkpoints.takeResumePoint("/p")).toBeUndefined();
    expect(await store().memories.count()).toBe(0);
    expect(await store().capture.markHook("h", at(1))).toBe(true);
    expect(await store().capture.provisional(session.id)).toEqual([]);
    expect(await store().accounts.incidents(5)).toEqual([]);
  });

  test("C3: a statement that fails inside takes the rest with it, and its own error comes out", async () => {
    const memory = aMemory();
    const twice = store().transaction(async (tables) => {
      await tables.memories.insert(memory);
      await tables.memories.insert(memory);
    });
    await expect(twice).rejects.toThrow(/unique|duplicate/i);
    expect(await store().memories.count()).toBe(0);
  });

  test("C3: the result of the work is the result of the transaction", async () => {
    expect(await store().transaction(async () => 42)).toBe(42);
  });

  test("C3: inside, the work sees its own writes", async () => {
    const session = await stored(store());
    const seen = await store().transaction(async (tables) => {
      await tables.sessions.countPrompt(session.id, at(1));
      return tables.sessions.get(session.id);
    });
    expect(seen?.promptCount).toBe(1);
  });

  test("C3: other readers never see half of it", async () => {
    const session = await stored(store());
    const pauses = () => new Promise((resolve) => setImmediate(resolve));
    const writing = store().transaction(async (tables) => {
      for (let n = 0; n < 10; n++) {
        await tables.sessions.countPrompt(session.id, at(n));
        await pauses();
      }
    });
    const reads = await Promise.all(Array.from({ length: 30 }, () => store().sessions.get(session.id)));
    await writing;
    for (const read of reads) expect([0, 10]).toContain(read?.promptCount);
    expect((await current(store(), session.id)).promptCount).toBe(10);
  });

  test("C3: fifty that read, think and write at once lose nothing of each other", async () => {
    const session = await stored(store());
    await store().checkpoints.saveAccumulator(anAccumulator(session.id, { promptsSince: 0, queries: [] }));
    const addOne = (n: number) =>
      store().transaction(async (tables) => {
        const before = await tables.checkpoints.accumulator(session.id);
        await new Promise((resolve) => setImmediate(resolve));
        if (n % 5 === 4) throw new Error("this one gives up");
        await tables.checkpoints.saveAccumulator(
          anAccumulator(session.id, {
            promptsSince: (before?.promptsSince ?? 0) + 1,
            queries: [...(before?.queries ?? []), `${n}`],
          }),
        );
      });
    const settled = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => addOne(n)));
    expect(settled.filter((one) => one.status === "rejected")).toHaveLength(10);
    const after = await store().checkpoints.accumulator(session.id);
    expect(after?.promptsSince).toBe(40);
    expect(new Set(after?.queries).size).toBe(40);
  });

  test("C3: after a failed transaction the store still works", async () => {
    await expect(store().transaction(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await stored(store());
    expect(await store().transaction((tables) => tables.sessions.count())).toBe(1);
  });
}
