import { z } from "zod";
import { actOf } from "../../../capture/index.ts";
import { type Conflict, type Decided, nameOf } from "./find-conflicts-in-text.ts";

/* A tool call brings packages, imports and files into the project; their names are the same in every language. */

const callShape = z.object({ input: z.record(z.string(), z.unknown()) });
const INSTALLS =
  /\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go|gem|composer|apt|apt-get|brew)\s+(?:[a-z]+\s+)?(?:install|i|add|get|require|ci)\b[^|;&\n]*/gu;
const SUBCOMMAND = /^(?:install|i|add|get|require|ci)$/u;
const PINNED = /(?<![\w./-])(@?[a-z][\w./-]*?)(?:@|==)[\^~v]?(\d[\w.]*)/giu;
const PROSE_FILE = /\.(?:md|mdx|txt|rst|adoc)$/iu;

/** The lines that an edit adds, without those that it removes. */
function linesAdded(content: string): string[] {
  const texts = Object.entries(callShape.parse(JSON.parse(content)).input).flatMap(([key, value]) =>
    typeof value === "string" ? [{ isOld: /^old/iu.test(key), lines: value.split("\n") }] : [],
  );
  const before = new Set(texts.flatMap(({ isOld, lines }) => (isOld ? lines : [])));
  return texts
    .flatMap(({ isOld, lines }) => (isOld ? [] : lines))
    .filter((line) => !line.startsWith("-") && !before.has(line))
    .map((line) => line.replace(/^\+/u, "").trim());
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");

function imports(line: string, name: string): boolean {
  const module = literally(name);
  const forms = [
    `(?:from|require\\(|import\\(?)\\s*["']${module}(?:/[^"']*)?["']`,
    `^\\s*(?:import|from)\\s+${module}(?:[\\s.;,]|$)`,
    `^\\s*use\\s+${module}::`,
    `^\\s*["']${module}["']\\s*:\\s*["'][\\^~>=]*\\d`,
  ];
  return new RegExp(forms.join("|"), "iu").test(line);
}

/** `npm install a@2 b`: the program and the packages, without versions. */
const installed = (line: string): string[] =>
  line
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => !SUBCOMMAND.test(word))
    .map((word) => word.replace(/(?<=.)(?:@|==).*$/u, ""));

const isOtherVersion = (one: string, other: string): boolean =>
  !`${one}.`.startsWith(`${other}.`) && !`${other}.`.startsWith(`${one}.`);

function repins(line: string, decision: string): boolean {
  const decided = new Map([...decision.matchAll(PINNED)].map(([, name = "", version = ""]) => [name, version]));
  return [...line.matchAll(PINNED)].some(([, name = "", version = ""]) => {
    const before = decided.get(name);
    return before !== undefined && isOtherVersion(before, version);
  });
}

interface Step {
  readonly line: string;
  readonly adopts: (name: string) => boolean;
}

function stepsOf(content: string): Step[] {
  const act = actOf({ content });
  if (act.kind === "run")
    return (act.command.match(INSTALLS) ?? []).map((line) => ({
      line: line.trim(),
      adopts: (name) => installed(line).includes(name),
    }));
  if (act.kind !== "edit" || PROSE_FILE.test(act.path)) return [];
  const isFile = (name: string): boolean => name.includes(".") && `/${act.path}`.toLowerCase().endsWith(`/${name}`);
  return [
    { line: act.path, adopts: isFile },
    ...linesAdded(content).map((line) => ({ line, adopts: (name: string) => imports(line, name) })),
  ];
}

/** Conflicts of a tool call: it installs, imports or creates what was rejected, or pins another version. */
export function conflictsInCall<D extends Decided>(content: string, decisions: readonly D[]): Conflict<D>[] {
  return stepsOf(content).flatMap(({ line, adopts }) =>
    decisions.flatMap((decision): Conflict<D>[] => {
      const chosen = decision.decision.toLowerCase().split(/[\s"`,;:()]+/u);
      const names = decision.alternatives.map((one) => nameOf(one).join("-")).filter((name) => name !== "");
      const isAlong = installed(line).some((word) => chosen.includes(word) && word.length > 1 && !names.includes(word));
      if (names.some(adopts) && !isAlong) return [{ statement: line, because: "rejected alternative", decision }];
      return repins(line, decision.decision) ? [{ statement: line, because: "other value", decision }] : [];
    }),
  );
}
