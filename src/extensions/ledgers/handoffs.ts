import { relative, sep } from "node:path";
import { z } from "zod";
import { localDay } from "../../core/index.ts";
import { type ProjectLocation, readBytes } from "../../project-files/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { MadeHandoff } from "./br/beads.ts";
import type { HandoffNotes } from "./br/comments.ts";
import { isOwnState } from "./current-work.ts";
import type { Behind } from "./files/file-sync.ts";
import type { Handoff, Task } from "./ledger-entries.ts";
import type { LedgerContext } from "./ledger-sync.ts";
import type { TaskLedger } from "./tasks/task-ledger.ts";
import { putWorkState, workStateOf } from "./work-states.ts";

export interface HandoffInput extends Partial<HandoffNotes> {
  readonly session: SessionRecord | undefined;
  readonly ended: string;
  readonly groundingRatio: number;
}

/** Older handoffs are not sent to br any more. */
const MOST_HANDOFFS = 20;

const handoffEntry = z.object({
  task: z.string(),
  ended: z.string(),
  ts: z.string(),
  agent: z.string(),
  session_id: z.string().optional(),
  notes_ref: z.string().default(""),
  grounding_ratio: z.number().default(0),
  next_steps: z.array(z.string()).default([]),
  blockers: z.array(z.string()).default([]),
  questions: z.array(z.string()).default([]),
});

const fromRoot = (root: string, path: string): string => relative(root, path).split(sep).join("/");

const lineAt = (bytes: string, at: number): number => bytes.slice(0, at).split("\n").length;

/** Empty where it is missing or cannot be read: a reference then names no line. */
function bytesAt(path: string): string {
  try {
    return readBytes(path) ?? "";
  } catch {
    return "";
  }
}

/** The lines of our section in the notes, as `NOTES.md:45-67`; the notes as a whole where they cannot be read. */
function notesReference({ root, places }: ProjectLocation): string {
  if (!places) return "";
  const name = fromRoot(root, places.notes);
  const bytes = bytesAt(places.notes);
  const [from, to] = [
    bytes.indexOf("<!-- throughline:begin session-continuity"),
    bytes.indexOf("<!-- throughline:end session-continuity"),
  ];
  return from < 0 || to < from ? name : `${name}:${lineAt(bytes, from)}-${lineAt(bytes, to)}`;
}

/** The last line of a trajectory, as `trajectory/agent-session.jsonl:12`. */
function lastLineOf({ root }: ProjectLocation, path: string | undefined): string {
  if (path === undefined) return "";
  const lines = bytesAt(path).split("\n").length - 1;
  return lines < 1 ? fromRoot(root, path) : `${fromRoot(root, path)}:${lines}`;
}

/** Hands tasks off to the next session, and comments in br what it does not have yet. */
export class Handoffs {
  readonly #context: LedgerContext;
  readonly #taskLedger: TaskLedger;

  constructor(context: LedgerContext, taskLedger: TaskLedger) {
    this.#context = context;
    this.#taskLedger = taskLedger;
  }

