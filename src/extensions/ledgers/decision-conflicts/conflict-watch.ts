import { formatDuration } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { Services } from "../../../services.ts";
import type { MessageRecord, SessionRecord } from "../../../store/index.ts";
import { fence, oneLine } from "../../../text/index.ts";
import type { Ledger } from "../ledger.ts";
import type { Decision } from "../ledger-entries.ts";
import { conflictsInCall } from "./find-conflicts-in-call.ts";
import { type Conflict, conflictsInText } from "./find-conflicts-in-text.ts";

/** The first time that a session is checked, only its last messages are compared. */
const FIRST_CHECK_MESSAGES = 40;
const LONGEST_QUOTE = 300;

/** Conflicts of an agent's message or tool call with recorded decisions. */
export const forksIn = (
  { kind, content }: Pick<MessageRecord, "kind" | "content">,
  decisions: readonly Decision[],
): Conflict[] => (kind === "tool_use" ? conflictsInCall(content, decisions) : conflictsInText(content, decisions));

/** The format of the Loa ledgers. */
export const forkText = ({ statement, decision }: Pick<Conflict, "statement" | "decision">, word: string): string =>
  [
    "FORK DETECTED:",
    `Context: "${oneLine(statement, LONGEST_QUOTE)}"`,
    `${word}: "${oneLine(decision.decision, LONGEST_QUOTE)}"`,
    `Resolution: ${word} wins (external ledger is authoritative)`,
  ].join("\n");

/** Compares what agents write and do with the recorded decisions, and notifies them of conflicts. */
export class ConflictWatch {
  readonly #services: Services;
  readonly #ledger: Ledger;
  readonly #checkedUpTo = new Map<string, number>();
  readonly #notices = new Map<string, string>();

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#ledger = ledger;
  }

  /** Checks the messages since the last check. */
  async look(sessionId: string): Promise<void> {
    const session = await this.#services.store.sessions.get(sessionId);
    if (!session?.project) return;
    const after = this.#checkedUpTo.get(session.id) ?? Math.max(0, session.totalMessages - FIRST_CHECK_MESSAGES);
    this.#checkedUpTo.set(session.id, session.totalMessages);
    if (after >= session.totalMessages) return;
    const location = await this.#ledger.at(session.project);
    const decisions = await this.#ledger.decisions.list({ project: location.project });
    if (decisions.length === 0) return;
    const messages = await this.#services.store.messages.list(session.id, { kinds: ["text", "tool_use"], after });
    for (const message of messages) {
      const known = decisions.filter(({ ts }) => ts <= message.createdAt);
      if (message.role === "assistant") await this.#compare(location, session, message, known);
    }
  }

  async #compare(
    location: ProjectLocation,
    session: SessionRecord,
    message: MessageRecord,
    decisions: readonly Decision[],
  ): Promise<void> {
    for (const conflict of forksIn(message, decisions)) {
      const { statement, because, decision } = conflict;
      const reported = await this.#ledger.trajectory.entries({
        ...{ project: location.project, phases: ["fork_detected"], sessionKey: session.key },
      });
      // The same statement again is not worth another interruption.
      if (reported.some((entry) => entry.context_decision === statement)) continue;
      const fields = {
        ...{ bead_id: decision.task, context_decision: statement, bead_decision: decision.decision, because },
        resolution: "bead_wins",
      };
      await this.#ledger.trajectory.add(location, { phase: "fork_detected", session, fields });
      this.#notices.set(
        session.id,
        this.#notice(conflict, message.kind === "tool_use" ? "Your last step" : "You said"),
      );
    }
  }

  #notice({ statement, decision }: Conflict, source: string): string {
    const age = formatDuration(this.#services.clock.now() - Date.parse(decision.ts));
    const { rationale } = decision;
    const why = rationale === "" ? "rationale: not given" : `because: ${oneLine(rationale, LONGEST_QUOTE)}`;
    return fence(
      [
        "## Fork detected",
        `${source}: “${oneLine(statement, LONGEST_QUOTE)}”`,
        `Decided ${age} ago (decision ${decision.id}): “${oneLine(decision.decision, LONGEST_QUOTE)}”, ${why}`,
        "The ledger wins over the context: keep to what was decided, or ask the user and record another decision.",
      ].join("\n"),
    );
  }

  /** The pending notice for the agent; it is returned once. */
  take(sessionId: string): string | undefined {
    const text = this.#notices.get(sessionId);
    this.#notices.delete(sessionId);
    return text;
  }
}
