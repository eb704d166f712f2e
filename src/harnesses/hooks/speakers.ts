import { asksToResume, RESCUE, type Recovered } from "../../recovery/index.ts";
import type { Services } from "../../services.ts";
import { isStartSource } from "../../sessions/index.ts";
import { itemOf } from "../../signals/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type Notice, summaryLine } from "../../work/index.ts";
import type { HookEvent } from "../contract.ts";
import { traitsOf } from "../traits.ts";
import type { Call, HookRooms } from "./request.ts";

/** A text for the agent from one part of the product. */
export interface Speech {
  readonly text: string;
  /** For the record of injected texts. */
  readonly reason: string;
  /** Shown to the user, where the client can. */
  readonly show?: string | undefined;
  /** Called once it is recorded. */
  readonly onRecorded?: ((at: string, later: Call["later"]) => void) | undefined;
}

/** A part of the product that may speak to the agent. */
export interface Speaker {
  readonly name: string;
  /** Its failure fails the hook, which is then tried again. All others are optional. */
  readonly isEssential?: boolean;
  speak(call: Call, session: SessionRecord): Promise<Speech | undefined>;
}

/** A place in the answer, for the first of its speakers that returns a text. */
export interface Slot {
  /** A paragraph is separated by blank lines; a line follows everything else. */
  readonly as: "paragraph" | "line";
  /** Left for the next call when there is a paragraph. */
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
 * What may speak to the agent, by event and in the order of the answer. Each limits its own length: recovery, rescue
 * and resumption 2,000 characters together (`recovery.budgetChars`), reminders and notices a few lines.
 */
export function slotsOf(services: Services, rooms: HookRooms) {
  const { recovery, signals, governance, sandbox, notices, retries, reminders, forks, autosave } = rooms;

  const recovered = (session: SessionRecord, given: Recovered | undefined, isShown = false): Speech | undefined =>
    given && {
      text: given.text,
      reason: `${given.reason}; from session ${given.fromSessionId}`,
      show: isShown && given.work ? summaryLine(given.work, services.clock.now()) : undefined,
      onRecorded: (time, later) => {
        signals.recovered(session, given, time);
        later(() => autosave.consume(session));
      },
    };

  /** The state of the work, for every start. */
  const start: Speaker = {
    name: "recovery",
    isEssential: true,
    speak: at("session-start", async ({ source }, session) => {
      const speech = recovered(session, await recovery.forStart(session, source), source !== "compact");
      if (!speech && (source === "startup" || source === "clear")) signals.startedWithout(session);
      return speech;
    }),
  };
  /** The recovery for a start that was never answered. */
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
  /** A warning that the agent is about to go against a decision. */
  const conflict: Speaker = {
    name: "decision conflict",
    speak: async (_call, { id }) => speechOf(forks.take(id), "fork from the ledger"),
  };
  const resumption: Speaker = {
    name: "resumption on request",
    isEssential: true,
    speak: at("user-prompt-submit", async ({ prompt }, session) =>
      asksToResume(prompt, traitsOf(session.harness).resumeCommand)
        ? recovered(session, await recovery.onRequest(session))
        : undefined,
    ),
  };
  /** What earlier sessions have on the prompt. */
  const reminder: Speaker = {
    name: "reminder",
    speak: at("user-prompt-submit", async ({ prompt }, session) => {
      const found = await reminders.forPrompt(session, prompt);
      const items = found?.items.map(({ item, words }) => ({ ...itemOf(item), words })) ?? [];
      return found && { ...found, onRecorded: (time) => signals.served(session, "prompt", items, prompt, time) };
    }),
  };
  /** What governance requires of a session under a task. */
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
  /** A notice that the session is read-only. */
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
  /** A line about the work: something to record, or what is known of the current file. */
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
