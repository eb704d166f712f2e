/*
 * What a run proves. Whoever finds a failure mended seldom runs the very same command again, but often one that says more: all the
 * tests instead of one. Only what surely holds the earlier run counts: a failure told too often costs a line, one that is hidden a day.
 */

type Kind = "test" | "build" | "types" | "lint";

/** A run of tests, of a compiler or of a linter. */
export interface Check {
  readonly kind: Kind;
  /** The language or the program; what a project calls its own tasks is run by whatever it likes. */
  readonly tool: string;
  readonly task: string | undefined;
  /** The parts of the project that it is about. None: all of them. */
  readonly places: readonly string[];
  /** What it picks by name. */
  readonly filters: readonly string[];
  /** Under what conditions: what is built with other tags or another configuration is something else. */
  readonly flags: ReadonlySet<string>;
}

const LAUNCHERS =
  /^(?:(?:time|npx|bunx|env|(?:pnpm|yarn|mise) exec(?: --)?|(?:uv|poetry) run|bundle exec|python3? -m|timeout (?:-\S+ )*\S+)\s+)+/;

/** Programs that prove something, by how they are called. */
const TOOLS: readonly (readonly [RegExp, Kind, string])[] = [
  [/^go test\b/, "test", "go"],
  [/^go (?:build|install)\b/, "build", "go"],
  [/^go vet\b/, "lint", "go"],
  [/^golangci-lint run\b/, "lint", "golangci-lint"],
  [/^cargo (?:test|nextest run)\b/, "test", "cargo"],
  [/^cargo (?:build|check)\b/, "build", "cargo"],
  [/^cargo clippy\b/, "lint", "cargo"],
  [/^dotnet test\b/, "test", "dotnet"],
  [/^dotnet build\b/, "build", "dotnet"],
  [/^(?:vitest(?: run)?|jest|mocha|ava|node --test|bun test)\b/, "test", "js"],
  [/^(?:vue-)?tsc\b/, "types", "tsc"],
  [/^(?:eslint|biome)\b/, "lint", "js"],
  [/^(?:pytest|tox|nox|unittest)\b/, "test", "python"],
  [/^(?:mypy|pyright)\b/, "types", "python"],
  [/^(?:ruff|flake8)\b/, "lint", "python"],
];

/** `npm run lint`, `make test`, `mise run test:integration`: the name of a task, and whatever is handed to it. */
const TASK =
  /^(npm|pnpm|yarn|bun|make|mise|just|task|rake)\s+(?:run\s+)?(test|tests|build|compile|lint|typecheck|(?:test|lint|build)[:_-][\w:-]+)(?=\s|$)/;
const OF_JAVASCRIPT = /^(?:npm|pnpm|yarn|bun)$/;
const COMPILED = /^(?:go|cargo|dotnet)$/;

const kindOfTask = (task: string): Kind => {
  if (task.startsWith("test")) return "test";
  if (task.startsWith("lint")) return "lint";
  return task === "typecheck" ? "types" : "build";
};

