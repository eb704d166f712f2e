import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "../../../test/store-contract/index.ts";
import { openSqliteStore } from "./index.ts";

const now = new Date("2026-01-01T00:00:00.000Z");

storeContract("SQLite in memory", async () => {
  const { store } = openSqliteStore(":memory:", { now });
  return { store, close: () => store.close() };
});

storeContract("SQLite in a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "throughline-store-"));
  const path = join(folder, "throughline.db");
  let { store } = openSqliteStore(path, { now });
  return {
    store,
    async reopen() {
      await store.close();
      store = openSqliteStore(path, { now }).store;
      return store;
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
