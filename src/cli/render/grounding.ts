import { z } from "zod";
import { colours, excerpt, table, wrap } from "../terminal.ts";
import { warnings } from "./ledger.ts";
import type { Renderers } from "./words.ts";

const judged = z.object({ claim: z.string(), grounded: z.boolean(), why: z.string().nullable() });

const report = z.object({
  ...{ total: z.number(), grounded: z.number(), assumptions: z.number(), ratio: z.number(), threshold: z.number() },
  ...{ enforcement: z.string(), status: z.enum(["pass", "fail", "skipped"]), message: z.string() },
  ungrounded: z.array(judged),
  moved: z.array(judged),
  drift: z
    .array(z.object({ path: z.string(), line: z.number(), quote: z.string(), state: z.string(), note: z.string() }))
    .optional(),
});

const step = z.object({ title: z.string(), state: z.string(), detail: z.string() });
const synthesis = z.object({
  mode: z.string(),
  permitted: z.boolean(),
  steps: z.array(step),
  missing: z.array(z.string()),
});

const verdict = { pass: colours.green("PASS"), fail: colours.red("FAIL"), skipped: colours.dim("SKIPPED") };

const heldText = (why: string | null): string => colours.green(why === null ? "Grounded." : `Grounded; ${why}.`);

const because = ({ claim, why }: z.infer<typeof judged>): string =>
  wrap(`  - ${claim}${why ? `: ${why}` : ""}`, "    ");

const claims = (title: string, rows: readonly z.infer<typeof judged>[]): string[] =>
  rows.length > 0 ? ["", colours.bold(title), ...rows.map(because)] : [];

function driftTable(drift: z.infer<typeof report>["drift"]): string[] {
  if (!drift) return [];
  if (drift.length === 0) return ["", "No quote is on record."];
  const rows = drift.map(({ path, line, quote, state, note }) => [state, `${path}:${line}`, excerpt(quote), note]);
  return ["", table(["QUOTE", "WRITTEN DOWN AT", "WORDS", "NOW"], rows)];
}

const paint = (state: string): string => {
  if (state === "failed") return colours.red(state);
  return state === "warning" ? colours.yellow(state) : colours.green(state);
};

export const groundingRenderers: Renderers = {
  cite: (value) => {
    const one = judged.parse(value);
    const outcome = one.grounded ? heldText(one.why) : colours.yellow(`Not grounded: ${one.why}.`);
    return [one.why === "taken back" ? "Taken back." : outcome, ...warnings(value)].join("\n");
  },
  ground: (value) => {
    const one = report.parse(value);
    const ratio = `${verdict[one.status]}  ${one.message}: ${one.ratio.toFixed(2)} (at least ${one.threshold.toFixed(2)}, ${one.enforcement})`;
    return [
      ratio,
      ...claims("Not grounded", one.ungrounded),
      ...claims("Moved", one.moved),
      ...driftTable(one.drift),
    ].join("\n");
  },
  synthesize: (value) => {
    const { mode, permitted, steps, missing } = synthesis.parse(value);
    const lines = steps.map(({ title, state, detail }, at) =>
      wrap(`${at + 1}. ${title}: ${paint(state)}  ${colours.dim(detail)}`, "   "),
    );
    const end = permitted
      ? colours.green(`The context may be ${mode === "clear" ? "cleared" : "compacted"}.`)
      : colours.red(`The context may not be ${mode === "clear" ? "cleared" : "compacted"} yet.`);
    const todo =
      missing.length > 0 ? ["", colours.bold("Missing"), ...missing.map((one) => wrap(`  - ${one}`, "    "))] : [];
    return [...lines, ...todo, "", end].join("\n");
  },
};