const WORD = /(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+/g;
const unquoted = (word: string): string => word.replace(/["']/g, "");

/** These pick tests by their names. */
const FILTER = /^(?:-run|-k|-t|-g|--grep|--testNamePattern|--test-name-pattern)(?:=(.*))?$/;
/** These change what is printed and how fast, not what is proven. */
const HARMLESS =
  /^(?:-v|-vv|--verbose|-q|--quiet|-s|-x|-json|--json|-race=false|-count=\d+|-failfast|--bail(?:=\d+)?|--colors?(?:=\w+)?|--no-color|--reporter=\S+|--tb=\S+|--silent|--run|--no-watch|--watch(?:All)?=false|-cover|--coverage|--no-coverage|-timeout=\S+|-parallel=\d+|--runInBand|--nocapture|--no-fail-fast|--passWithNoTests|--pretty|--noEmit|--)$/;
const HARMLESS_WITH_VALUE = /^(?:-o|-count|-timeout|-parallel|--reporter|--maxWorkers)$/;

function scopeOf(rest: string): Pick<Check, "places" | "filters" | "flags"> {
  const places: string[] = [];
  const filters: string[] = [];
  const flags = new Set<string>();
  const words = [...rest.matchAll(WORD)].map(([word]) => unquoted(word));
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const filter = FILTER.exec(word);
    if (filter) filters.push(filter[1] ?? words[++at] ?? "");
    else if (HARMLESS_WITH_VALUE.test(word)) at += 1;
    else if (word.startsWith("-")) HARMLESS.test(word) || flags.add(word);
    else places.push(word.replace(/^\.\/(?=.)/, "").replace(/\/$/, ""));
  }
  return { places, filters, flags };
}

/** What a simple command proves, if it is one of those that prove something. */
export function checkOf(command: string): Check | undefined {
  const line = command.replace(LAUNCHERS, "").replace(/^(?:\.\/)?node_modules\/\.bin\//, "");
  const task = TASK.exec(line);
  if (task) {
    const [called, runner = "", name = ""] = task;
    const tool = OF_JAVASCRIPT.test(runner) ? "js" : "any";
    const own = name === "tests" ? "test" : name;
    return { kind: kindOfTask(name), tool, task: own, ...scopeOf(line.slice(called.length)) };
  }
  for (const [form, kind, tool] of TOOLS) {
    const called = form.exec(line)?.[0];
    if (called !== undefined) return { kind, tool, task: undefined, ...scopeOf(line.slice(called.length)) };
  }
  return undefined;
}

/** For Go a folder is one package, and no folder the one where it is run. */
function placeHolds(tool: string, later: string, earlier: string): boolean {
  if (later === earlier || later === "...") return true;
  if (tool === "go" || tool === "golangci-lint")
    return later.endsWith("/...") && `${earlier}/`.startsWith(later.slice(0, -3));
  return later === "." || earlier.startsWith(`${later}/`);
}

function placesHold(tool: string, later: readonly string[], earlier: readonly string[]): boolean {
  if (later.length === 0 && tool !== "go") return true;
  const [all, some] = [later, earlier].map((places) => (places.length === 0 ? ["."] : places));
  return (some ?? []).every((one) => (all ?? []).some((place) => placeHolds(tool, place, one)));
}

const PLAIN = /^[\w/-]+$/;

/** `-run TestA` runs `TestA_Empty` too; of anything but plain names only the same is sure. */
const filterHolds = (later: string, earlier: string): boolean =>
  later === earlier ||
  earlier
    .split("|")
    .every((one) =>
      later.split("|").some((name) => one === name || (PLAIN.test(one) && PLAIN.test(name) && one.includes(name))),
    );

const sameFlags = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((flag) => other.has(flag));

const scopeHolds = (tool: string, later: Check, earlier: Check): boolean =>
  placesHold(tool, later.places, earlier.places) &&
  later.filters.every((filter) => earlier.filters.some((one) => filterHolds(filter, one))) &&
  sameFlags(later.flags, earlier.flags);

const isWhole = ({ places, filters, flags }: Check): boolean =>
  places.length === 0 && filters.length === 0 && flags.size === 0;

/** Whether what succeeded later could not have succeeded, had what failed earlier still failed. */
export function holds(later: Check, earlier: Check): boolean {
  if (later.tool === earlier.tool && later.kind === earlier.kind && later.task === earlier.task)
    return scopeHolds(later.tool, later, earlier);
  // All the project's tests hold each of them, unless it was run under conditions of its own.
  const isOfItsProject = later.tool === "any" || later.tool === earlier.tool;
  const isAllTests = later.task === "test" && isWhole(later) && isOfItsProject && earlier.task === undefined;
  if (earlier.kind === "test") return isAllTests && earlier.flags.size === 0;
  // What does not compile cannot be tested. Where nothing is compiled, tests run all the same.
  if (earlier.kind !== "build" || !COMPILED.test(earlier.tool)) return false;
  if (isAllTests && later.tool === "any") return earlier.flags.size === 0;
  const isSamePart = later.tool === earlier.tool && placesHold(later.tool, later.places, earlier.places);
  return isSamePart && sameFlags(later.flags, earlier.flags);
}

const GIT = /^git (?:-[cC] \S+ )*(\S+)(.*)$/;
const ENDS = /(?:^|\s)--(?:continue|abort|skip|quit)\b/;
const COMMITTED = /^(?:merge|cherry-pick|revert|pull)$/;

/** Whether what git had begun and could not bring to its end has ended since. */
export function endsOfGit(later: string, earlier: string, error: string | undefined): boolean {
  const [, step = "", rest = ""] = GIT.exec(later) ?? [];
  const [, begun = "", how = ""] = GIT.exec(earlier) ?? [];
  if (begun === "") return false;
  if (ENDS.test(rest)) return step === begun || (begun === "pull" && /^(?:merge|rebase)$/.test(step));
  // Nobody can commit while files are in conflict; but a commit in the middle of a rebase does not end it.
  const isConflict = /conflict|could not apply/i.test(error ?? "");
  if (step === "commit") return isConflict && COMMITTED.test(begun) && !how.includes("--rebase");
  return step === "push" && begun === "push" && how.trim() === "" && !/--(?:dry-run|delete|tags)\b/.test(rest);
}
