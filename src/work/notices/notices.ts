import { actOf, callContent } from "../../capture/index.ts";
import { type Config, sha256 } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { InjectionRecord, SessionRecord } from "../../store/index.ts";
import { isOwnTool, REMINDER, written } from "../../text/index.ts";
import { trialsIn } from "../reading/failures.ts";
import { piecesOf } from "../reading/pieces.ts";
import type { StatementKind } from "../reading/reading.ts";
import { kindOf, ownWords } from "../reading/session-reader.ts";
import type { Work } from "../work.ts";
import { Mentions } from "./mentions.ts";
import { type DigestOccasion, digestRequest, failureLine, namedLine, noticeText, recordRequest } from "./wording.ts";

/** A short text for the agent, and what its account says. */
export interface Notice {
  readonly text: string;
  readonly reason: string;
}

interface EndedCall {
  readonly tool: { readonly name: string; readonly input: unknown };
  readonly isError: boolean;
}

export interface NoticeParts {
  readonly work: Work;
  /** How full a session's context is. */
  readonly percentUsed: (session: SessionRecord, models: Config["models"]) => number;
}

/** What happened in a session since the agent last gave its own account of it. */
interface SinceDigest {
  hasChanged: boolean;
  milestone: DigestOccasion | undefined;
}

interface Kept {
  mentions: Promise<Mentions>;
  isStale: boolean;
}

const PROMPTS_BETWEEN = 5;
/** By then the client has connected its tools, if it will. */
const CONNECTED_BY_PROMPT = 2;
const FULL_PERCENT = 60;
const BETWEEN_DIGESTS_MS = 30 * 60_000;
const MOST_LINES = 2;
const SESSIONS_KEPT = 200;
const PROJECTS_KEPT = 50;

const ASKED_TO_RECORD = `${REMINDER}: asked to record`;
const ASKED_FOR_DIGEST = `${REMINDER}: asked for a digest`;
const NAMED = `${REMINDER}: named by the work`;

const COMMIT = /^git (?:-\S+ (?:\S+ )?)*commit(?: |$)/;
const DIGEST_TOOL = /(?:session_digest|working_state)$/;
const FINISH_TOOL = /(?<![a-z])finish$/;

const isCommit = (command: string): boolean => trialsIn(command).some((part) => COMMIT.test(part));

/** What of a prompt, in the user's own words, sounds as if it were to last. */
function statementIn(prompt: string): { readonly kind: StatementKind; readonly words: string } | undefined {
  for (const { text } of piecesOf(ownWords(prompt)).flatMap((piece) => written(piece.text))) {
    const kind = kindOf(text);
    if (kind !== undefined) return { kind, words: text };
  }
  return undefined;
}

function keepNewest<Key, Value>(map: Map<Key, Value>, most: number): void {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > most) map.delete(oldest);
}

/**
 * What an agent is given of the work between starts, in a line: a request to put something on record, a request for its
 * digest, and what names the file or command in its hands. What was given is known by the accounts of the session, so
 * that a restart repeats nothing.
 */
export class WorkNotices {
  readonly #services: Services;
  readonly #parts: NoticeParts;
  readonly #since: number;
  readonly #mentions = new Map<string, Kept>();
  readonly #sinceDigest = new Map<string, SinceDigest>();
  /** The size that a compaction has made out of date. */
  readonly #compactedAt = new Map<string, number>();
  readonly #withTools = new Set<number | undefined>();