  /** Ends the session for the task, with references for the next one. */
  async handOff(location: ProjectLocation, named: string, { session, ended, groundingRatio, ...notes }: HandoffInput) {
    const lost: Behind[] = [];
    const task = await this.#context.sync.update(
      location,
      async () => {
        const { task: found, isOfBr } = await this.#taskLedger.find(location, named);
        const { slug, handoffs } = found;
        const notesRef = notesReference(location);
        const fields = {
          ...{ task: slug, ended },
          grounding_ratio: groundingRatio,
          checkpoint_status: "complete",
          notes_ref: notesRef,
          ...{ next_steps: notes.nextSteps, blockers: notes.blockers, questions: notes.questions },
        };
        const unwritten = await this.#context.trajectory.add(location, { phase: "session_handoff", session, fields });
        if (unwritten) lost.push(unwritten);
        const trajectoryRef = lastLineOf(location, this.#context.trajectory.fileOf(location, session));
        const handoff = { sessionId: session?.key ?? "user", ended, notesRef, trajectoryRef, groundingRatio };
        if (isOfBr !== false) return this.#handOffBead(location, found, handoff, notes);
        const changed = await this.#context.tasks.change(location.project, slug, {
          ...notes,
          handoffs: [...handoffs, handoff],
        });
        await this.#taskLedger.ask(location, found.questions, changed.questions);
        await this.#noteHandoff(location, changed, ended);
        return changed;
      },
      ({ slug }) => ({ notes: true, task: slug }),
    );
    return { ...task, behind: [...task.behind, ...lost] };
  }

  /** Notes which task was handed off, when, and what comes next; a reasoning state of somebody else stays. */
  async #noteHandoff(location: ProjectLocation, { slug, title, nextSteps: [next] }: Task, ended: string) {
    const { services } = this.#context;
    const workState = await workStateOf(services.store, location);
    const state = next === undefined ? "" : `Next: ${next}`;
    await putWorkState(services, location, {
      ...{ ...workState, checkpoint: ended, task: `${slug} (${title})` },
      state: isOwnState(workState.state) ? state : workState.state,
    });
  }

  /** In br as a comment, and in the notes for people without br. */
  async #handOffBead(
    location: ProjectLocation,
    task: Task,
    handoff: Handoff,
    { nextSteps = task.nextSteps, blockers = [], questions = task.questions }: Partial<HandoffNotes>,
  ): Promise<Task> {
    await this.#taskLedger.ask(location, [], questions);
    await this.#noteHandoff(location, { ...task, nextSteps }, handoff.ended);
    await this.commentInBr(location, task.slug, { handoff, notes: { nextSteps, blockers, questions } });
    const blocking = [...task.blockers, ...blockers.filter((one) => !task.blockers.includes(one))];
    return { ...task, nextSteps, questions, blockers: blocking, handoffs: [...task.handoffs, handoff] };
  }

  /** The latest handoffs in the trajectory, of any task. */
  async #handoffsMade(location: ProjectLocation): Promise<(MadeHandoff & { task: string })[]> {
    const filter = { project: location.project, phases: ["session_handoff"], limit: MOST_HANDOFFS };
    return (await this.#context.trajectory.entries(filter)).flatMap((entry) => {
      const made = handoffEntry.safeParse(entry).data;
      if (!made) return [];
      const { session_id: session, agent, ts, task, ended } = made;
      const file = location.places?.trajectory(agent, session, localDay(Date.parse(ts)));
      const notes = { nextSteps: made.next_steps, blockers: made.blockers, questions: made.questions };
      const handoff = {
        ...{ sessionId: session ?? "user", ended, notesRef: made.notes_ref, groundingRatio: made.grounding_ratio },
        trajectoryRef: file === undefined ? "" : relative(location.root, file),
      };
      return [{ task, handoff, notes }];
    });
  }

  /** Comments in br the decisions and handoffs that it does not have yet, and `latest`. Returns whether any was new. */
  async commentInBr(location: ProjectLocation, slug: string, latest?: MadeHandoff): Promise<boolean> {
    if (!this.#context.br.isAt(location)) return false;
    const made = (await this.#handoffsMade(location)).filter(
      ({ task, handoff }) => task === slug && handoff.ended !== latest?.handoff.ended,
    );
    return this.#context.beads.addComments(location, slug, latest ? [...made, latest] : made);
  }

  /** Sends br what it missed earlier, and has it write its database to files. */
  async flush(location: ProjectLocation): Promise<void> {
    if (this.#context.br.isAt(location)) {
      const own = new Set((await this.#context.tasks.list(location.project)).map(({ slug }) => slug));
      const handed = new Set((await this.#handoffsMade(location)).map(({ task }) => task));
      for (const slug of handed) if (!own.has(slug)) await this.commentInBr(location, slug);
    }
    await this.#context.br.flush(location);
  }
}
