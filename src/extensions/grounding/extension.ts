import type { Engine } from "../../engine.ts";
import type { EngineExtension } from "../../engine-extension.ts";
import type { HookInterceptor } from "../../harnesses/index.ts";
import { LedgersExtension } from "../ledgers/index.ts";
import { checkEvidence } from "./citations/check-citation.ts";
import { GhostScanner } from "./ghosts/ghost-scan.ts";
import { Grounding } from "./grounding.ts";
import { Synthesis } from "./synthesis/synthesis.ts";

/** Claims and promises checked against the code. */
export class GroundingExtension implements EngineExtension {
  readonly name = "grounding";
  readonly grounding: Grounding;
  readonly synthesis: Synthesis;
  readonly ghosts = new GhostScanner();
  readonly interceptors: readonly HookInterceptor[];

  constructor(engine: Engine) {
    const { services } = engine;
    const { ledger } = engine.extension(LedgersExtension);
    const grounding = new Grounding(services, ledger);
    ledger.checks = { evidence: checkEvidence, ratio: (location, session) => grounding.ratio(location, session) };
    this.grounding = grounding;
    this.synthesis = new Synthesis(services, { ledger, grounding, ghosts: this.ghosts });
    this.interceptors = [synthesisInterceptor(this.synthesis)];
  }
}

/** In a strict project, a compaction that the user asked for waits until claims are checked. */
const synthesisInterceptor = (synthesis: Synthesis): HookInterceptor => ({
  name: "grounding",
  order: 20,
  objection: async ({ event }, session) =>
    event.event === "pre-compaction" ? synthesis.objection(session) : undefined,
  after: async (event, session) =>
    event.event === "pre-compaction" ? synthesis.atCompaction(session, event.trigger) : undefined,
});

export const groundingOf = (engine: Engine): GroundingExtension => engine.extension(GroundingExtension);
