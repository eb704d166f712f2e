import type { AnswerOf } from "../../operations/index.ts";
import { colors, wrap } from "../terminal.ts";
import { warnings } from "./ledger.ts";
import { type Renderers, section, tableOf } from "./words.ts";

type Report = AnswerOf<"ground">;
type Judged = Report["ungrounded"][number];

const verdict = { pass: colors.green("PASS"), fail: colors.red("FAIL"), skipped: colors.dim("SKIPPED") };

const because = ({ claim, why }: Judged): string => wrap(`  - ${claim}${why ? `: ${why}` : ""}`, "    ");

function driftTable(drift: Report["drift"]): string[] {
  if (!drift) return [];
  if (drift.length === 0) return ["", "No quotes are recorded."];
  const where = ({ path, line }: (typeof drift)[number]) => `${path}:${line}`;
  return ["", tableOf(drift, { QUOTE: "state", "RECORDED AT": where, WORDS: "quote", NOW: "note" })];
}

const paint = (state: string): string => {
  if (state === "failed") return colors.red(state);
  return state === "warning" ? colors.yellow(state) : colors.green(state);
};

export const groundingRenderers: Renderers = {
  cite: ({ grounded, why, behind }) => {
    const held = why === null ? "Grounded." : `Grounded; ${why}.`;
    const outcome = grounded ? colors.green(held) : colors.yellow(`Not grounded: ${why}.`);
    return [why === "taken back" ? "Claim retracted." : outcome, ...warnings({ behind })].join("\n");
  },
  ground: (one) => {
    // Where it is only a warning, nothing fails: neither the command nor a clear of the context.
    const isWarning = one.status === "fail" && one.enforcement === "warn";
    const outcome = isWarning ? colors.yellow("WARN") : verdict[one.status];
    const ratio = `${outcome}  ${one.message}: ${one.ratio.toFixed(2)} (at least ${one.threshold.toFixed(2)}, ${one.enforcement})`;
    return [
      ratio,
      ...section("Not grounded", one.ungrounded.map(because)),
      ...section("Moved", one.moved.map(because)),
      ...driftTable(one.drift),
    ].join("\n");
  },
  synthesize: ({ mode, permitted, steps, missing }) => {
    const lines = steps.map(({ title, state, detail }, at) =>
      wrap(`${at + 1}. ${title}: ${paint(state)}  ${colors.dim(detail)}`, "   "),
    );
    const end = permitted
      ? colors.green(`The context may be ${mode === "clear" ? "cleared" : "compacted"}.`)
      : colors.red(`The context may not be ${mode === "clear" ? "cleared" : "compacted"} yet.`);
    const todo = missing.map((one) => wrap(`  - ${one}`, "    "));
    return [...lines, ...section("Missing", todo), "", end].join("\n");
  },
};
