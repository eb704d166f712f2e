import type { Ambient } from "../ambient.ts";
import { notFound } from "../core/index.ts";
import {
  type Entered,
  type Entry,
  type Evidence,
  entryOf,
  type Ground,
  isObject,
  type Ledger,
} from "../ledger/index.ts";
import type { SessionRecord } from "../store/index.ts";
import { type Claim, claimOf, type Judgement, judge } from "./claims.ts";
import { checkEvidence, driftOfEvidence, driftWords } from "./evidence.ts";
import { groundingRatio, passes } from "./ratio.ts";
import { whyUnsaid } from "./said.ts";
import type { Drift } from "./symbols/drift.ts";

/** What a claim rests on, as whoever makes it says. */
export type Basis =
  | { readonly type: "citation"; readonly path: string; readonly line: number; readonly quote: string }
  /** In the user's own words, which must be in the captured conversation. */
  | { readonly type: "user_input"; readonly quote?: string | undefined }
  | { readonly type: "assumption" };

export interface JudgedClaim {
  readonly claim: string;
  readonly grounded: boolean;
  /** Why not, or where the quote is by now. */
  readonly why: string | null;
}

export interface GroundingReport {
  readonly total: number;
  readonly grounded: number;
  readonly assumptions: number;
  readonly ratio: number;
  readonly threshold: number;
  readonly enforcement: "strict" | "warn" | "disabled";
  readonly status: "pass" | "fail" | "skipped";
  readonly message: string;
  readonly ungrounded: readonly JudgedClaim[];
}

export interface Drifted extends Evidence {
  /** What rests on it. */
  readonly claim: string;
  readonly state: Drift["state"];
  readonly note: string;
}

const symbolIn = ({ grounding }: Entry): { symbol?: string } =>
  isObject(grounding) && typeof grounding.symbol === "string" ? { symbol: grounding.symbol } : {};

/** The quotes of an entry, where it has any. */
const quotesIn = (entry: Entry): (Evidence & { claim: string })[] =>
  claimOf(entry).citations.flatMap(({ path, lines, quote }) =>
    path === undefined || quote === undefined
      ? []
      : [{ claim: claimOf(entry).text, path, line: lines?.from ?? 1, quote, ...symbolIn(entry) }],
  );

interface RecordedClaim extends Claim {
  /** The session that it was made in, where it was in one. */
  readonly sessionKey: string | undefined;
}

const CLAIMS = ["cite", "assumption"] as const;
const RETRACTED = "retracted_claim";

/** Holds what agents claim against the code that they cite. */
export class Grounding {
  readonly #ambient: Ambient;
  readonly #ledger: Ledger;

  constructor(ambient: Ambient, ledger: Ledger) {
    this.#ambient = ambient;
    this.#ledger = ledger;
  }

  /** Puts a claim on record with what it rests on, and tells at once whether that holds. */
  async cite(ground: Ground, claim: string, basis: Basis, session?: SessionRecord): Promise<Entered<JudgedClaim>> {
    // Loa has one phase for all claims, and its own check counts that one only.
    const isLoa = ground.places?.taskWord === "Bead";
    const phase = basis.type === "assumption" && !isLoa ? "assumption" : "cite";
    const symbol = basis.type === "citation" ? (await checkEvidence(ground, basis)).symbol : undefined;
    const fields = { claim, grounding: { ...basis, ...(symbol !== undefined && { symbol }) } };
    const behind = await this.#ledger.trajectory.add(ground, { phase, session, fields });
    const judged = await this.#judged(ground, { ...claimOf(fields), sessionKey: session?.key });
    return { ...judged, behind: behind ? [behind] : [] };
  }

  async #judged({ root, project }: Ground, { sessionKey, ...claim }: RecordedClaim): Promise<JudgedClaim> {
    const verdict = judge(root, claim, { trusting: false });
    const quotes = claim.citations.flatMap(({ quote }) => quote ?? []);
    const unsaid =
      claim.kind === "user_input" ? await whyUnsaid(this.#ambient.store, quotes, { project, sessionKey }) : null;
    return { claim: claim.text, grounded: verdict.grounded && unsaid === null, why: unsaid ?? whyOf(verdict) };
  }

