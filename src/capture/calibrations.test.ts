import { expect, test } from "vitest";
import { at, emptyStore, storeOfSchema19 } from "../store/store.test-kit.ts";
import { calibrations } from "./context-size.ts";

test("D2: a calibration is kept by model, the newest holds", async () => {
  const store = emptyStore();
  expect(await calibrations(store).get("m")).toBeUndefined();
  await calibrations(store).put({ model: "m", factor: 1.1, samples: 1, updatedAt: at(1) });
  await calibrations(store).put({ model: "m", factor: 1.05, samples: 2, updatedAt: at(2) });
  expect(await calibrations(store).list()).toEqual([{ model: "m", factor: 1.05, samples: 2, updatedAt: at(2) }]);
});

test("D2: calibrations of schema 19 hold", async () => {
  const store = storeOfSchema19(`INSERT INTO calibrations VALUES ('opus', 1.125, 7, '${at(1)}')`);
  expect(await calibrations(store).list()).toEqual([{ model: "opus", factor: 1.125, samples: 7, updatedAt: at(1) }]);
});