  constructor(services: Services, parts: NoticeParts) {
    this.#services = services;
    this.#parts = parts;
    this.#since = services.clock.now();
    parts.work.onChange(() => this.#outdate());
    services.events.listen((event) => {
      if (event.type === "decision.recorded") this.#outdate();
      if (event.type === "session.purged") this.#mentions.clear();
    });
  }

  /** A client process has our tools; one that does not say who it is may be anyone's. */
  connected(clientPid: number | undefined): void {
    this.#withTools.add(clientPid);
  }

  /** Prepares what the calls of a session will be compared with. */
  async prepare({ projectNormalized: project }: SessionRecord): Promise<void> {
    if (project !== null) await (this.#mentions.has(project) ? this.#refresh(project) : this.#kept(project).mentions);
  }

  #outdate(): void {
    for (const kept of this.#mentions.values()) kept.isStale = true;
  }

  #read(project: string): Promise<Mentions> {
    return this.#parts.work.state(project).then((state) => new Mentions(state));
  }

  #kept(project: string): Kept {
    const known = this.#mentions.get(project);
    if (known) return known;
    const kept = { mentions: this.#read(project), isStale: false };
    this.#mentions.set(project, kept);
    keepNewest(this.#mentions, PROJECTS_KEPT);
    kept.mentions.catch(() => this.#mentions.delete(project));
    return kept;
  }

  async #refresh(project: string): Promise<void> {
    const kept = this.#kept(project);
    kept.isStale = false;
    const mentions = await this.#read(project);
    kept.mentions = Promise.resolve(mentions);
  }

  /** A hook does not wait for what changed a moment ago: the next one has it. */
  #mentionsOf(project: string): Promise<Mentions> {
    const kept = this.#kept(project);
    if (kept.isStale) {
      kept.isStale = false;
      setImmediate(() =>
        this.#refresh(project).catch((error) =>
          this.#services.log.warn({ err: error, project }, "the work of a project could not be read"),
        ),
      );
    }
    return kept.mentions;
  }

