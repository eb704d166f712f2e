import type { ProjectLocation } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { Behind } from "../files/file-sync.ts";
import { type Answer, findProgram, type Refusal, runProgram } from "../programs/run-program.ts";
import { brFolder, isBrFolder } from "./folder.ts";
import { type Issue, isIssueId, readIssues } from "./issues.ts";

/**
 * Behind what is asked for, as br's own manual has it; `comments add` goes without: it might take it for a part of the
 * comment.
 */
const JSON_OUT = "--json";

/** Which issues are asked for, as br's own arguments. `ready` leaves out what somebody works on already. */
const LISTINGS = { open: ["list"], inProgress: ["list", "--status", "in_progress"], ready: ["ready"] } as const;
export type Listing = keyof typeof LISTINGS;

/** The most issues that are loaded with their comments. */
const MOST_SHOWN = 100;

/** After a hang, br is not called again for this long. */
const REST_MS = 60_000;

/** The caller's words fit no issue, or several. */
const NO_SUCH = ["ISSUE_NOT_FOUND", "AMBIGUOUS_ID"];

/** The `br` command in projects that use it. The ledgers work without it; its failures are reported. */
export class Br {
  readonly #services: Services;
  readonly #problems = new Map<string, string>();
  readonly #restingUntil = new Map<string, number>();
  /** Projects whose br proved to be beads_rust: other programs are called br, too. */
  readonly #isKnown = new Set<string>();

  constructor(services: Services) {
    this.#services = services;
  }

  isAt({ root, places }: ProjectLocation): boolean {
    return places !== undefined && isBrFolder(root) && findProgram("br") !== undefined;
  }

  /** Why br does not know what the store knows, or we not what br knows. */
  behindAt(location: ProjectLocation): Behind[] {
    const problem = this.#problems.get(location.root);
    return problem === undefined || !this.isAt(location)
      ? []
      : [{ path: brFolder(location.root), problem: `br: ${problem}` }];
  }

  async #ask(location: ProjectLocation, args: readonly string[]): Promise<Answer | undefined> {
    const command = this.isAt(location) ? findProgram("br") : undefined;
    if (command === undefined) return undefined;
    const { root } = location;
    const now = this.#services.clock.now();
    if (now < (this.#restingUntil.get(root) ?? 0))
      return { problem: this.#problems.get(root) ?? "it did not answer", isHanging: true };
    const answer = await runProgram(command, root, args);
    if ("problem" in answer && !NO_SUCH.includes(answer.code ?? "")) this.#note(location, args, answer);
    return answer;
  }

  #note({ root }: ProjectLocation, args: readonly string[], { problem, isHanging }: Refusal): void {
    this.#services.log.warn({ root, command: `br ${args[0] ?? ""}`, problem }, "br failed");
    this.#problems.set(root, problem);
    if (isHanging) this.#restingUntil.set(root, this.#services.clock.now() + REST_MS);
  }

  /** Undefined where br is not there, or could not say. */
  async #issues(location: ProjectLocation, args: readonly string[]): Promise<Issue[] | undefined> {
    const answer = await this.#ask(location, [...args, JSON_OUT]);
    if (!answer || "problem" in answer) return answer && NO_SUCH.includes(answer.code ?? "") ? [] : undefined;
    const issues = readIssues(answer.stdout);
    if (issues) {
      this.#problems.delete(location.root);
      this.#isKnown.add(location.root);
    } else
      this.#note(location, args, {
        problem: `unexpected output of \`br ${args[0]}\`; is the br on PATH beads_rust?`,
        isHanging: false,
      });
    return issues;
  }

  /** With their comments. */
  async list(location: ProjectLocation, listing: Listing): Promise<Issue[]> {
    const issues = (await this.#issues(location, [...LISTINGS[listing], "--limit", "0"])) ?? [];
    const ids = issues.slice(0, MOST_SHOWN).map(({ id }) => id);
    const shown = ids.length === 0 ? [] : ((await this.#issues(location, ["show", ...ids])) ?? []);
    const byId = new Map(shown.map((issue) => [issue.id, issue]));
    return issues.map((issue) => byId.get(issue.id) ?? issue);
  }

  /** Undefined where br could not say whether there is one; null where there is none. */
  async show(location: ProjectLocation, named: string): Promise<Issue | null | undefined> {
    if (!isIssueId(named) || !this.isAt(location)) return null;
    const issues = await this.#issues(location, ["show", named]);
    return issues && (issues[0] ?? null);
  }

  async comment(location: ProjectLocation, issue: string, text: string): Promise<boolean> {
    if (!this.#isKnown.has(location.root) && !(await this.show(location, issue))) return false;
    const answer = await this.#ask(location, ["comments", "add", issue, text]);
    const isWritten = answer !== undefined && "stdout" in answer;
    if (isWritten) this.#problems.delete(location.root);
    return isWritten;
  }

  /** Writes out what br still has only in its database. */
  async flush(location: ProjectLocation): Promise<void> {
    await this.#ask(location, ["sync", "--flush-only"]);
  }
}
