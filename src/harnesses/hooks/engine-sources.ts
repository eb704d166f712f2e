import { asksToResume, RESCUE, type Recovered } from "../../recovery/index.ts";
import type { Services } from "../../services.ts";
import { isStartSource } from "../../sessions/index.ts";
import { itemOf } from "../../signals/index.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type Notice, summaryLine } from "../../work/index.ts";
import { traitsOf } from "../traits/index.ts";
import { at, type ContextSource, type InjectedText } from "./context-sources.ts";
import type { HookParts } from "./request.ts";

/** The engine's own sources of text. */
export function engineSources(services: Services, parts: HookParts): readonly ContextSource[] {
  const { recovery, signals, notices, reminders, autosave } = parts;
  const recovered = (session: SessionRecord, given: Recovered | undefined, isShown = false): InjectedText | undefined =>
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
  const start: ContextSource = {
    name: "recovery",
    isEssential: true,
    speak: at("session-start", async ({ source }, session) => {
      const injected = recovered(session, await recovery.forStart(session, source), source !== "compact");
      if (!injected && (source === "startup" || source === "clear")) signals.startedWithout(session);
      return injected;
    }),
  };
  /** The recovery for a start that was never answered. */
  const missedStart: ContextSource = {
    name: "missed start",
    isEssential: true,
    speak: async (_call, session) => {
      const source = session.recoveryOwed;
      if (source === null || !isStartSource(source)) return undefined;
      const injected = recovered(session, await recovery.forStart(session, source));
      await services.store.sessions.change(session.id, { recoveryOwed: null });
      return injected;
    },
  };
  /** What a compaction left out. */
  const rescue: ContextSource = {
    name: "rescue",
    speak: async (_call, session) => {
      const given = await recovery.rescue.takePendingText(session);
      return given && { text: given.text, reason: `${RESCUE} after compaction ${given.compactionId}` };
    },
  };
  const resumption: ContextSource = {
    name: "resumption",
    isEssential: true,
    speak: at("user-prompt-submit", async ({ prompt }, session) =>
      asksToResume(prompt, traitsOf(session.harness).resumeCommand)
        ? recovered(session, await recovery.onRequest(session))
        : undefined,
    ),
  };
  /** What earlier sessions have on the prompt. */
  const reminder: ContextSource = {
    name: "reminder",
    speak: at("user-prompt-submit", async ({ prompt }, session) => {
      const found = await reminders.forPrompt(session, prompt);
      const items = found?.items.map(({ item, words }) => ({ ...itemOf(item), words })) ?? [];
      return found && { ...found, onRecorded: (time) => signals.served(session, "prompt", items, prompt, time) };
    }),
  };
  /** A line about the work: something to record, or what is known of the current file. */
  const notice: ContextSource = {
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
