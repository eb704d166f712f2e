import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Ambient } from "../../ambient.ts";
import type { Checkpoints } from "../../checkpoints/index.ts";
import { oneLine } from "../../conversation/index.ts";
import { badInput, isInside, redact, refused } from "../../core/index.ts";
import type { Ground } from "../../ledger/index.ts";
import { isOpen } from "../../sessions/index.ts";
import { type CheckpointRecord, newIncident, type SessionRecord } from "../../store/index.ts";
import type { OfTask, TaskFiles } from "../account/files.ts";
import { git } from "../rituals/git.ts";
import { STATUS_FILE, writeStatus } from "../rituals/task-status.ts";
import type { Mirror } from "../structured/mirror.ts";
import type { Structured, Structuring } from "../structured/structuring.ts";
import { GATE_TITLES, type Gate, type GateEvent, gateBefore, numberOf, passedGates } from "./gates.ts";
import { GATE_NEEDS, type GateContent, isOfTheProject, missingFiles, type Need, readEvidence } from "./needs.ts";

export interface PassingParts {
  readonly checkpoints: () => Checkpoints;
  readonly structuring: Structuring;
  readonly mirror: Mirror;
  readonly files: TaskFiles;
}

export interface PassRequest {
  readonly gate: Gate;
  readonly evidence: readonly string[];
  readonly note: string | undefined;
}

export interface Passed {
  readonly checkpoint: CheckpointRecord;
  /** What the gate's needs were met by. */
  readonly content: readonly { readonly need: string; readonly found: string }[];
}

const LARGEST_FILE = 1_000_000;
const LONGEST = 900;
const LONGEST_NAMES = 400;
const NAMED_COMMIT = /\b[0-9a-f]{7,40}\b|\bv?\d+\.\d+\.\d+\b/g;

/** The text of a file inside the project; what lies outside is nobody's evidence. */
const fileTextIn =
  (root: string) =>
  (path: string): string | undefined => {
    try {
      const full = resolve(root, path);
      if (!isInside(root, full) || statSync(full).size > LARGEST_FILE) return undefined;
      return readFileSync(full, "utf8");
    } catch {
      return undefined;
    }
  };

/** What a checkpoint says was made or changed, and is no longer there. What lies outside of the project may be another machine's. */
const goneFrom = (root: string, changed: readonly { readonly path: string; readonly action: string }[]): string[] =>
  changed
    .filter(({ path, action }) => action !== "deleted" && isInside(root, resolve(root, path)))
    .filter(({ path }) => !existsSync(resolve(root, path)))
    .map(({ path }) => path);

/** Lets sessions through gates: in their order, and only with what each needs. */
export class Passing {
  readonly #ambient: Ambient;
  readonly #parts: PassingParts;

  constructor(ambient: Ambient, parts: PassingParts) {
    this.#ambient = ambient;
    this.#parts = parts;
  }

