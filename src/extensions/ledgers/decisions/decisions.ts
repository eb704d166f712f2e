import { canonicalJson, isoTime, isPartOfId, newId, redact, theOnly } from "../../../core/index.ts";
import type { Memory } from "../../../memory/index.ts";
import type { Services } from "../../../services.ts";
import type { SessionRecord } from "../../../store/index.ts";
import { foldSpace } from "../../../text/index.ts";
import {
  type DecisionFilter,
  type DecisionRecord,
  decisionKey,
  decisionsOf,
  recordedDecisions,
} from "../../../work/index.ts";
import { PROJECT_ROOT } from "../identifiers.ts";
import type { Decision, DecisionContent, WrittenDecision } from "../ledger-entries.ts";

export interface NewDecision {
  readonly project: string;
  readonly task: string | null;
  readonly content: DecisionContent;
  readonly session?: SessionRecord | undefined;
  /** Who recorded it, as `sourceOf` names it; by default the user. */
  readonly source?: string | undefined;
}

/** As recall finds it: by its words, and by the files of its evidence. */
function wordsOf({ decision, rationale, alternatives, evidence }: DecisionContent): string {
  const files = [...new Set(evidence.map(({ path }) => path.replace(`${PROJECT_ROOT}/`, "")))];
  return [
    decision,
    rationale && `Why: ${rationale}`,
    alternatives.length > 0 && `Not chosen: ${alternatives.join("; ")}`,
    files.length > 0 && `Evidence: ${files.join(", ")}`,
  ]
    .filter(Boolean)
    .join("\n");
}

export const decisionOf = ({ id, task, ts, content }: DecisionRecord): Decision => ({
  ...{ id, task, ts },
  ...content,
});

const oneLine = (text: string): string => foldSpace(redact(text));

/** In one line each, without secrets; quotes keep their lines. */
const normalizeContent = (content: DecisionContent): DecisionContent => ({
  decision: oneLine(content.decision),
  rationale: oneLine(content.rationale),
  alternatives: content.alternatives.map(oneLine).filter((one) => one !== ""),
  evidence: content.evidence.map(({ quote, ...one }) => ({ ...one, quote: redact(quote).trim() })),
  testScenarios: content.testScenarios.map(({ name, type, expected }) => ({
    ...{ name: oneLine(name), type, expected: oneLine(expected) },
  })),
});

/** The decisions of projects: written once, reworded only by a person, never lost. */
export class Decisions {
  readonly #services: Services;
  readonly #memory: Memory;

  constructor(services: Services, memory: Memory) {
    this.#services = services;
    this.#memory = memory;
  }

  get #now(): string {
    return isoTime(this.#services.clock.now());
  }

  async #change(record: DecisionRecord, change: (record: DecisionRecord) => Partial<DecisionRecord>): Promise<void> {
    await recordedDecisions(this.#services.store).update(decisionKey(record), (one) => ({ ...one, ...change(one) }));
  }

