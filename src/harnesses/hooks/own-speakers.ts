import { asksToResume, RESCUE, type Recovered } from "../../recovery/index.ts";
import type { Services } from "../../services.ts";
import { isStartSource } from "../../sessions/index.ts";
import { itemOf } from "../../signals/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type Notice, summaryLine } from "../../work/index.ts";
import { traitsOf } from "../traits/index.ts";
import type { HookParts } from "./request.ts";
import { at, type Speaker, type Speech } from "./speakers.ts";

/** The engine's own speakers. */
export function ownSpeakers(services: Services, parts: HookParts): readonly Speaker[] {
  const { recovery, signals, notices, reminders, autosave } = parts;
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
      const given = await recovery.rescue.takePendingText(session);
      return given && { text: given.text, reason: `${RESCUE} after compaction ${given.compactionId}` };
    },
  };
  const resumption: Speaker = {
    name: "resumption",
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
  /** A line about the work: something to record, or what is known of the current file. */
  const notice: Speaker = {
    name: "notice",
    speak: ({ event }, session): Promise<Notice | undefined> =>
      event.event === "user-prompt-submit"
        ? notices.atPrompt(session, event.prompt)
        : event.event === "post-tool-use"
          ? notices.afterTool(session, event)
          : Promise.resolve(undefined),
  };

  return [start, missedStart, rescue, resumption, reminder, notice];
}
