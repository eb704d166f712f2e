import type { z } from "zod";
import { notFound } from "../../core/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord } from "../../store/index.ts";
import type { Entered, Ledger } from "../ledgers/index.ts";
import { driftIn } from "./citations/quote-drift.ts";
import { claimOf, groundingRatio, judge, passes } from "./claims.ts";
import { RETRACTED, type RecordedClaim, RecordedClaims } from "./recorded-claims.ts";
import type { driftShape, groundingShape, judgedClaimShape } from "./report-shapes.ts";
import { whyNotQuoted } from "./user-quotes.ts";

/** The declared basis of a claim. */
export type Basis =
  | { readonly type: "citation"; readonly path: string; readonly line: number; readonly quote: string }
  /** In the user's own words, which must be in the captured conversation. */
  | { readonly type: "user_input"; readonly quote?: string | undefined }
  | { readonly type: "assumption" };

export type JudgedClaim = Readonly<z.output<typeof judgedClaimShape>>;
export type GroundingReport = Readonly<z.output<typeof groundingShape>>;

/** Checks what agents claim against the code that they cite. */
export class Grounding {
  readonly #services: Services;
  readonly #ledger: Ledger;
  readonly #recorded: RecordedClaims;

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#ledger = ledger;
    this.#recorded = new RecordedClaims(services, ledger);
  }

  /** Records a claim with its basis, and checks it at once. */
  async cite(location: ProjectLocation, claim: string, basis: Basis, session?: SessionRecord) {
    // Loa has one phase for all claims, and its own check counts that one only.
    const isLoa = location.places?.taskWord === "Bead";
    const phase = basis.type === "assumption" && !isLoa ? "assumption" : "cite";
    const fields = { claim, grounding: basis };
    const behind = await this.#ledger.trajectory.add(location, { phase, session, fields });
    const recorded = { ...claimOf(fields), sessionKey: session?.key, isForeign: false };
    return { ...(await this.#judged(location, recorded)), behind: behind ? [behind] : [] };
  }

  async #judged({ root, project }: ProjectLocation, claim: RecordedClaim): Promise<JudgedClaim> {
    const { sessionKey, isForeign } = claim;
    const verdict = judge(root, claim, { trusting: false });
    const quotes = claim.citations.flatMap(({ quote }) => quote ?? []);
    const isLookedUp = claim.kind === "user_input" && !(isForeign && quotes.length === 0);
    const notQuoted = isLookedUp ? await whyNotQuoted(this.#services.store, quotes, { project, sessionKey }) : null;
    const why = verdict.grounded ? (verdict.moved ?? null) : verdict.why;
    return { claim: claim.text, grounded: verdict.grounded && notQuoted === null, why: notQuoted ?? why };
  }

  /** Compares every quote in the ledgers with the code as it is now. */
  async drift(location: ProjectLocation): Promise<z.output<typeof driftShape>[]> {
    const quotes = await this.#recorded.quotes(location);
    const seen = new Map(quotes.map((one) => [`${one.path}:${one.line} ${one.quote}`, one]));
    return [...seen.values()].map((quoted) => ({ ...quoted, ...driftIn(location.root, quoted) }));
  }

  /** Checks all claims of a session, or of the project since the last handoff, against the code as it is now. */
  async check(location: ProjectLocation, session?: SessionRecord): Promise<GroundingReport> {
    const { grounding } = await this.#services.rulesFor(location.project);
    const { threshold, enforcement } = grounding;
    const { claims, judged, grounded, ratio } = await this.#counted(location, session);
    const report = {
      ...{ total: judged.length, grounded, ratio, threshold, enforcement },
      assumptions: claims.filter(({ kind }) => kind === "assumption").length,
      ungrounded: judged.filter((one) => !one.grounded),
      moved: judged.filter((one) => one.grounded && one.why !== null),
    };
    if (enforcement === "disabled") return { ...report, status: "skipped", message: "grounding is not enforced here" };
    if (judged.length === 0) return { ...report, status: "pass", message: "no claims recorded" };
    const status = passes(ratio, threshold) ? "pass" : "fail";
    return { ...report, status, message: `${grounded} of ${judged.length} claims are grounded` };
  }

  /** The share of grounded claims, whatever the enforcement. */
  async ratio(location: ProjectLocation, session?: SessionRecord): Promise<number> {
    return (await this.#counted(location, session)).ratio;
  }

  async #counted(location: ProjectLocation, session: SessionRecord | undefined) {
    const claims = await this.#recorded.of(location, session);
    const judged = await Promise.all(claims.map((claim) => this.#judged(location, claim)));
    const grounded = judged.filter((one) => one.grounded).length;
    return { claims, judged, grounded, ratio: groundingRatio(grounded, judged.length) };
  }

  /** Retracts a claim: it stays on record, and no longer counts. */
  async retract(location: ProjectLocation, claim: string, session?: SessionRecord): Promise<Entered<JudgedClaim>> {
    const claims = await this.#recorded.retractable(location, session);
    if (!claims.some(({ text }) => text === claim))
      throw notFound(`there is no claim "${claim}" on record`, "`throughline ground` names those that do not hold.");
    const fields = { [RETRACTED]: claim };
    const behind = await this.#ledger.trajectory.add(location, { phase: "grounding_check", session, fields });
    return { claim, grounded: false, why: "taken back", behind: behind ? [behind] : [] };
  }
}
