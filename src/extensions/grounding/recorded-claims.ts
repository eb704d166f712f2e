import { dirname } from "node:path";
import { canonicalJson } from "../../core/index.ts";
import type { ProjectLocation } from "../../project-files/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord } from "../../store/index.ts";
import { type DecisionRecord, decisionsOf } from "../../work/index.ts";
import { type Decision, type Entry, type Evidence, entriesOf, type Ledger, trajectoriesIn } from "../ledgers/index.ts";
import { type Claim, claimOf } from "./claims.ts";

/** A line of a trajectory's file that another program, or another machine, wrote. */
interface ForeignEntry {
  readonly entry: Entry;
  /** When it was written, at the latest: without a time of its own by the day of its file, else any time. */
  readonly at: number;
  /** Whether a handoff follows further down in the same file. */
  readonly isHandedOn: boolean;
}

const DAY = /(\d{4}-\d{2}-\d{2})\.jsonl$/;

/** A failed handoff does not count: its claims are still to be checked. */
const isHandoff = ({ phase, checkpoint_status }: Entry): boolean =>
  phase === "session_handoff" && checkpoint_status !== "failed" && checkpoint_status !== "blocked";

function timeOf({ ts, timestamp }: Entry): number | undefined {
  const at = Date.parse(String(ts ?? timestamp));
  return Number.isNaN(at) ? undefined : at;
}

/** Entries without a time sort first. */
const writtenAt = (entry: Entry): number => timeOf(entry) ?? Number.NEGATIVE_INFINITY;

