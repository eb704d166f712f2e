import { type Injection, injections } from "../../audit/index.ts";
import { actOf, callContent } from "../../capture/index.ts";
import { type Config, RecentMap, sha256 } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import type { SessionRecord } from "../../store/index.ts";
import { isOwnTool, REMINDER, written } from "../../text/index.ts";
import { isCommit } from "../reading/commands.ts";
import { trialsIn } from "../reading/failures.ts";
import { piecesOf } from "../reading/message-pieces.ts";
import { kindOf, ownWords } from "../reading/own-words.ts";
import type { StatementKind } from "../reading/session-reading.ts";
import type { Work } from "../work.ts";
import { Mentions } from "./mentions.ts";
import {
  type DigestOccasion,
  digestRequest,
  failureLine,
  namedLine,
  noticeText,
  recordRequest,
} from "./notice-text.ts";

/** A short text for the agent, and its reason for the log of injected texts. */
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

/** What happened in a session since the agent's last digest. */
interface SinceDigest {
  hasChanged: boolean;
  milestone: DigestOccasion | undefined;
}

/** What the work of a project names. */
interface Known {
  mentions: Promise<Mentions>;
  isStale: boolean;
}

const PROMPTS_BETWEEN = 5;
/** By this prompt the client has connected its tools, if it has any. */
const CONNECTED_BY_PROMPT = 2;
const FULL_PERCENT = 60;
const BETWEEN_DIGESTS_MS = 30 * 60_000;
const MOST_LINES = 2;
const SESSIONS_KEPT = 200;
const PROJECTS_KEPT = 50;

const ASKED_TO_RECORD = `${REMINDER}: asked to record`;
const ASKED_FOR_DIGEST = `${REMINDER}: asked for a digest`;
const NAMED = `${REMINDER}: named by the work`;

const DIGEST_TOOL = /(?:session_digest|working_state)$/;
const FINISH_TOOL = /(?<![a-z])finish$/;

/** The first sentence of a prompt that sounds like a rule or a decision, in the user's own words. */
function statementIn(prompt: string): { readonly kind: StatementKind; readonly words: string } | undefined {
  for (const { text } of piecesOf(ownWords(prompt)).flatMap((piece) => written(piece.text))) {
    const kind = kindOf(text);
    if (kind !== undefined) return { kind, words: text };
  }
  return undefined;
}

/**
 * Notices for the agent between starts, in a line: a request to record something, a request for its digest, and rules
 * that name the file or command it just used. The log of injected texts knows what was sent, so that a
 * restart repeats nothing.
 */
export class WorkNotices {
  readonly #services: Services;
  readonly #parts: NoticeParts;
  readonly #since: number;
  /** By project. */
  readonly #known = new RecentMap<string, Known>(PROJECTS_KEPT);
  readonly #sinceDigest = new RecentMap<string, SinceDigest>(SESSIONS_KEPT);
  /** The last size before a compaction, which is out of date. */
  readonly #compactedAt = new RecentMap<string, number>(SESSIONS_KEPT);
  readonly #withTools = new Set<number | undefined>();

  constructor(services: Services, parts: NoticeParts) {
    this.#services = services;
    this.#parts = parts;
    this.#since = services.clock.now();
    parts.work.onChange(() => this.#markStale());
    services.events.listen((event) => {
      if (event.type === "decision.recorded") this.#markStale();
      if (event.type === "session.purged") this.#known.clear();
    });
  }

  /** A client process has our tools; one without a process id may belong to any session. */
  connected(clientPid: number | undefined): void {
    this.#withTools.add(clientPid);
  }

  /** Prepares the mentions for the calls of a session. */
  async prepare({ projectNormalized: project }: SessionRecord): Promise<void> {
    if (project !== null) await this.#read(project);
  }

  #markStale(): void {
    for (const known of this.#known.values()) known.isStale = true;
  }

  async #read(project: string): Promise<Mentions> {
    const before = this.#known.get(project);
    if (before) before.isStale = false;
    const mentions = this.#parts.work.state(project).then((state) => new Mentions(state));
    if (!before) this.#known.set(project, { mentions, isStale: false });
    // Until there are new ones, hooks get those that are known.
    else await mentions.then(() => Object.assign(before, { mentions }));
    mentions.catch(() => this.#known.delete(project));
    return mentions;
  }

  /** A hook does not wait for another reading: the next one gets the new state. */
  #mentionsOf(project: string): Promise<Mentions> {
    const known = this.#known.get(project);
    if (known?.isStale) {
      known.isStale = false;
      setImmediate(() =>
        this.#read(project).catch((error) =>
          this.#services.log.warn({ err: error, project }, "the work of a project could not be read"),
        ),
      );
    }
    return known?.mentions ?? this.#read(project);
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
    const asked = (await this.#injections(session)).filter(({ reason }) => reason.startsWith(ASKED_TO_RECORD));
    const mark = sha256(statement.words).slice(0, 12);
    const last = Number(/at prompt (\d+)/.exec(asked.at(-1)?.reason ?? "")?.[1] ?? Number.NEGATIVE_INFINITY);
    // The session is as it was before this prompt.
    const now = session.promptCount + 1;
    if (asked.some(({ reason }) => reason.includes(mark)) || now - last < PROMPTS_BETWEEN) return undefined;
    const { kind, words } = statement;
    const reason = `${ASKED_TO_RECORD} a ${kind} at prompt ${now} (${mark})`;
    return { text: noticeText([recordRequest(kind, words)]), reason };
  }

  /** Whether it is certain that the client of a session does not have our tools. */
  #lacksTools({ clientPid, promptCount, startedAt }: SessionRecord): boolean {
    const isKnown = clientPid !== null && Date.parse(startedAt) >= this.#since && promptCount >= CONNECTED_BY_PROMPT;
    return isKnown && !this.#withTools.has(clientPid) && !this.#withTools.has(undefined);
  }

  /** The context was compacted: its size is unknown until the client reports again. */
  compacted({ id, lastInputTokens }: SessionRecord): void {
    this.#compactedAt.set(id, lastInputTokens);
  }

  /** Notes what a call changed, also where no notice follows. */
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
    this.#sinceDigest.set(id, since);
  }

  /** The rules that name the file or the command of a call, else the request for a digest. */
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
    // A command that passes now has no failure.
    const failure = act.kind === "run" && isError ? mentions.failureOf(act.command) : undefined;
    const found = [
      ...named.map(({ entry, what }) => ({ ...entry, line: namedLine(entry, what, now) })),
      ...(failure ? [{ ...failure, id: `${failure.sessionId}.${failure.seq}`, line: failureLine(failure, now) }] : []),
    ].filter(({ sessionId }) => sessionId !== session.id);
    if (found.length === 0 || !(await this.#settings(session)).isOn) return undefined;
    const earlier = (await this.#injections(session)).filter(({ reason }) => reason.startsWith(NAMED));
    const isNew = ({ id }: { readonly id: string }) => !earlier.some(({ reason }) => reason.includes(id));
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
    const asked = (await this.#injections(session)).some(
      ({ reason, createdAt }) => reason.startsWith(ASKED_FOR_DIGEST) && Date.parse(createdAt) > earliest,
    );
    return asked
      ? undefined
      : { text: noticeText([digestRequest(occasion)]), reason: `${ASKED_FOR_DIGEST}: ${occasion}` };
  }

  #isMeasured({ id, lastInputTokens }: SessionRecord): boolean {
    return this.#compactedAt.get(id) !== lastInputTokens;
  }

  #injections({ id }: SessionRecord): Promise<Injection[]> {
    return injections(this.#services.store).list({ sessionId: id });
  }
}
