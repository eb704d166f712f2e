import { folded, holds } from "../phrase.ts";
import type { Probe } from "./probe.ts";

/** Whether the text holds the exact answer as whole words. */
export const answers = (probe: Probe, text: string): boolean => holds(folded(text), folded(probe.answer));
