import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { incidents, newIncident } from "../../../audit/index.ts";
import { badInput, isInside, redact, refused } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import { isOpen } from "../../../sessions/index.ts";
import type { CheckpointRecord, SessionRecord } from "../../../store/index.ts";
import { oneLine } from "../../../text/index.ts";
import { readCited } from "../../grounding/index.ts";
import { governedSessions } from "../governed-sessions.ts";
import { git } from "../rituals/git.ts";
import { STATUS_FILE, writeStatus } from "../rituals/task-status.ts";
import type { CheckpointForm } from "../structured/checkpoint-json.ts";
import type { Structured } from "../structured/read-task-state.ts";
import type { TaskContext } from "../task-context.ts";
import {
  GATE_REQUIREMENTS,
  type GateContent,
  missingFiles,
  NAMED_COMMIT,
  type Requirement,
  readEvidence,
} from "./gate-requirements.ts";
import { GATE_TITLES, type Gate, type GateEvent, gateBefore, numberOf, passedGates } from "./gates.ts";

export interface PassRequest {
  readonly gate: Gate;
  readonly evidence: readonly string[];
  readonly note?: string | undefined;
}

export interface Passed {
  readonly checkpoint: CheckpointRecord;
  /** What met the gate's requirements. */
  readonly content: readonly { readonly need: string; readonly found: string }[];
}

const LARGEST_FILE = 1_000_000;
const LONGEST = 900;
const LONGEST_NAMES = 400;

/** The text of a file inside the project; other files are no evidence. */
function fileText(root: string, path: string): string | undefined {
  const file = readCited(root, path, LARGEST_FILE);
  return "text" in file ? file.text : undefined;
}

/** Files that a gate's proof names and that are gone. A path outside the project may belong to another machine. */
async function missingSince(root: string, forms: readonly CheckpointForm[], proof: CheckpointForm): Promise<string[]> {
  const proven = new Set(proof.state.files_changed.map(({ path }) => path));
  // A session's last checkpoint has the final state of its files; a deletion in a later session counts, too.
  const final = forms.findLast(({ session_id }) => session_id === proof.session_id) ?? proof;
  const actions = new Map(final.state.files_changed.map(({ path, action }) => [path, action]));
  for (const later of forms.slice(forms.indexOf(final) + 1))
    for (const { path, action } of later.state.files_changed) if (actions.has(path)) actions.set(path, action);
  const gone = [...actions]
    .filter(([path, action]) => proven.has(path) && action !== "deleted" && isInside(root, resolve(root, path)))
    .map(([path]) => path)
    .filter((path) => !existsSync(resolve(root, path)));
  if (gone.length === 0) return [];
  const log = await git(root, ["log", "--diff-filter=D", "--no-renames", "--name-only", "--format=", "--", ...gone]);
  const deleted = new Set(log.stdout.toString("utf8").split("\n"));
  return gone.filter((path) => !deleted.has(path));
}

/** Why work cannot continue at a gate; `isOverridable`: a person may decide to continue. */
interface Obstacle {
  readonly what: string;
  readonly hint: string;
  readonly isOverridable?: boolean;
}

/** Passes gates, in order, and only with what each requires. */
export class GateChecks {
  readonly #context: TaskContext;

  constructor(context: TaskContext) {
    this.#context = context;
  }