  /** Every quote that the ledgers rest on, held against the code as it is now. */
  async drift(ground: Ground): Promise<Drifted[]> {
    const decisions = await this.#ledger.decided(ground);
    const quoted = decisions.flatMap(({ decision, evidence }) => evidence.map((one) => ({ claim: decision, ...one })));
    const cited = (await this.#ledger.trajectory.entries({ project: ground.project, phases: CLAIMS })).flatMap(
      quotesIn,
    );
    const seen = new Map([...quoted, ...cited].map((one) => [`${one.path}:${one.line} ${one.quote}`, one]));
    return Promise.all(
      [...seen.values()].map(async ({ claim, ...evidence }) => {
        const drift = await driftOfEvidence(ground, evidence);
        return { claim, ...evidence, state: drift.state, note: driftWords(drift) };
      }),
    );
  }

  /** All claims of a session, or of the project since work was last handed on, held against the code as it is now. */
  async check(ground: Ground, session?: SessionRecord): Promise<GroundingReport> {
    const { grounding } = await this.#ambient.rulesFor(ground.project);
    const { threshold, enforcement } = grounding;
    const { claims, judged, grounded, ratio } = await this.#counted(ground, session);
    const report = {
      ...{ total: judged.length, grounded, ratio, threshold, enforcement },
      assumptions: claims.filter(({ kind }) => kind === "assumption").length,
      ungrounded: judged.filter((one) => !one.grounded),
    };
    if (enforcement === "disabled") return { ...report, status: "skipped", message: "grounding is not enforced here" };
    if (judged.length === 0) return { ...report, status: "pass", message: "zero-claim session: nothing to prove" };
    const status = passes(ratio, threshold) ? "pass" : "fail";
    return { ...report, status, message: `${grounded} of ${judged.length} claims are grounded` };
  }

  /** The share of claims that hold, whatever the project makes of it. */
  async ratio(ground: Ground, session?: SessionRecord): Promise<number> {
    return (await this.#counted(ground, session)).ratio;
  }

  async #counted(ground: Ground, session: SessionRecord | undefined) {
    const claims = await this.#claims(ground, session);
    const judged = await Promise.all(claims.map((claim) => this.#judged(ground, claim)));
    const grounded = judged.filter((one) => one.grounded).length;
    return { claims, judged, grounded, ratio: groundingRatio(grounded, judged.length) };
  }

  /** Takes a claim back: it is on record that it was made, and counts no longer. */
  async retract(ground: Ground, claim: string, session?: SessionRecord): Promise<Entered<JudgedClaim>> {
    const claims = await this.#claims(ground, session);
    if (!claims.some(({ text }) => text === claim))
      throw notFound(`there is no claim "${claim}" on record`, "`throughline ground` names those that do not hold.");
    const fields = { [RETRACTED]: claim };
    const behind = await this.#ledger.trajectory.add(ground, { phase: "grounding_check", session, fields });
    return { claim, grounded: false, why: "taken back", behind: behind ? [behind] : [] };
  }

  async #claims({ project }: Ground, session: SessionRecord | undefined): Promise<RecordedClaim[]> {
    const after = session ? undefined : await this.#lastHandoff(project);
    const filter = { project, phases: [...CLAIMS, "grounding_check"], after, sessionKey: session?.key };
    let claims: RecordedClaim[] = [];
    for (const entry of await this.#ledger.trajectory.entries(filter)) {
      const sessionKey = typeof entry.session_id === "string" ? entry.session_id : undefined;
      const claim = { ...claimOf(entry), sessionKey };
      if (entry.phase === "assumption") claims.push({ ...claim, kind: "assumption" });
      else if (entry.phase === "cite") claims.push(claim);
      else if (entry[RETRACTED] !== undefined) claims = claims.filter(({ text }) => text !== entry[RETRACTED]);
    }
    return claims;
  }

  async #lastHandoff(project: string): Promise<number | undefined> {
    const handoffs = await this.#ambient.store.ledgers.entries({ project, phases: ["session_handoff"] });
    // One that failed was none: what it did not let pass is still to be proved.
    return handoffs.findLast(({ entry }) => entryOf(entry)?.checkpoint_status !== "failed")?.pk;
  }
}

function whyOf(verdict: Judgement): string | null {
  return verdict.grounded ? null : verdict.why;
}