  /** The gates of a task that count as passed: by the store, and by the files where it was worked on elsewhere. */
  async passed(project: string, of: OfTask): Promise<ReturnType<typeof passedGates>> {
    const { store } = this.#ambient;
    const task = of.task ?? "";
    const events: GateEvent[] = [];
    for (const { id } of await store.sessions.list({ project, task }))
      for (const { id: checkpointId, trigger, structured, createdAt: at } of await store.checkpoints.list({
        sessionId: id,
      }))
        if (trigger === "gate_transition" && structured?.gate)
          events.push({ at, gate: structured.gate, what: "passed", checkpointId });
    for (const { fromGate, begunAt: at } of await store.governed.ofTask(project, task))
      if (fromGate !== null) events.push({ at, gate: fromGate, what: "reopened" });
    const known = new Set(events.map(({ checkpointId }) => checkpointId));
    for (const { gate, at, id } of await this.#parts.mirror.gatesInFiles(of))
      if (!known.has(id)) events.push({ at, gate, what: "passed", checkpointId: id });
    return passedGates(events);
  }

  /** Throws where work cannot be taken up at a gate. `override`: why it is, though files that were there before it are gone. */
  async assertResumable(project: string, asked: OfTask, gate: Gate, override: string | undefined): Promise<void> {
    const { store, clock } = this.#ambient;
    const task = asked.task ?? "";
    const before = gateBefore(gate);
    if (before === undefined) return;
    const passed = await this.passed(project, asked);
    if (!passed.has(before))
      throw refused(
        `task ${task} cannot go on at ${gate}: there is no checkpoint of ${before} (${GATE_TITLES[before]})`,
        `Passed so far: ${[...passed.keys()].join(", ") || "none"}. The next is ${nextAfter(passed)}: --from-gate ${nextAfter(passed)}, or no --from-gate at all.`,
      );
    const proofId = passed.get(before) ?? "";
    const [proof] = await store.checkpoints.find(proofId);
    const of = proof && (await store.sessions.get(proof.sessionId));
    const verdict = of && (await this.#parts.checkpoints().verify(of));
    if (verdict && !verdict.ok)
      throw refused(
        `task ${task} cannot go on at ${gate}: the checkpoints of the session that passed ${before} do not hold (${verdict.problem?.reason})`,
        `\`throughline checkpoint verify --task ${task}\` tells which.`,
      );
    const changed = proof?.structured?.state.filesChanged ?? (await this.#parts.mirror.filesChangedIn(asked, proofId));
    const gone = goneFrom(asked.project ?? "", changed);
    if (gone.length === 0) return;
    const what = `what stood at ${before} is gone: ${oneLine(gone.join(", "), LONGEST_NAMES)}`;
    if (override === undefined)
      throw refused(
        `task ${task} cannot go on at ${gate}: ${what}`,
        `Bring it back (git log, work/patches), pass ${before} again (--from-gate ${before}), or go on all the same: --override "why".`,
      );
    const detail = `task ${task} goes on at ${gate} all the same, though ${what}: ${override}`;
    await store.accounts.addIncident(newIncident(clock.now(), "gate_overridden", redact(detail), proof?.sessionId));
  }

  async pass(session: SessionRecord, ground: Ground, request: PassRequest): Promise<Passed> {
    const { store, events, clock } = this.#ambient;
    const { gate, note } = request;
    const task = session.task ?? "";
    await this.#assertMayPass(session, ground.project, gate);
    const candidate = { ...session, gate };
    const structured = await this.#parts.structuring.of(candidate, "gate_transition");
    if (!structured)
      throw refused(`session ${session.id} has no task`, "Start it with one: throughline sessions start --task <slug>");
    const content = this.#met(gate, task, await this.#content(session, ground, structured, request.evidence));
    const found = content.map(({ need, found: words }) => `${need}: ${words}`).join("; ");
    const passing = `${gate} (${GATE_TITLES[gate]}) passed`;
    const summary = redact(oneLine([note === undefined ? passing : `${passing}: ${note}`, found].join(". "), LONGEST));
    const state = { ...structured.state, summary };
    const checkpoint = await this.#parts
      .checkpoints()
      .write({ session: candidate, trigger: "gate_transition", structured: state });
    await store.sessions.change(session.id, { gate });
    const how = { task: structured.task, nextSteps: state.nextSteps };
    await this.#parts.files.write(candidate, STATUS_FILE, (folder) => writeStatus(folder, candidate, clock.now(), how));
    events.emit({ type: "gate.passed", sessionId: session.id, gate, checkpointId: checkpoint.id });
    return { checkpoint, content };
  }

  async #assertMayPass(session: SessionRecord, project: string, gate: Gate): Promise<void> {
    const task = session.task ?? "";
    if (!isOpen(session))
      throw refused(
        `session ${session.id} is ${session.state}`,
        `\`throughline sessions start --task ${task}\` begins another.`,
      );
    const record = await this.#ambient.store.governed.get(session.id);
    if (record?.smoke === "failed")
      throw refused(
        `no gate is passed while the smoke command fails: ${record.smokeCommand}`,
        `Fix it and run it again: throughline sessions smoke ${session.id}. Or go on all the same: throughline sessions smoke ${session.id} --override "why".`,
      );
    const passed = await this.passed(project, session);
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
    ground: Ground,
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
    const record = await this.#ambient.store.governed.get(session.id);
    const names = evidence.flatMap((text) => text.match(NAMED_COMMIT) ?? []);
    const commits = new Set<string>();
    for (const name of names)
      if ((await git(ground.root, ["rev-parse", "--verify", "-q", `${name}^{commit}`])).code === 0) commits.add(name);
    return {
      ...{ slug: session.task ?? "", task: structured.task, state: structured.state.state, given },
      commands: structured.work.commands,
      smokeOutput: record?.smoke === "passed" ? (record.smokeOutput ?? undefined) : undefined,
      fileText: fileTextIn(ground.root),
      isThere: (path) => isInside(ground.root, resolve(ground.root, path)) && existsSync(resolve(ground.root, path)),
      isCommit: (name) => commits.has(name),
    };
  }

  #met(gate: Gate, task: string, content: GateContent): Passed["content"] {
    const met: { need: string; found: string }[] = [];
    const missing: Need[] = [];
    for (const need of GATE_NEEDS[gate]) {
      const found = need.found(content);
      if (found === undefined) missing.push(need);
      else met.push({ need: need.name, found: redact(oneLine(found, 300)) });
    }
    const doubtful = GATE_NEEDS[gate].filter((need) => missing.includes(need) || isOfTheProject(need.name));
    const names = doubtful.flatMap(({ name }) => missingFiles(content, name));
    const lost = names.map((path) => `"${oneLine(path, 80)}"`).join(", ");
    const absent = `there is no file ${lost} in this project that can be read`;
    if (missing.length === 0 && lost === "") return met;
    if (missing.length === 0)
      throw refused(
        `the evidence for ${gate} names what is not there: ${absent}`,
        "Name files as they are, or leave them out.",
      );
    const told = lost === "" ? "" : ` (${absent})`;
    throw refused(
      `${gate} (${GATE_TITLES[gate]}) needs what is not there: ${missing.map((need) => need.missing).join("; ")}${told}`,
      missing.map((need) => `${need.name}: ${need.give(task)}`).join("\n"),
    );
  }
}

function nextAfter(passed: ReadonlyMap<Gate, unknown>): string {
  const highest = Math.max(-1, ...[...passed.keys()].map(numberOf));
  return `G${Math.min(10, highest + 1)}`;
}
