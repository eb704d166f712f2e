import { AsyncLocalStorage } from "node:async_hooks";
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { EventfulStore } from "./services.ts";

interface Inside {
  isOpen: boolean;
  readonly used: string[];
}

const inside = new AsyncLocalStorage<Inside>();

/** Notes calls of a module's functions inside a transaction. */
function watch(module: object): void {
  for (const [name, original] of Object.entries(module)) {
    if (typeof original !== "function" || /^[A-Z_]/.test(name)) continue;
    const watched = new Proxy(original, {
      apply(target, self, given) {
        const transaction = inside.getStore();
        if (transaction?.isOpen) transaction.used.push(name);
        return Reflect.apply(target, self, given);
      },
    });
    Reflect.set(module, name, watched);
  }
}

for (const module of [fs, fs.promises, childProcess]) watch(module);
syncBuiltinESMExports();

/** Makes each transaction fail that used files or other programs: everybody else's writes wait for it. */
export function refuseFilesInTransactions(store: EventfulStore): void {
  const { transaction } = store;
  Object.assign(store, {
    transaction: <Result>(work: Parameters<typeof transaction<Result>>[0]): Promise<Result> =>
      transaction((tables) => {
        const here: Inside = { isOpen: true, used: [] };
        return inside.run(here, async () => {
          const result = await work(tables).finally(() => {
            here.isOpen = false;
          });
          if (here.used.length > 0) throw new Error(`a transaction used files or programs: ${here.used.join(", ")}`);
          return result;
        });
      }),
  });
}
