import { asksToResume, RESCUE, type Recovered } from "../../recovery/index.ts";
import type { Services } from "../../services.ts";
import { isStartSource } from "../../sessions/index.ts";
import { itemOf } from "../../signals/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type Notice, summaryLine } from "../../work/index.ts";
import type { HookEvent } from "../contract.ts";
import type { Call, HookRooms } from "./request.ts";

/** What one part of the product has to say to the agent. */
export interface Speech {
  readonly text: string;
  /** Why it is given, for the record of what agents were given. */
  readonly reason: string;
  /** Shown to the user, where the client can. */
  readonly show?: string | undefined;
  /** What follows once it is on record. */
  readonly onRecorded?: ((at: string) => void) | undefined;
}

/** A part of the product that may speak to the agent. */
export interface Speaker {
  readonly name: string;
  /**
   * Without it the start of a session would be wrong: it fails the hook, which then comes again. All others are extras.
   */
  readonly isEssential?: boolean;
  speak(call: Call, session: SessionRecord): Promise<Speech | undefined>;
}

/** A place in the answer: the first of its speakers that has something to say takes it. */
export interface Slot {
  /** A paragraph has its room to itself; a line goes behind everything else. */
  readonly as: "paragraph" | "line";
  /** It can wait for the next call when a paragraph is given. */
  readonly canWait?: boolean;
  readonly speakers: readonly Speaker[];
}

type EventOf<Name extends HookEvent["event"]> = Extract<HookEvent, { event: Name }>;

/** The speaker of one kind of event. */
const at =
  <Name extends HookEvent["event"]>(
    name: Name,
    speak: (event: EventOf<Name>, session: SessionRecord) => Promise<Speech | undefined>,
  ): Speaker["speak"] =>
  async ({ event }, session) =>
    // The name of an event decides its type.
    event.event === name ? speak(event as EventOf<Name>, session) : undefined;

const speechOf = (text: string | undefined, reason: string): Speech | undefined =>
  text === undefined ? undefined : { text, reason };

/**
 * Who may speak to the agent, by event and in the order in which it reads them. How long each may be is its own matter:
 * recovery, rescue and resumption 2,000 characters together by `recovery.budgetChars`, reminders and notices a few
 * lines.
 */
export function slotsOf(services: Services, rooms: HookRooms, later: (work: () => Promise<unknown>) => void) {
  const { recovery, signals, governance, sandbox, notices, retries, reminders, forks, autosave } = rooms;

  const recovered = (session: SessionRecord, given: Recovered | undefined, isShown = false): Speech | undefined =>
    given && {
      text: given.text,
      reason: `${given.reason}; from session ${given.fromSessionId}`,
      show: isShown && given.work ? summaryLine(given.work, services.clock.now()) : undefined,
      onRecorded: (time) => {
        signals.recovered(session, given, time);
        later(() => autosave.consume(session));
      },
    };

  /** Where the work stood: what every start is given. */
  const start: Speaker = {
    name: "recovery",
    isEssential: true,
    speak: at("session-start", async ({ source }, session) => {
      const speech = recovered(session, await recovery.forStart(session, source), source !== "compact");
      if (!speech && (source === "startup" || source === "clear")) signals.startedWithout(session);
      return speech;
    }),
  };
  /** What a start that was never answered would have been given. */
  const missedStart: Speaker = {
    name: "missed start",
    isEssential: true,
    speak: async (_call, session) => {
      const source = session.recoveryOwed;
      if (source === null || !isStartSource(source)) return undefined;
      const speech = recovered(session, await recovery.forStart(session, source));
      await services.store.sessions.change(session.id, { recoveryOwed: null });
      return speech;
    },
  };
  /** What a compaction left out. */
  const rescue: Speaker = {
    name: "rescue",
    speak: async (_call, session) => {
      const given = await recovery.rescue.owed(session);
      return given && { text: given.text, reason: `${RESCUE} after compaction ${given.compactionId}` };
    },
  };
  /** That the agent is about to leave what was decided. */
  const conflict: Speaker = {
    name: "decision conflict",
    speak: async (_call, { id }) => speechOf(forks.take(id), "fork from the ledger"),
  };
  const resumption: Speaker = {
    name: "resumption on request",
    isEssential: true,
    speak: at("user-prompt-submit", async ({ prompt }, session) =>
      asksToResume(prompt, session.harness) ? recovered(session, await recovery.onRequest(session)) : undefined,
    ),
  };
  /** What the prompt brings to mind of earlier sessions. */
  const reminder: Speaker = {
    name: "reminder",
    speak: at("user-prompt-submit", async ({ prompt }, session) => {
      const found = await reminders.forPrompt(session, prompt);
      const items = found?.items.map(({ item, words }) => ({ ...itemOf(item), words })) ?? [];
      return found && { ...found, onRecorded: (time) => signals.served(session, "prompt", items, prompt, time) };
    }),
  };
  /** What the rules of the session's task have to say. */
  const task: Speaker = {
    name: "session under a task",
    speak: async ({ event }, session) => {
      const reason = "session under a task";
      if (event.event === "user-prompt-submit") return speechOf(await governance.atPrompt(session), reason);
      if (event.event === "post-tool-use") return speechOf(await governance.atTool(session, true), reason);
      const isNew = event.event === "session-start" && event.source !== "compact";
      return isNew ? speechOf((await governance.atStart(session)).text, reason) : undefined;
    },
  };
  /** That the session is read-only. */
  const readOnly: Speaker = {
    name: "sandbox",
    speak: async (_call, { id }) => {
      const session = await services.store.sessions.get(id);
      return session && speechOf(await sandbox.notice(session), "in a sandbox");
    },
  };
  /** What to do about a step that keeps failing. */
  const failing: Speaker = {
    name: "failing step",
    speak: at("post-tool-use", async (ended, session) =>
      speechOf(await retries.after(session, ended), "a step that keeps failing"),
    ),
  };
  /** A line about the work: something to put on record, or what is known of the file at hand. */
  const notice: Speaker = {
    name: "notice about the work",
    speak: ({ event }, session): Promise<Notice | undefined> =>
      event.event === "user-prompt-submit"
        ? notices.atPrompt(session, event.prompt)
        : event.event === "post-tool-use"
          ? notices.afterTool(session, event)
          : Promise.resolve(undefined),
  };

  const paragraph = (...speakers: Speaker[]): Slot => ({ as: "paragraph", speakers });
  const line = (...speakers: Speaker[]): Slot => ({ as: "line", speakers });
  return {
    "session-start": [paragraph(start), paragraph(task), paragraph(readOnly)],
    "user-prompt-submit": [
      paragraph(missedStart, rescue, conflict, resumption, reminder),
      paragraph(task),
      line(notice),
    ],
    "post-tool-use": [
      paragraph(missedStart, rescue, conflict),
      paragraph(task),
      line(failing),
      { ...line(notice), canWait: true },
    ],
  } satisfies Partial<Record<HookEvent["event"], readonly Slot[]>>;
}
