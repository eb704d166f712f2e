import type { Extension } from "../operation/index.ts";
import { GovernanceExtension } from "./governance/index.ts";
import { GroundingExtension } from "./grounding/index.ts";
import { LedgersExtension } from "./ledgers/index.ts";

export { GovernanceExtension, GroundingExtension, LedgersExtension };

export const ledgers: Extension = {
  kind: LedgersExtension,
  operations: async () => (await import("./ledgers/operations/index.ts")).ledgerOperations,
};

export const grounding: Extension = {
  kind: GroundingExtension,
  operations: async () => (await import("./grounding/operations/index.ts")).groundingOperations,
};

export const governance: Extension = {
  kind: GovernanceExtension,
  operations: async () => (await import("./governance/operations/index.ts")).governanceOperations,
};

/** Each after those that it uses. */
export const EXTENSIONS: readonly Extension[] = [ledgers, grounding, governance];
