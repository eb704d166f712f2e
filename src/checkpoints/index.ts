import type { Services } from "../services.ts";
import type { NamedCheckpoints, NamedParts } from "./named/named.ts";

export { Autosave, NO_OFFERS, type ResumeOffers } from "./autosave/autosave.ts";
export { type Usage, usageOf } from "./autosave/usage.ts";
export type { ChainVerdict } from "./chain.ts";
export { Checkpoints, type WriteInput } from "./checkpoints.ts";
export type { Comparison } from "./compare.ts";
export { displayPath } from "./digest.ts";
export type { NamedCheckpoints } from "./named/named.ts";

/** Loaded when it is first asked for: a daemon that only captures does without it. */
export const openNamed = async (services: Services, parts: NamedParts): Promise<NamedCheckpoints> =>
  new (await import("./named/named.ts")).NamedCheckpoints(services, parts);