  async #settings(session: SessionRecord) {
    const { continuity, work, models } = await this.#services.configFor(session.projectNormalized);
    return { ...work, models, isOn: continuity.enabled };
  }

  /** At most one of the two requests. */
  async atPrompt(session: SessionRecord, prompt: string): Promise<Notice | undefined> {
    return (await this.#askToRecord(session, prompt)) ?? this.#askForDigest(session);
  }

  async #askToRecord(session: SessionRecord, prompt: string): Promise<Notice | undefined> {
    const project = session.projectNormalized;
    const statement = project === null ? undefined : statementIn(prompt);
    if (project === null || !statement || this.#lacksTools(session)) return undefined;
    const { isOn, askToRecord } = await this.#settings(session);
    if (!isOn || !askToRecord || (await this.#mentionsOf(project)).isRecorded(statement.words)) return undefined;
    const asked = (await this.#given(session)).filter(({ reason }) => reason.startsWith(ASKED_TO_RECORD));
    const mark = sha256(statement.words).slice(0, 12);
    const last = Number(/at prompt (\d+)/.exec(asked.at(-1)?.reason ?? "")?.[1] ?? Number.NEGATIVE_INFINITY);
    if (asked.some(({ reason }) => reason.includes(mark)) || session.promptCount - last < PROMPTS_BETWEEN)
      return undefined;
    const { kind, words } = statement;
    const reason = `${ASKED_TO_RECORD} a ${kind} at prompt ${session.promptCount} (${mark})`;
    return { text: noticeText([recordRequest(kind, words)]), reason };
  }

  /** Whether it is certain that the client of a session does not have our tools. */
  #lacksTools({ clientPid, promptCount, startedAt }: SessionRecord): boolean {
    const isKnown = clientPid !== null && Date.parse(startedAt) >= this.#since && promptCount >= CONNECTED_BY_PROMPT;
    return isKnown && !this.#withTools.has(clientPid) && !this.#withTools.has(undefined);
  }

  /** The context was compacted: how full it was says nothing until its client reports again. */
  compacted({ id, lastInputTokens }: SessionRecord): void {
    this.#compactedAt.set(id, lastInputTokens);
    keepNewest(this.#compactedAt, SESSIONS_KEPT);
  }

  /** Notes what a call changed, whether or not anything can be said about it. */
  observe({ id }: SessionRecord, { tool, isError }: EndedCall): void {
    if (isError) return;
    const since = this.#sinceDigest.get(id) ?? { hasChanged: false, milestone: undefined };
    if (isOwnTool(tool.name)) {
      if (DIGEST_TOOL.test(tool.name)) this.#sinceDigest.delete(id);
      else if (FINISH_TOOL.test(tool.name)) since.milestone = "finished";
      return;
    }
    const act = actOf({ content: callContent(tool.name, tool.input) });
    if (act.kind !== "edit" && !(act.kind === "run" && trialsIn(act.command).length > 0)) return;
    since.hasChanged = true;
    if (act.kind === "run" && isCommit(act.command)) since.milestone = "commit";
    this.#sinceDigest.delete(id);
    this.#sinceDigest.set(id, since);
    keepNewest(this.#sinceDigest, SESSIONS_KEPT);
  }

  /** What names the file or the command of a call, else the request for a digest. */
  async afterTool(session: SessionRecord, ended: EndedCall): Promise<Notice | undefined> {
    return (await this.#named(session, ended)) ?? this.#askForDigest(session);
  }

  async #named(session: SessionRecord, { tool, isError }: EndedCall): Promise<Notice | undefined> {
    const project = session.projectNormalized;
    const act = actOf({ content: callContent(tool.name, tool.input) });
    if (project === null || act.kind === "other") return undefined;
    const mentions = await this.#mentionsOf(project);
    const now = this.#services.clock.now();
    const named = act.kind === "run" ? mentions.ofCommand(act.command) : mentions.ofFile(act.path);
    // One that passes now is over.
    const failure = act.kind === "run" && isError ? mentions.failureOf(act.command) : undefined;
    const found = [
      ...named.map(({ entry, what }) => ({ ...entry, line: namedLine(entry, what, now) })),
      ...(failure ? [{ ...failure, id: `${failure.sessionId}.${failure.seq}`, line: failureLine(failure, now) }] : []),
    ].filter(({ sessionId }) => sessionId !== session.id);
    if (found.length === 0 || !(await this.#settings(session)).isOn) return undefined;
    const given = (await this.#given(session)).filter(({ reason }) => reason.startsWith(NAMED));
    const isNew = ({ id }: { readonly id: string }) => !given.some(({ reason }) => reason.includes(id));
    const chosen = [...new Map(found.filter(isNew).map((one) => [one.id, one])).values()].slice(0, MOST_LINES);
    if (chosen.length === 0) return undefined;
    const reason = `${NAMED}: ${chosen.map(({ id }) => id).join(", ")}`;
    return { text: noticeText(chosen.map(({ line }) => line)), reason };
  }

  async #askForDigest(session: SessionRecord): Promise<Notice | undefined> {
    const since = this.#sinceDigest.get(session.id);
    if (!since?.hasChanged || this.#lacksTools(session)) return undefined;
    const { isOn, askForDigest, models } = await this.#settings(session);
    const isFull = this.#isMeasured(session) && this.#parts.percentUsed(session, models) > FULL_PERCENT;
    const occasion = isFull ? "full" : since.milestone;
    since.milestone = undefined;
    if (occasion === undefined || !isOn || !askForDigest) return undefined;
    const earliest = this.#services.clock.now() - BETWEEN_DIGESTS_MS;
    const asked = (await this.#given(session)).some(
      ({ reason, createdAt }) => reason.startsWith(ASKED_FOR_DIGEST) && Date.parse(createdAt) > earliest,
    );
    return asked
      ? undefined
      : { text: noticeText([digestRequest(occasion)]), reason: `${ASKED_FOR_DIGEST}: ${occasion}` };
  }

  #isMeasured({ id, lastInputTokens }: SessionRecord): boolean {
    return this.#compactedAt.get(id) !== lastInputTokens;
  }

  #given({ id }: SessionRecord): Promise<InjectionRecord[]> {
    return this.#services.store.accounts.injections(id);
  }
}
