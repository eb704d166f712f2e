import { collectionOf, type Tables } from "../store/index.ts";

/** The ratio between a model's token count and our estimate. */
interface Calibration {
  readonly model: string;
  readonly factor: number;
  readonly samples: number;
  readonly updatedAt: string;
}

export const calibrations = collectionOf<Calibration>("calibrations", ({ model, updatedAt }) => ({
  ...{ id: model, at: updatedAt },
}));

const WITHOUT_A_MODEL = "unknown";
/** Reports outside this ratio, of heartbeats or clients that count differently, do not calibrate. */
const BELIEVED = { least: 0.5, most: 2 };
/** Each later report weighs this much against all before it. */
const LEARNING = 0.2;
/** In small requests the message frames count more than the words. */
const SMALLEST_SAMPLE = 100;

export interface Sized {
  readonly profileTokens: number;
  readonly carriedTokens: number;
  readonly threadTokens: number;
  readonly recalledTokens: number;
}

/** The model whose own counts an estimate is fitted to. */
export const modelOf = (...named: readonly (string | null | undefined)[]): string =>
  named.find((name) => name != null && name !== "") ?? WITHOUT_A_MODEL;

/** How many tokens the next request will take: system prompt, tool definitions, thread and recalled text. */
export const contextSize = (sized: Sized, factor: number): number =>
  Math.round(sentSize({ ...sized, recalledTokens: Math.max(0, sized.recalledTokens) }) * factor);

/** The plain estimate of what was sent, without what a budget cut off. */
export const sentSize = ({ profileTokens, carriedTokens, threadTokens, recalledTokens }: Sized): number =>
  profileTokens + carriedTokens + threadTokens + recalledTokens;

/** The factor after a request of estimated size `estimated`, not calibrated, was reported as `reported`. */
export function calibrated(
  known: Calibration | undefined,
  model: string,
  estimated: number,
  reported: number,
): Omit<Calibration, "updatedAt"> | undefined {
  const ratio = reported / estimated;
  // Measured against the plain estimate, so that a wrong factor does not affect the next one.
  if (estimated < SMALLEST_SAMPLE || !(ratio >= BELIEVED.least && ratio <= BELIEVED.most)) return undefined;
  const { factor, samples } = known ?? { factor: 1, samples: 0 };
  const share = Math.max(LEARNING, 1 / (samples + 1));
  return { model, factor: factor + share * (ratio - factor), samples: samples + 1 };
}

export async function factorFor(tables: Tables, model: string): Promise<number> {
  return (await calibrations(tables).get(model))?.factor ?? 1;
}
