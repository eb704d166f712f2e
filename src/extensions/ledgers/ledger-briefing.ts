import { existsSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import type { Memory } from "../../memory/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { foldSpace } from "../../text/index.ts";
import type { LedgerContext } from "./ledger-sync.ts";
import { isShared, type PreservationSource, type Preserved, preservedBy } from "./preservation.ts";
import { searchWithCk } from "./programs/ck-search.ts";
import { age, decisionLine, LAST_DECISIONS, levelOne, levelThree, levelTwo, withinTokens } from "./recovery-levels.ts";
import { workStateOf } from "./work-states.ts";

/** Recall finds more than decisions; the level's own ceiling is applied later. */
const RECALLED_TOKENS = 6000;

/** Texts from the ledgers for sessions. */
export class LedgerBriefing {
  readonly #context: LedgerContext;
  readonly #memory: Memory;

  constructor(context: LedgerContext, memory: Memory) {
    this.#context = context;
    this.#memory = memory;
  }

  /** The recovery text of a level, the third with what people wrote into the notes; empty where there is nothing. */
  async recovered(location: ProjectLocation, level: 1 | 3): Promise<string> {
    const { recovery } = await this.#context.services.configFor(location.project);
    const [begun] = await this.#context.beads.list(location, "inProgress");
    const ledgers = await this.#context.sync.read(location, async () => ({
      workState: await workStateOf(this.#context.services.store, location),
      task: (await this.#context.tasks.list(location.project)).find(({ status }) => status === "in_progress") ?? begun,
      decisions: await this.#context.decisions.everywhere({ project: location.project }),
      now: this.#context.services.clock.now(),
    }));
    if (level === 1) return levelOne(ledgers, recovery.level1Tokens);
    const { ownNotes } = await import("./notes/own-notes.ts");
    return [levelThree(ledgers), ownNotes(location, ledgers.now)].filter((part) => part !== "").join("\n");
  }

  /** What a project's rules preserve in a compaction, from the store alone: a hook cannot wait for files and br. */
  async #preservationSource(
    location: ProjectLocation,
    session: SessionRecord | undefined,
  ): Promise<PreservationSource> {
    const { project, root } = location;
    const tasks = await this.#context.tasks.list(project);
    const file = this.#context.trajectory.fileOf(location, session);
    const now = this.#context.services.clock.now();
    return {
      workState: await workStateOf(this.#context.services.store, location),
      task: tasks.find(({ slug }) => slug === session?.task) ?? tasks.find(({ status }) => status === "in_progress"),
      decisions: await this.#context.decisions.everywhere({ project, limit: LAST_DECISIONS }),
      now,
      trajectory: file !== undefined && existsSync(file) ? relative(root, file) : undefined,
      section: async (name) => (await import("./notes/own-notes.ts")).sectionLines(location, name, now),
    };
  }

  async preservation(location: ProjectLocation, session?: SessionRecord): Promise<Preserved[]> {
    const { preservation } = await this.#context.services.configFor(location.project);
    return preservedBy(preservation.alwaysPreserve, await this.#preservationSource(location, session));
  }

  /** The same as text, within the ceiling of level 1. With another live session, only what is shared by both. */
  async preserved(
    location: ProjectLocation,
    session: SessionRecord | undefined,
    heading: string,
    { isAlone }: { isAlone: boolean },
  ): Promise<string> {
    const { preservation, recovery } = await this.#context.services.configFor(location.project);
    const rules = preservation.alwaysPreserve.filter((rule) => isAlone || isShared(rule));
    const kept = await preservedBy(rules, await this.#preservationSource(location, session));
    const lines = kept.flatMap((one) => one.lines);
    return lines.length === 0 ? "" : withinTokens([heading, ...lines], recovery.level1Tokens);
  }

  /** What `ck` finds in the ledgers' files, a line each. */
  async #passages({ places, root }: ProjectLocation, query: string, now: number): Promise<string[]> {
    if (!places) return [];
    const folder = dirname(places.notes);
    return (await searchWithCk(folder, query)).flatMap(({ path = basename(places.notes), text }) => {
      const words = foldSpace(text.replace(/<!--.*?-->/gsu, ""));
      const file = resolve(folder, path);
      const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
      return words === "" ? [] : [`- ${words} [${relative(root, file)}, ${age(changed, now)}]`];
    });
  }

  /** Ledger passages for a question: from `ck` where it is installed, else the decisions that recall finds. */
  async answering(location: ProjectLocation, query: string): Promise<string> {
    const { recovery } = await this.#context.services.configFor(location.project);
    const now = this.#context.services.clock.now();
    const passages = await this.#passages(location, query, now);
    if (passages.length > 0) return levelTwo(query, passages, recovery.level2Tokens);
    const decided = await this.#context.sync.read(location, () =>
      this.#context.decisions.everywhere({ project: location.project }),
    );
    const decisions = new Map(decided.map((one) => [`decision ${one.id}`, one]));
    const found = await this.#memory.recall({ query, project: location.project, budget: RECALLED_TOKENS });
    const lines = found.flatMap(({ source }) => {
      const decision = decisions.get(source);
      return decision ? [decisionLine(decision, now)] : [];
    });
    return levelTwo(query, lines, recovery.level2Tokens);
  }
}
