import { z } from "zod";
import { atLocation, defineOperation, served, where } from "../../../operation/index.ts";
import { ledgerOf } from "../extension.ts";
import { titleOfRule } from "../index.ts";

const preservation = defineOperation({
  name: "preservation",
  summary: "show what a project preserves through a compaction, and its current state",
  http: { method: "get", path: "/api/preservation" },
  cli: { command: "preservation", inProject: true },
  input: z.strictObject(where),
  output: z.object({
    alwaysPreserve: z
      .array(z.object({ rule: z.string(), title: z.string(), lines: z.array(served).readonly() }))
      .describe("What survives, most important first, with its current content in the ledgers"),
    compactable: z.array(z.object({ rule: z.string(), title: z.string() })).describe("What may be dropped"),
  }),
  run: atLocation(async (engine, location, _input, session) => {
    const { compactable } = (await engine.services.rulesFor(location.project)).preservation;
    await ledgerOf(engine).decided(location, { limit: 1 });
    return {
      alwaysPreserve: await ledgerOf(engine).briefing.preservation(location, session),
      compactable: compactable.map((rule) => ({ rule, title: titleOfRule(rule) })),
    };
  }),
});

export const preservationOperations = [preservation];