  /** The passed gates of a task, from the store and from files that came from another machine. */
  async #passedBy(project: string, task: string, forms: readonly CheckpointForm[]) {
    const events: GateEvent[] = forms
      .filter(({ type }) => type === "gate_transition")
      .flatMap(({ gate, timestamp: at, checkpoint_id: checkpointId }) =>
        gate === null ? [] : [{ at, gate, what: "passed", checkpointId }],
      );
    const ofTask = { projects: [project], fields: { task } };
    for (const { fromGate, begunAt: at } of await governedSessions(this.#context.services.store).list(ofTask))
      if (fromGate !== null) events.push({ at, gate: fromGate, what: "reopened" });
    return passedGates(events);
  }

  /**
   * Throws where work cannot resume at the named gate, or else at the next one. `override`: why it resumes although
   * files are gone.
   */
  async assertResumable(location: ProjectLocation, task: string, gate: Gate | undefined, override: string | undefined) {
    const { store, clock } = this.#context.services;
    const obstacle = await this.obstacle(location, task, gate);
    if (!obstacle) return;
    const { what, hint, isOverridable } = obstacle;
    if (!isOverridable || override === undefined) throw refused(`task ${task} cannot go on ${what}`, hint);
    const detail = `task ${task} goes on all the same ${what}: ${override}`;
    await incidents(store).add(newIncident(clock.now(), "gate_overridden", detail));
  }

  /** What is wrong with the proof of the gate before the named one, or else of the last passed one. */
  async obstacle(location: ProjectLocation, task: string, named: Gate | undefined): Promise<Obstacle | undefined> {
    const forms = await this.#context.mirror.all(location, task);
    const passed = await this.#passedBy(location.project, task, forms);
    const last = [...passed.keys()].at(-1);
    const before = named === undefined ? last : gateBefore(named);
    if (before === undefined) return undefined;
    const at = `at ${named ?? nextAfter(passed)}`;
    if (!passed.has(before))
      return {
        what: `${at}: there is no checkpoint of ${before} (${GATE_TITLES[before]})`,
        hint: `Passed so far: ${[...passed.keys()].join(", ") || "none"}. The next is ${nextAfter(passed)}: --from-gate ${nextAfter(passed)}, or no --from-gate at all.`,
      };
    const proof = forms.find(({ checkpoint_id }) => checkpoint_id === passed.get(before));
    const broken = proof && (await this.#brokenProof(location, task, proof));
    if (broken !== undefined)
      return {
        what: `${at}: the checkpoints of the session that passed ${before} do not hold (${broken})`,
        hint: `\`throughline checkpoint verify --task ${task}\` tells which.`,
      };
    const gone = proof ? await missingSince(location.root, forms, proof) : [];
    if (gone.length === 0) return undefined;
    return {
      what: `${at}: what stood at ${before} is gone: ${oneLine(gone.join(", "), LONGEST_NAMES)}`,
      hint: `Bring it back (git log, work/patches), pass ${before} again (--from-gate ${before}), or go on all the same: --override "why".`,
      isOverridable: true,
    };
  }

  async #brokenProof(location: ProjectLocation, task: string, { session_id }: CheckpointForm) {
    const session = await this.#context.services.store.sessions.get(session_id);
    if (session) return (await this.#context.checkpoints.verify(session)).problem?.reason;
    const foreign = await this.#context.mirror.foreign(location, task);
    return foreign.find(({ sessionId }) => sessionId === session_id)?.problem?.reason;
  }

  async pass(session: SessionRecord, location: ProjectLocation, request: PassRequest): Promise<Passed> {
    const { store, clock } = this.#context.services;
    const { gate, note } = request;
    const task = session.task ?? "";
    await this.#assertMayPass(session, location, gate);
    const candidate = { ...session, gate };
    const structured = await this.#context.taskState.of(candidate, "gate_transition");
    if (!structured)
      throw refused(`session ${session.id} has no task`, "Start it with one: throughline sessions start --task <slug>");
    const content = this.#met(gate, task, await this.#content(session, location, structured, request.evidence));
    const found = content.map(({ need, found: words }) => `${need}: ${words}`).join("; ");
    const passing = `${gate} (${GATE_TITLES[gate]}) passed`;
    const summary = redact(oneLine([note === undefined ? passing : `${passing}: ${note}`, found].join(". "), LONGEST));
    const state = { ...structured.state, summary };
    const passage = { session: candidate, trigger: "gate_transition", structured: state } as const;
    const checkpoint = await this.#context.checkpoints.write(passage);
    await store.transaction(async (tables) => {
      await tables.sessions.change(session.id, { gate });
      tables.emit({ type: "gate.passed", sessionId: session.id, gate, checkpointId: checkpoint.id });
    });
    const how = { task: structured.task, nextSteps: state.nextSteps };
    await this.#context.files.write(candidate, STATUS_FILE, (folder) =>
      writeStatus(folder, candidate, clock.now(), how),
    );
    return { checkpoint, content };
  }

  async #assertMayPass(session: SessionRecord, location: ProjectLocation, gate: Gate): Promise<void> {
    const task = session.task ?? "";
    if (!isOpen(session))
      throw refused(
        `session ${session.id} is ${session.state}`,
        `\`throughline sessions start --task ${task}\` starts another.`,
      );
    const record = await governedSessions(this.#context.services.store).get(session.id);
    if (record?.smoke === "failed")
      throw refused(
        `no gate is passed while the smoke command fails: ${record.smokeCommand}`,
        `Fix it and run it again: throughline sessions smoke ${session.id}. Or override it: throughline sessions smoke ${session.id} --override "why".`,
      );
    const passed = await this.#passedBy(location.project, task, await this.#context.mirror.all(location, task));
    const before = gateBefore(gate);
    if (passed.has(gate))
      throw refused(
        `${gate} is passed already`,
        `To go back to it: throughline sessions start --task ${task} --from-gate ${gate}. The next is ${nextAfter(passed)}.`,
      );
    if (before !== undefined && !passed.has(before))
      throw refused(
        `${gate} cannot be passed before ${before} (${GATE_TITLES[before]})`,
        `The next gate of task ${task} is ${nextAfter(passed)}: throughline gate ${nextAfter(passed)} --task ${task}`,
      );
  }

  async #content(
    session: SessionRecord,
    location: ProjectLocation,
    structured: Structured,
    evidence: readonly string[],
  ): Promise<GateContent> {
    const { given, unread } = readEvidence(evidence);
    const [wrong] = unread;
    if (wrong !== undefined)
      throw badInput(
        `evidence: "${oneLine(wrong, 60)}" does not say what it is`,
        'Write it as "kind: content", such as "findings: what was found".',
      );
    const record = await governedSessions(this.#context.services.store).get(session.id);
    const names = evidence.flatMap((text) => text.match(NAMED_COMMIT) ?? []);
    const commits = new Set<string>();
    for (const name of names)
      if ((await git(location.root, ["rev-parse", "--verify", "-q", `${name}^{commit}`])).code === 0) commits.add(name);
    return {
      ...{ task: structured.task, state: structured.state.state, given },
      commands: structured.commands,
      smokeOutput: record?.smoke === "passed" ? (record.smokeOutput ?? undefined) : undefined,
      fileText: (path) => fileText(location.root, path),
      isThere: (path) =>
        isInside(location.root, resolve(location.root, path)) && existsSync(resolve(location.root, path)),
      isCommit: (name) => commits.has(name),
    };
  }

  #met(gate: Gate, task: string, content: GateContent): Passed["content"] {
    const met: { need: string; found: string }[] = [];
    const missing: Requirement[] = [];
    for (const need of GATE_REQUIREMENTS[gate]) {
      const found = need.found(content);
      if (found === undefined) missing.push(need);
      else met.push({ need: need.name, found: redact(oneLine(found, 300)) });
    }
    const lost = missingFiles(content).map((path) => `"${oneLine(path, 80)}"`);
    const absent = lost.length === 0 ? [] : [`there is no file ${lost.join(", ")} in this project`];
    if (missing.length + absent.length === 0) return met;
    const ways = missing.map((need) => `${need.name}: ${need.give.replaceAll("TASK", task)}`);
    throw refused(
      `${gate} (${GATE_TITLES[gate]}) cannot be passed yet. Missing: ${[...missing.map((need) => need.missing), ...absent].join("; ")}`,
      [...ways, ...absent.map(() => "Name files as they are, or leave them out.")].join("\n"),
    );
  }
}

function nextAfter(passed: ReadonlyMap<Gate, unknown>): string {
  const highest = Math.max(-1, ...[...passed.keys()].map(numberOf));
  return `G${Math.min(10, highest + 1)}`;
}
