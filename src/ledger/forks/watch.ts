import { formatDuration } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { MessageRecord, SessionRecord } from "../../store/index.ts";
import { fence, oneLine } from "../../text/index.ts";
import type { Decision } from "../entries.ts";
import type { Ground } from "../ground.ts";
import type { Ledger } from "../ledger.ts";
import { type Fork, forksSaid } from "./find-forks.ts";
import { forksDone } from "./find-forks-in-call.ts";

/** Of a session that is looked at for the first time, what was said before this many messages is past. */
const LOOKED_BACK = 40;
const LONGEST_WORDS = 300;
const HEADING = "Fork detected";

/** Where what an agent says or does leads away from decisions. */
export const forksIn = (
  { kind, content }: Pick<MessageRecord, "kind" | "content">,
  decisions: readonly Decision[],
): Fork[] => (kind === "tool_use" ? forksDone(content, decisions) : forksSaid(content, decisions));

/** As the ledgers' own form has it. */
export const forkText = ({ statement, decision }: Pick<Fork, "statement" | "decision">, word: string): string =>
  [
    "FORK DETECTED:",
    `Context: "${oneLine(statement, LONGEST_WORDS)}"`,
    `${word}: "${oneLine(decision.decision, LONGEST_WORDS)}"`,
    `Resolution: ${word} wins (external ledger is authoritative)`,
  ].join("\n");

/** Compares what agents say and do with the recorded decisions, and lets them know of a conflict. */
export class ForkWatch {
  readonly #services: Services;
  readonly #ledger: Ledger;
  readonly #looked = new Map<string, number>();
  readonly #owed = new Map<string, string>();

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#ledger = ledger;
  }

  /** Looks at what the agent has said and done since the last time. */
  async look(sessionId: string): Promise<void> {
    const session = await this.#services.store.sessions.get(sessionId);
    if (!session?.project) return;
    const after = this.#looked.get(session.id) ?? Math.max(0, session.totalMessages - LOOKED_BACK);
    this.#looked.set(session.id, session.totalMessages);
    if (after >= session.totalMessages) return;
    const ground = await this.#ledger.at(session.project);
    const decisions = await this.#ledger.decisions.list({ project: ground.project });
    if (decisions.length === 0) return;
    const messages = await this.#services.store.messages.list(session.id, { kinds: ["text", "tool_use"], after });
    for (const message of messages) {
      const known = decisions.filter(({ ts }) => ts <= message.createdAt);
      if (message.role === "assistant") await this.#compare(ground, session, message, known);
    }
  }

  async #compare(
    ground: Ground,
    session: SessionRecord,
    message: MessageRecord,
    decisions: readonly Decision[],
  ): Promise<void> {
    for (const fork of forksIn(message, decisions)) {
      const { statement, because, decision } = fork;
      if (await this.#wasTold(ground, session, statement)) continue;
      const fields = {
        ...{ bead_id: decision.task, context_decision: statement, bead_decision: decision.decision, because },
        resolution: "bead_wins",
      };
      await this.#ledger.trajectory.add(ground, { phase: "fork_detected", session, fields });
      this.#owed.set(session.id, this.#notice(fork, message.kind === "tool_use" ? "Your last step" : "You said"));
    }
  }

  /** The same words again are not worth another interruption. */
  async #wasTold({ project }: Ground, { key }: SessionRecord, statement: string): Promise<boolean> {
    const told = await this.#ledger.trajectory.entries({ project, phases: ["fork_detected"], sessionKey: key });
    return told.some((entry) => entry.context_decision === statement);
  }

  #notice({ statement, decision }: Fork, source: string): string {
    const age = formatDuration(this.#services.clock.now() - Date.parse(decision.ts));
    const { rationale } = decision;
    const why = rationale === "" ? "rationale: not given" : `because: ${oneLine(rationale, LONGEST_WORDS)}`;
    return fence(
      [
        `## ${HEADING}`,
        `${source}: “${oneLine(statement, LONGEST_WORDS)}”`,
        `Decided ${age} ago (decision ${decision.id}): “${oneLine(decision.decision, LONGEST_WORDS)}”, ${why}`,
        "The ledger wins over the context: keep to what was decided, or ask the user and record another decision.",
      ].join("\n"),
    );
  }

  /** What the agent has to be told, once. */
  take(sessionId: string): string | undefined {
    const text = this.#owed.get(sessionId);
    this.#owed.delete(sessionId);
    return text;
  }
}
