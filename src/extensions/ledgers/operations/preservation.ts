import { z } from "zod";
import { defineOperation, onGround, served, where } from "../../../operation/index.ts";
import { ledgerOf } from "../extension.ts";
import { titleOfRule } from "../index.ts";

const preservation = defineOperation({
  name: "preservation",
  summary: "show what a project preserves through a compaction, and its current state",
  scope: "read",
  http: { method: "get", path: "/api/preservation" },
  cli: { command: "preservation", inProject: true },
  input: z.strictObject(where),
  output: z.object({
    alwaysPreserve: z
      .array(z.object({ rule: z.string(), title: z.string(), lines: z.array(served).readonly() }))
      .describe("What survives, most important first, with its current content in the ledgers"),
    compactable: z.array(z.object({ rule: z.string(), title: z.string() })).describe("What may be dropped"),
  }),
  run: onGround(async (engine, ground, _input, session) => {
    const { compactable } = (await engine.services.rulesFor(ground.project)).preservation;
    await ledgerOf(engine).decided(ground, { limit: 1 });
    return {
      alwaysPreserve: await ledgerOf(engine).briefing.preservation(ground, session),
      compactable: compactable.map((rule) => ({ rule, title: titleOfRule(rule) })),
    };
  }),
});

export const preservationOperations = [preservation];
