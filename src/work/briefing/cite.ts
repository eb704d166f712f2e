import { formatDuration } from "../../core/index.ts";

const durationSince = (at: string, now: number): string =>
  formatDuration(Math.max(0, now - Date.parse(at))).replace(/^(\d+ \S+) .*/, "$1");

export const ageOf = (at: string, now: number): string => `${durationSince(at, now)} ago`;

/** How long ago it was, in the few characters that every line can spare: `5min`, `3h`, `2d`. */
export const shortAge = (at: string, now: number): string => durationSince(at, now).replace(" ", "");

/** Who said it, and how long ago. */
export const cite = (who: string, at: string, now: number): string => ` [${who}, ${shortAge(at, now)}]`;

/** Without emphasis, which takes room and says nothing to an agent. */
export const plain = (text: string): string => text.replace(/\*\*|(?<![\w/])__(?=\w)|(?<=\w)__(?![\w/])/g, "");
