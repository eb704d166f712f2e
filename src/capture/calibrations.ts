import { collectionOf } from "../store/index.ts";

/** The ratio between a model's token count and our estimate. */
export interface Calibration {
  readonly model: string;
  readonly factor: number;
  readonly samples: number;
  readonly updatedAt: string;
}

export const calibrations = collectionOf<Calibration>("calibrations", ({ model, updatedAt }) => ({
  ...{ id: model, at: updatedAt },
}));
