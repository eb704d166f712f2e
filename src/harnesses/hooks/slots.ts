import type { Services } from "../../services.ts";
import type { HookInterceptor } from "./interceptor.ts";
import { ownSpeakers } from "./own-speakers.ts";
import type { HookParts } from "./request.ts";
import { BUDGETS, ORDER, type Place, type Speaker } from "./speakers.ts";

/** A place in the answer with the speakers that are there. */
export type Slot = Omit<Place, "speakers"> & { readonly speakers: readonly Speaker[] };

/** Drops whole lines from the end until the text fits. */
function withinBudget(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return cut.slice(0, Math.max(0, cut.lastIndexOf("\n"))) || cut;
}

function limited(speaker: Speaker): Speaker {
  const budget = BUDGETS[speaker.name];
  if (budget === "recovery") return speaker;
  return {
    ...speaker,
    async speak(call, session) {
      const speech = await speaker.speak(call, session);
      return speech && { ...speech, text: withinBudget(speech.text, budget) };
    },
  };
}

/** The places of each event, with their speakers: the engine's own and those of extensions. */
export function slotsOf(services: Services, parts: HookParts, interceptors: readonly HookInterceptor[]) {
  const all = [...ownSpeakers(services, parts), ...interceptors.flatMap(({ speakers = [] }) => speakers)];
  const slots = (places: readonly Place[]): readonly Slot[] =>
    places.map(({ speakers, ...place }) => ({
      ...place,
      speakers: speakers.flatMap((name) => all.filter((one) => one.name === name).map(limited)),
    }));
  return {
    "session-start": slots(ORDER["session-start"]),
    "user-prompt-submit": slots(ORDER["user-prompt-submit"]),
    "post-tool-use": slots(ORDER["post-tool-use"]),
  };
}
