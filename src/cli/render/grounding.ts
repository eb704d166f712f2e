import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, table, wrap } from "../terminal.ts";
import { warnings } from "./ledger.ts";
import type { Renderers } from "./words.ts";

type Report = AnswerOf<"ground">;
type Judged = Report["ungrounded"][number];

const verdict = { pass: colors.green("PASS"), fail: colors.red("FAIL"), skipped: colors.dim("SKIPPED") };

const heldText = (why: string | null): string => colors.green(why === null ? "Grounded." : `Grounded; ${why}.`);

const because = ({ claim, why }: Judged): string => wrap(`  - ${claim}${why ? `: ${why}` : ""}`, "    ");

const claims = (title: string, rows: readonly Judged[]): string[] =>
  rows.length > 0 ? ["", colors.bold(title), ...rows.map(because)] : [];

function driftTable(drift: Report["drift"]): string[] {
  if (!drift) return [];
  if (drift.length === 0) return ["", "No quotes are recorded."];
  const rows = drift.map(({ path, line, quote, state, note }) => [state, `${path}:${line}`, excerpt(quote), note]);
  return ["", table(["QUOTE", "RECORDED AT", "WORDS", "NOW"], rows)];
}

const paint = (state: string): string => {
  if (state === "failed") return colors.red(state);
  return state === "warning" ? colors.yellow(state) : colors.green(state);
};

export const groundingRenderers: Renderers = {
  cite: ({ grounded, why, behind }) => {
    const outcome = grounded ? heldText(why) : colors.yellow(`Not grounded: ${why}.`);
    return [why === "taken back" ? "Taken back." : outcome, ...warnings({ behind })].join("\n");
  },
  ground: (one) => {
    const ratio = `${verdict[one.status]}  ${one.message}: ${one.ratio.toFixed(2)} (at least ${one.threshold.toFixed(2)}, ${one.enforcement})`;
    return [
      ratio,
      ...claims("Not grounded", one.ungrounded),
      ...claims("Moved", one.moved),
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
    const todo =
      missing.length > 0 ? ["", colors.bold("Missing"), ...missing.map((one) => wrap(`  - ${one}`, "    "))] : [];
    return [...lines, ...todo, "", end].join("\n");
  },
};