function latestOf(path: string, entry: Entry): number {
  const day = DAY.exec(path)?.[1];
  return timeOf(entry) ?? (day === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${day}T23:59:59.999`));
}

function entriesIn(path: string, known: ReadonlySet<string>, phases: ReadonlySet<unknown>): ForeignEntry[] {
  const entries = [...entriesOf(path)].filter(({ phase }) => phases.has(phase));
  const last = entries.findLastIndex(isHandoff);
  return entries.flatMap((entry, line) =>
    known.has(canonicalJson(entry)) ? [] : [{ entry, at: latestOf(path, entry), isHandedOn: line < last }],
  );
}

/** The lines of the layout's trajectory files, of these phases, that are not among the known ones. */
function foreignEntries({ places }: ProjectLocation, known: readonly Entry[], phases: ReadonlySet<unknown>) {
  if (!places) return [];
  // All of a layout's trajectories are in one folder.
  const folder = dirname(places.trajectory("any", undefined, "any"));
  const lines = new Set(known.map(canonicalJson));
  return trajectoriesIn(folder).flatMap((path) => entriesIn(path, lines, phases));
}

export interface RecordedClaim extends Claim {
  /** The session that it was made in, where it was in one. */
  readonly sessionKey: string | undefined;
  /** Written by another program, whose format does not quote the user. */
  readonly isForeign: boolean;
}

/** A claim, or the text of a retracted one. */
type Event = { readonly at: number } & ({ readonly claim: RecordedClaim } | { readonly retracted: unknown });

const CLAIMS = ["cite", "assumption"];
const JUDGED = [...CLAIMS, "grounding_check"];
const ALL = [...JUDGED, "session_handoff"];
export const RETRACTED = "retracted_claim";

const keyOf = ({ session_id }: Entry): string | undefined => (typeof session_id === "string" ? session_id : undefined);

function eventOf(entry: Entry, isForeign: boolean): Event[] {
  const at = writtenAt(entry);
  const claim = { ...claimOf(entry), sessionKey: keyOf(entry), isForeign };
  if (entry.phase === "assumption") return [{ at, claim: { ...claim, kind: "assumption" } }];
  if (entry.phase === "cite") return [{ at, claim }];
  return entry[RETRACTED] === undefined ? [] : [{ at, retracted: entry[RETRACTED] }];
}

/** A decision that names its evidence claims that it is there. */
function eventOfDecision({ ts, decision, evidence }: Decision): Event {
  const citations = evidence.map(({ path, line, quote }) => ({ path, quote, lines: { from: line, to: line } }));
  const claim = { text: decision, kind: "citation" as const, citations, sessionKey: undefined, isForeign: false };
  return { at: writtenAt({ ts }), claim };
}

/** Without the retracted ones. */
function claimsAmong(own: readonly Entry[], foreign: readonly ForeignEntry[], decisions: readonly Decision[]) {
  const events = [
    ...own.flatMap((entry) => eventOf(entry, false)),
    ...foreign.flatMap(({ entry }) => eventOf(entry, true)),
    ...decisions.map(eventOfDecision),
  ];
  let claims: RecordedClaim[] = [];
  for (const event of events.sort((a, b) => a.at - b.at))
    if ("claim" in event) claims.push(event.claim);
    else claims = claims.filter(({ text }) => text !== event.retracted);
  return claims;
}

/** Which lines that others wrote belong to a session: those that name it, and of its time those that name none. */
function isOfSession({ entry, at, isHandedOn }: ForeignEntry, { key, startedAt }: SessionRecord): boolean {
  const named = keyOf(entry);
  return named === undefined ? !isHandedOn && at >= Date.parse(startedAt) : named === key;
}

/** The quotes of an entry, where it has any. */
function quotesIn(entry: Entry): (Evidence & { claim: string })[] {
  const { text: claim, citations } = claimOf(entry);
  return citations.flatMap(({ path, lines, quote }) =>
    path === undefined || quote === undefined ? [] : [{ claim, path, line: lines?.from ?? 1, quote }],
  );
}

/** What was claimed in a project: in its trajectory, by us or by other programs in its files, and by its decisions. */
export class RecordedClaims {
  readonly #services: Services;
  readonly #ledger: Ledger;

  constructor(services: Services, ledger: Ledger) {
    this.#services = services;
    this.#ledger = ledger;
  }

  /** The claims of a session, or of the project since the last handoff, without retracted ones. */
  async of(location: ProjectLocation, session: SessionRecord | undefined): Promise<RecordedClaim[]> {
    const foreign = await this.#foreign(location);
    return session ? this.#ofSession(location, session, foreign) : this.#sinceHandoff(location, foreign);
  }

  /** The same with those that were handed on: what is checked no more can still be retracted. */
  async retractable(location: ProjectLocation, session: SessionRecord | undefined): Promise<RecordedClaim[]> {
    const foreign = await this.#foreign(location);
    if (session) return this.#ofSession(location, session, foreign);
    const own = await this.#ledger.trajectory.entries({ project: location.project, phases: JUDGED });
    const decisions = await this.#evidenced(location, () => true);
    return claimsAmong(own, foreign, decisions);
  }

  async #ofSession(location: ProjectLocation, session: SessionRecord, foreign: readonly ForeignEntry[]) {
    const filter = { project: location.project, phases: JUDGED, sessionKey: session.key };
    const own = await this.#ledger.trajectory.entries(filter);
    const others = foreign.filter((line) => isOfSession(line, session));
    const decisions = await this.#evidenced(location, ({ sessionId }) => sessionId === session.id);
    return claimsAmong(own, others, decisions);
  }

  async #sinceHandoff(location: ProjectLocation, foreign: readonly ForeignEntry[]): Promise<RecordedClaim[]> {
    const entries = await this.#ledger.trajectory.entries({ project: location.project, phases: ALL });
    const handoff = entries.findLastIndex(isHandoff);
    const elsewhere = foreign.flatMap(({ entry }) => (isHandoff(entry) ? (timeOf(entry) ?? []) : []));
    const byOthers = Math.max(Number.NEGATIVE_INFINITY, ...elsewhere);
    const handedOn = Math.max(writtenAt(entries[handoff] ?? {}), byOthers);
    const own = entries
      .slice(handoff + 1)
      .filter((entry) => entry.phase !== "session_handoff" && writtenAt(entry) >= byOthers);
    await this.#ledger.decided(location, { limit: 1 });
    const decisions = await this.#evidenced(location, ({ ts }) => !(Date.parse(ts) < handedOn));
    const others = foreign.filter(({ at, isHandedOn }) => !isHandedOn && at >= handedOn);
    return claimsAmong(own, others, decisions);
  }

  /** Every quote in the ledgers. */
  async quotes(location: ProjectLocation): Promise<(Evidence & { claim: string })[]> {
    const decisions = await this.#ledger.decided(location);
    const quoted = decisions.flatMap(({ decision, evidence }) => evidence.map((one) => ({ claim: decision, ...one })));
    const entries = [
      ...(await this.#ledger.trajectory.entries({ project: location.project, phases: CLAIMS })),
      ...(await this.#foreign(location)).flatMap(({ entry }) => (CLAIMS.includes(String(entry.phase)) ? [entry] : [])),
    ];
    return [...quoted, ...entries.flatMap(quotesIn)];
  }

  async #foreign(location: ProjectLocation): Promise<ForeignEntry[]> {
    const known = await this.#ledger.trajectory.entries({ project: location.project, phases: ALL });
    return foreignEntries(location, known, new Set(ALL));
  }

  /** As the store has them: the answer to a hook cannot wait for the files. */
  async #evidenced({ project }: ProjectLocation, isMeant: (record: DecisionRecord) => boolean): Promise<Decision[]> {
    const decisions = await decisionsOf(this.#services.store, { project });
    return decisions
      .filter((one) => one.content.evidence.length > 0 && isMeant(one))
      .map(({ id, task, ts, content }) => ({ id, task, ts, ...content }));
  }
}
