import type { z } from "zod";
import { messageOf } from "../../../core/index.ts";
import type { stepShape, synthesisShape } from "../shapes.ts";

export type Step = Readonly<z.output<typeof stepShape>>;
export type SynthesisReport = Readonly<z.output<typeof synthesisShape>>;
export type StepResult = Omit<Step, "title">;

/** A step that cannot be taken has failed: nobody is let through because a check broke. */
export async function step(title: string, take: () => Promise<StepResult>): Promise<Step> {
  try {
    return { title, ...(await take()) };
  } catch (error) {
    const detail = `could not be done: ${messageOf(error)}`;
    return { title, state: "failed", detail, missing: `${title}: ${detail}` };
  }
}

/** What a check that did not pass means: by how strictly the project is kept. */
export const unmet = (enforcement: SynthesisReport["enforcement"], detail: string, missing: string): StepResult => ({
  state: enforcement === "strict" ? "failed" : "warning",
  detail,
  missing,
});
