import { expect, test } from "vitest";
import { type Component, Components } from "./components.ts";

function recorded(names: readonly string[], failing: string) {
  const calls: string[] = [];
  const note = (name: string, action: string) => () => {
    calls.push(`${action} ${name}`);
    if (name === failing) throw new Error(`${name} failed`);
  };
  const parts = names.map((name): Component => ({ name, sweep: note(name, "sweep"), stop: note(name, "stop") }));
  return { calls, components: new Components(parts) };
}

test("components work in their order and stop in reverse", async () => {
  const { calls, components } = recorded(["store", "memory", "hooks"], "");
  await components.sweep();
  await components.maintain();
  await components.stop();
  expect(calls).toEqual(
    ["store", "memory", "hooks"]
      .map((name) => `sweep ${name}`)
      .concat(["hooks", "memory", "store"].map((name) => `stop ${name}`)),
  );
});

test("a component that fails keeps no other from its turn, and its failure is thrown", async () => {
  const { calls, components } = recorded(["store", "memory", "hooks"], "memory");
  await expect(components.sweep()).rejects.toThrow("memory failed");
  await expect(components.stop()).rejects.toThrow("memory failed");
  expect(calls).toHaveLength(6);
});
