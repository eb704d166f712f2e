import type { z } from "zod";
import { collectionOf } from "../../../store/index.ts";
import type { findingShape, sampleShape } from "./safety-records.ts";

export type Finding = Readonly<z.output<typeof findingShape>>;

/** What a safety probe measured in a session. */
export interface SafetySample extends z.output<typeof sampleShape> {
  readonly id: string;
  readonly sessionId: string;
}

export const safetySamples = collectionOf<SafetySample>("safety-samples", ({ id, sessionId, sampledAt }) => ({
  ...{ id, sessionId, at: sampledAt },
}));
