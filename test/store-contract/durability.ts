import { expect, test } from "vitest";
import { schemaVersion } from "../../src/store/index.ts";
import { indexAll, search } from "./indexing.ts";
import { aCheckpoint, aDocument, aMemory, aMessage, append, type OpenedForContract, stored } from "./kit.ts";

export function durabilityContract(opened: () => OpenedForContract): void {
  test("C3: says which schema it has", () => {
    expect(opened().store.schemaVersion).toBe(schemaVersion);
  });

  test("C3: what was stored is there after closing and opening again, and can be continued", async (context) => {
    const { store, reopen } = opened();
    if (!reopen) return context.skip("this store lives only as long as its process");
    const session = await stored(store);
    const first = await append(store, session.id, aMessage({ content: "long ".repeat(2000) }));
    const checkpoint = await store.transaction((tables) => tables.checkpoints.append(aCheckpoint(session)));
    const document = aDocument({ sessionId: session.id });
    await store.documents.put(document);
    await store.memories.insert(aMemory({ content: "kept across the gap" }));
    await indexAll(store);
    const again = await reopen();
    expect(await again.messages.list(session.id)).toEqual(first);
    expect((await again.checkpoints.find(checkpoint.id))[0]).toEqual(checkpoint);
    expect(await again.documents.get(document.collection, document.id)).toEqual(document);
    expect(await search(again, ["gap"], { source: "memories" })).toHaveLength(1);
    const [second] = await append(again, session.id, aMessage());
    expect(second?.seq).toBe(2);
  });
}