  /** Newest first. */
  async list(filter: DecisionFilter): Promise<Decision[]> {
    return (await decisionsOf(this.#services.store, filter)).map(decisionOf);
  }

  /** Also those of the project's other folders, as far as this one's files do not have them. */
  async everywhere({ project, limit, ...filter }: DecisionFilter): Promise<Decision[]> {
    const paths = await this.#services.store.projects.paths(project);
    const lists = await Promise.all(paths.map((path) => this.list({ ...filter, project: path, limit })));
    // Of equal ids the first wins: this folder's own.
    const byId = new Map(
      lists
        .flat()
        .reverse()
        .map((one) => [one.id, one]),
    );
    const newestFirst = [...byId.values()].sort((a, b) => b.ts.localeCompare(a.ts) || b.id.localeCompare(a.id));
    return newestFirst.slice(0, limit);
  }

  async #named(project: string, partOfId: string): Promise<DecisionRecord[]> {
    return (await decisionsOf(this.#services.store, { project, all: true })).filter(({ id }) =>
      isPartOfId(partOfId, id),
    );
  }

  async show(project: string, partOfId: string) {
    let found: DecisionRecord[] = [];
    for (const path of await this.#services.store.projects.paths(project))
      if (found.length === 0) found = await this.#named(path, partOfId);
    const record = theOnly("decision", partOfId, found, "`throughline decisions` lists them.");
    const before = record.versions.map(({ content }) => content);
    return { ...decisionOf(record), withdrawnAt: record.withdrawnAt, before };
  }

  /** Adding an identical decision returns the existing one. */
  async add({ project, task, content, session, source = "user" }: NewDecision): Promise<Decision> {
    const words = canonicalJson(normalizeContent(content));
    const known = (await decisionsOf(this.#services.store, { project })).find(
      (one) => one.task === task && canonicalJson(one.content) === words,
    );
    if (known) return decisionOf(known);
    return this.#store({ id: newId(), project, task, ts: this.#now, content, source, sessionId: session?.id ?? null });
  }

  async #store({ content: raw, ...rest }: Omit<DecisionRecord, "versions" | "memoryId" | "withdrawnAt">) {
    const content = normalizeContent(raw);
    const { id, project, sessionId } = rest;
    const remembered = await this.#memory.remember({
      ...{ content: wordsOf(content), kind: "decision", project, source: `decision ${id}` },
      ...(sessionId !== null && { sessionId }),
    });
    const record = { ...rest, content, versions: [], memoryId: remembered.id, withdrawnAt: null };
    if (!(await recordedDecisions(this.#services.store).add(record)))
      throw new Error(`decision ${id} of ${project} is recorded already`);
    return decisionOf(record);
  }

  /**
   * Imports a person's edits of the decisions in a file, by comparing them with the last known state. A decision that
   * came with git from somebody else is new here, under its own id.
   */
  async importFromFile(
    project: string,
    before: readonly WrittenDecision[],
    after: readonly WrittenDecision[],
    task?: string,
  ): Promise<void> {
    const records = await decisionsOf(this.#services.store, { project, all: true });
    const known = new Map(records.map((record) => [record.id, record]));
    // One that a person wrote has no id in the file until the file is written again.
    const activeTexts = new Set(records.flatMap((one) => (one.withdrawnAt === null ? [decisionOf(one).decision] : [])));
    const had = new Map(before.map((one) => [one.id, one]));
    for (const one of after) {
      if (one.id === undefined && activeTexts.has(one.decision)) continue;
      const record = one.id === undefined ? undefined : known.get(one.id);
      const earlier = had.get(one.id);
      if (!record) await this.#import(project, one, task ?? one.task ?? null, "file");
      else if (earlier) await this.#reword(record, earlier, one);
      else if (record.withdrawnAt !== null) await this.#change(record, () => ({ withdrawnAt: null }));
    }
    const kept = new Set(after.map(({ id }) => id));
    for (const { id } of before) {
      const record = id !== undefined && !kept.has(id) ? known.get(id) : undefined;
      if (record) await this.#withdraw(record);
    }
  }

  /** Imports decisions of other programs, under ids of their own; the same text for the same task is skipped. */
  async importOthers(project: string, others: readonly Decision[], source: string): Promise<void> {
    if (others.length === 0) return;
    const records = await decisionsOf(this.#services.store, { project, all: true });
    const known = new Set(records.flatMap((one) => [one.id, `${one.task}\n${decisionOf(one).decision}`]));
    for (const one of others) {
      const words = `${one.task}\n${normalizeContent(one).decision}`;
      if (known.has(one.id) || known.has(words)) continue;
      known.add(one.id).add(words);
      await this.#import(project, one, one.task, source);
    }
  }

  async #import(
    project: string,
    { id = newId(), ts, ...content }: WrittenDecision,
    task: string | null,
    source: string,
  ): Promise<void> {
    const when = Number.isNaN(Date.parse(ts)) ? this.#now : ts;
    await this.#store({ id, project, task, ts: when, source, sessionId: null, content });
  }

  /** Changes only fields that differ: quotes lose their line breaks in one file and keep them in another. */
  async #reword(record: DecisionRecord, before: WrittenDecision, after: WrittenDecision): Promise<void> {
    const kept = record.content;
    const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
    const edited = <Name extends keyof DecisionContent>(name: Name): DecisionContent[Name] =>
      same(before[name], after[name]) ? kept[name] : after[name];
    const content = normalizeContent({
      decision: edited("decision"),
      rationale: edited("rationale"),
      alternatives: edited("alternatives"),
      evidence: edited("evidence"),
      testScenarios: edited("testScenarios"),
    });
    if (same(content, kept)) return;
    const replacedAt = this.#now;
    await this.#change(record, (one) => ({
      content,
      versions: [...one.versions, { content: one.content, replacedAt }],
    }));
    if (record.memoryId === null) return;
    const source = `decision ${record.id}`;
    const memory = await this.#memory.edit(record.memoryId, { content: wordsOf(content), source });
    if (memory.id !== record.memoryId) await this.#change(record, () => ({ memoryId: memory.id }));
  }

  async withdraw(project: string, id: string): Promise<Decision> {
    const found = await this.#named(project, id);
    const record = theOnly("decision", id, found, "`throughline decisions` lists them.");
    if (record.withdrawnAt === null) await this.#withdraw(record);
    return decisionOf(record);
  }

  async #withdraw(record: DecisionRecord): Promise<void> {
    const withdrawnAt = this.#now;
    await this.#change(record, () => ({ withdrawnAt }));
    const { memoryId, project } = record;
    if (memoryId === null) return;
    // Another decision in the same words is the same memory.
    const others = await decisionsOf(this.#services.store, { project });
    if (!others.some((other) => other.memoryId === memoryId)) await this.#memory.forget(memoryId);
  }

  /** Another name for a task. */
  async moveToTask(project: string, from: string, to: string): Promise<void> {
    for (const record of await decisionsOf(this.#services.store, { project, task: from, all: true }))
      await this.#change(record, () => ({ task: to }));
  }
}
