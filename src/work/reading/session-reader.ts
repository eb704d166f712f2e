import { actOf, type CommandRun, runOf, type Spoken } from "../../capture/index.ts";
import {
  asksUser,
  assignsRole,
  beginsAsQuestion,
  isCourtesy,
  isMostlyCourtesy,
  isOwnTool,
  isQuestion,
  oneLine,
  soundsLikeDone,
  soundsLikeNextStep,
  soundsLikeSettled,
  typedAnswersIn,
} from "../../text/index.ts";
import { agreementOn } from "./agreements.ts";
import { isDelivery } from "./commands.ts";
import { currentFailures, isSettledBy, isTrial } from "./failures.ts";
import {
  isClear,
  namesNothing,
  piecesOf,
  SENTENCE_END,
  SIGNS,
  sameStatement,
  shareWithin,
  wordSet,
} from "./message-pieces.ts";
import { isClientText, kindOf, ownWords } from "./own-words.ts";
import type { Highlight, Quote, SessionReading, Statement } from "./session-reading.ts";
import { BIAS, FEATURES, type Feature, WEIGHTS } from "./weights.ts";

const GOAL_CHARS = 320;
const REQUEST_CHARS = 900;
const MESSAGE_CHARS = 240;
const SHORTEST_OF_USER = 6;
const HIGHLIGHT_CHARS = 300;
const MOST_HIGHLIGHTS = 60;
const MOST_STATEMENTS = 40;
const MOST_RUNS = 400;
const MOST_UNITS = 3000;
const MOST_FILES = 40;
const MOST_PASSED = 40;
const MOST_SETTLED = 20;
const CLOSING_CHARS = 600;
const ABOUT_CHARS = 240;
/** What was agreed on counts as much as a sentence that is often handed over. */
const AGREED = 0.5;
const MANY_REQUESTS = 3;
const FEWEST_LINES = 3;
/** Shorter words of the user say nothing about what a reply is about. */
const TELLING_LENGTH = 4;
/** An acceptance has at most so many words; a few more where it says that the work is done. */
const FEW_WORDS = 6;
const SHORT_WORDS = 20;
const SHORT_REPLY = 200;
/** The least score of the user's longer sentences, at any age: rules and decisions do not age. */
const LASTING = 0.4;
const LASTING_CHARS = 50;
const LASTING_SIGNS = 16;

type Numbered = Spoken & { readonly seq: number };

/** One sentence of the conversation, as it was read. */
interface Unit {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly message: Message;
  /** Its number among those of its message, from 0. */
  readonly place: number;
  readonly isTable: boolean;
  readonly isBold: boolean;
  readonly isQuestion: boolean;
}

interface Message {
  readonly by: "user" | "agent";
  readonly seq: number;
  readonly at: string;
  readonly turn: Turn;
  /** Its number among the replies of its turn. */
  readonly reply: number;
  lines: number;
  sentences: number;
}

interface Turn {
  readonly index: number;
  replies: number;
  /** The agent's last words in it. */
  lastReply: string;
  calls: number;
  edits: number;
  runs: number;
}

interface Request extends Quote {
  readonly turn: Turn;
  /** Whether it is clear without its context: "run it" is not. */
  readonly isClear: boolean;
  readonly lines: readonly string[];
}

/** A run of a command and its turn: the agent's last words there are about it. */
type ReadRun = CommandRun & { readonly turn: Turn };

const newTurn = (index: number): Turn => ({ index, replies: 0, lastReply: "", calls: 0, edits: 0, runs: 0 });
const quoteOf = ({ text, seq, at, by }: Quote): Quote => ({ text, seq, at, by });

export type FeatureVector = Readonly<Record<Feature, number>>;
/** For fitting: a sentence and its numbers. */
export interface Scored extends Highlight {
  readonly features: FeatureVector;
  readonly isAnswered: boolean;
}

export const scoreOf = (features: FeatureVector): number => {
  let sum = BIAS;
  for (const name of FEATURES) sum += WEIGHTS[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
};

/**
 * Reads a session's messages in order. Its result is a function of the messages so far; adding one does not read the
 * earlier ones again.
 */
export class SessionReader {
  #turn = newTurn(0);
  #units: Unit[] = [];
  #requests: Request[] = [];
  #lastPrompt:
    | { readonly quote: Quote; readonly turn: Turn; readonly answers: string; readonly isCourtesy: boolean }
    | undefined;
  #runs: ReadRun[] = [];
  readonly #waiting = new Map<string, { command: string; at: string; seq: number; turn: Turn }>();
  /** Questions that the agent asked with a tool. */
  readonly #asked = new Map<string, { readonly tool: string; readonly input: string }>();
  #agreements: Statement[] = [];
  #settled: Quote[] = [];
  readonly #edited = new Map<string, number>();
  /** Prompts that tell an agent what it is: written for that one run, and so are their rules. */
  readonly #briefs = new Set<number>();
  readonly #userWords = new Set<string>();
  #changes = 0;
  /** The last turn, before this one, in which the user accepted the work. */
  #acceptedAt = 0;

  add(message: Numbered): void {
    const { kind, role } = message;
    if (kind === "prompt") this.#addPrompt(message);
    else if (kind === "text" && role === "assistant") this.#addReply(message);
    else if (kind === "tool_use" && !isOwnTool(message.toolName)) this.#addCall(message);
    else if (kind === "tool_result" && message.toolUseId) this.#addResult(message);
  }

  #addPrompt({ content, seq, createdAt: at }: Numbered): void {
    if (isClientText(content)) return;
    if (this.#isAccepted()) this.#acceptedAt = this.#turn.index;
    // A prompt of nothing but code is a request too.
    const own = ownWords(content) || oneLine(content, MESSAGE_CHARS);
    const answers = this.#turn.lastReply;
    this.#turn = newTurn(this.#turn.index + 1);
    const quote: Quote = { text: oneLine(own, REQUEST_CHARS), seq, at, by: "user" };
    const courteous = isCourtesy(own);
    const agreed = agreementOn(answers, quote.text);
    if (agreed) this.#agree({ ...agreed, kind: "decision", seq, at, by: "user" });
    this.#lastPrompt = { quote, turn: this.#turn, answers, isCourtesy: courteous };
    if (courteous) return;
    if (assignsRole(own)) this.#briefs.add(seq);
    const lines = own.split("\n").filter((line) => line.trim() !== "");
    this.#requests.push({ ...quote, turn: this.#turn, isClear: isClear(own), lines });
    this.#addUserWords(own, seq, at);
  }

  #addUserWords(own: string, seq: number, at: string): void {
    for (const word of wordSet(own)) if (word.length >= TELLING_LENGTH) this.#userWords.add(word);
    this.#addUnits(own, { by: "user", seq, at, turn: this.#turn, reply: 0, lines: 0, sentences: 0 });
    const settled = piecesOf(own).flatMap(({ text }) => text.split(SENTENCE_END).filter(soundsLikeSettled));
    this.#settled.push(...settled.map((text): Quote => ({ text: oneLine(text, MESSAGE_CHARS), seq, at, by: "user" })));
    this.#settled.splice(0, this.#settled.length - MOST_SETTLED);
  }

  #agree(statement: Statement): void {
    this.#agreements.push(statement);
    this.#agreements.splice(0, this.#agreements.length - MOST_STATEMENTS);
  }

  #addReply({ content, seq, createdAt: at }: Numbered): void {
    this.#turn.replies += 1;
    this.#turn.lastReply = content;
    const message = { seq, at, turn: this.#turn, reply: this.#turn.replies, lines: 0, sentences: 0 };
    this.#addUnits(content, { ...message, by: "agent" });
  }

  #addUnits(text: string, message: Message): void {
    const isUser = message.by === "user";
    const pieces = piecesOf(text, isUser ? SHORTEST_OF_USER : undefined);
    message.lines = pieces.length;
    for (const { text, isTable } of pieces) {
      const words = wordSet(text);
      // "client wins" says something; an agent's two words are a heading.
      if (isUser ? isCourtesy(text) : words.size < 3) continue;
      const place = message.sentences++;
      const form = { isTable, isBold: text.includes("**"), isQuestion: isAsking(text) };
      this.#units.push({ text, words, message, place, ...form });
    }
    if (this.#units.length > MOST_UNITS) this.#units.splice(20, this.#units.length - MOST_UNITS);
  }

  #addCall(message: Numbered): void {
    const act = actOf(message);
    this.#turn.calls += 1;
    if (asksUser(message.toolName) && message.toolUseId)
      this.#asked.set(message.toolUseId, { tool: message.toolName ?? "", input: message.content });
    if (act.kind === "edit") {
      this.#turn.edits += 1;
      this.#changes += 1;
      this.#edited.delete(act.path);
      this.#edited.set(act.path, message.seq);
    } else if (act.kind === "run" && message.toolUseId) {
      const { createdAt: at, seq } = message;
      this.#waiting.set(message.toolUseId, { command: act.command, at, seq, turn: this.#turn });
    }
  }

  #addResult(message: Spoken & { readonly seq: number }): void {
    const { content, seq, createdAt: at } = message;
    const asked = this.#asked.get(message.toolUseId ?? "");
    if (asked)
      for (const { answer } of typedAnswersIn(asked.tool, asked.input, content)) this.#addUserWords(answer, seq, at);
    const call = this.#waiting.get(message.toolUseId ?? "");
    if (!call) return;
    this.#waiting.delete(message.toolUseId ?? "");
    const run = { ...runOf(call.command, message, call), turn: call.turn };
    call.turn.runs += 1;
    this.#runs.push(run);
    if (this.#runs.length > MOST_RUNS) this.#runs.splice(0, this.#runs.length - MOST_RUNS);
  }

  #features(unit: Unit): FeatureVector {
    const { text, words, message, place, isBold, isQuestion } = unit;
    const isUser = message.by === "user";
    const { turn } = message;
    const closesTurn = !isUser && message.reply === turn.replies;
    return {
      turnsFromEnd: Math.log1p(this.#turn.index - turn.index),
      repliesInTurn: Math.log1p(turn.replies),
      repliesFromTurnEnd: isUser ? 0 : Math.log1p(turn.replies - message.reply),
      closesTurn: closesTurn ? 1 : 0,
      linesFromClosing: closesTurn ? Math.log(message.sentences - place) : 0,
      linesBefore: isUser ? 0 : Math.log1p(place),
      wordsOfTheUser: isUser ? 0 : shareWithin(words, this.#userWords),
      isLastReply: closesTurn && turn === this.#turn ? 1 : 0,
      isBold: isBold ? 1 : 0,
      isShortPrompt: isUser && message.lines <= 3 ? 1 : 0,
      callsItLedTo: isUser ? Math.log1p(turn.calls) : 0,
      isUserQuestion: isUser && isQuestion ? 1 : 0,
      length: Math.log(text.length),
    };
  }

  /** Every sentence with its numbers, in the order of the conversation. */
  scored(): Scored[] {
    return this.#units.map((unit, place) => {
      const features = this.#features(unit);
      const { by, seq, at } = unit.message;
      const floor = by === "user" && isLasting(unit) ? LASTING : 0;
      const score = unit.isTable ? 0 : Math.max(floor, scoreOf(features));
      return { text: unit.text, by, seq, at, place, features, score, isAnswered: isAnswered(unit) };
    });
  }

  read(): SessionReading {
    const scored = this.scored();
    const statements = this.#statements(scored);
    const runs = this.#runs;
    const failures = currentFailures(runs)
      .map(({ command, error = "", seq, at, turn }) => {
        const about = oneLine(turn.lastReply, ABOUT_CHARS);
        return { command, error, seq, at, about };
      })
      .filter((failure) => !this.#settled.some((quote) => isSettledBy(failure, quote)));
    const lastRuns = new Map(runs.map((run) => [run.command, run]));
    const passed = [...lastRuns.values()].filter(({ exitCode }) => exitCode === 0).map(({ command }) => command);
    const request = this.#openRequest();
    const nextStep = this.#nextStep(scored, request?.seq ?? 0);
    const isFinished = failures.length === 0 && nextStep === undefined && this.#isAccepted();
    const isWork =
      isFinished || this.#changes > 0 || runs.some(isTrial) || this.#isPlanned(statements) || this.#isAskedFor();
    const goal = this.#goal();
    return {
      isWork,
      isFinished,
      closing: isFinished ? this.#closing() : "",
      goal: goal && { ...quoteOf(goal), text: oneLine(goal.text, GOAL_CHARS) },
      request: request && quoteOf(request),
      nextStep,
      statements,
      highlights: highlightsOf(isFinished ? scored.filter(({ seq }) => !this.#isClosing(seq)) : scored),
      failures: failures.slice(0, 4),
      settled: this.#settled,
      passed: passed.slice(-MOST_PASSED),
      files: [...this.#edited.keys()].slice(-MOST_FILES).reverse(),
    };
  }

  /**
   * The first request of the work since the user last accepted some: neither a question that was only answered nor a
   * mere rule.
   */
  #goal(): Request | undefined {
    const since = this.#requests.filter(({ turn }) => turn.index > this.#acceptedAt);
    const asked = since.length > 0 ? since : this.#requests;
    return asked.find(isGoal) ?? asked.find((one) => one.isClear) ?? asked[0];
  }

  /** Whether rules or decisions were said about something that is wanted: a rule alone opens no work. */
  #isPlanned(statements: readonly Statement[]): boolean {
    return (
      statements.length > 0 &&
      this.#requests.some((one) => one.isClear && !isAsking(one.text) && !isAllStated(one.text))
    );
  }

  /** An unanswered request, or several: more than a question in passing. */
  #isAskedFor(): boolean {
    const wanted = this.#requests.filter(({ text }) => !isQuestion(text));
    return wanted.length >= MANY_REQUESTS || wanted.some(({ turn }) => turn.replies === 0 && turn.calls === 0);
  }

  /** Whether the user's last prompt accepts the work: it got a short reply and led to no call. */
  #isAccepted(): boolean {
    const last = this.#lastPrompt;
    if (!last) return false;
    const { quote, turn, answers, isCourtesy: isThanks } = last;
    const { text } = quote;
    const words = wordSet(text).size;
    const saysDone = soundsLikeDone(text) || (turn.calls === 0 && soundsLikeDone(piecesOf(answers).at(-1)?.text ?? ""));
    const isThankful = isThanks || isMostlyCourtesy(text);
    const accepts = isThankful || words <= FEW_WORDS || (words <= SHORT_WORDS && saysDone);
    const isAnswered = turn.replies > 0 && turn.lastReply.length <= SHORT_REPLY && !isQuestion(turn.lastReply.trim());
    const runs = this.#runs.filter((run) => run.turn === turn);
    const didNothing = turn.edits === 0 && (runs.length === 0 || ((isThankful || saysDone) && runs.every(isDelivered)));
    const isMore = isAsking(text) || kindOf(text) !== undefined;
    const hasWorked = this.#changes > 0 || this.#runs.length > 0;
    // The first words of a session are about the work of an earlier one only if they say so.
    const isAboutWork = turn.index > 1 ? hasWorked : turn.calls === 0 && soundsLikeSettled(text);
    return accepts && isAnswered && didNothing && !isMore && isAboutWork;
  }

  /** Whether a message only ends finished work: the acceptance, or a last request that changed nothing. */
  #isClosing(seq: number): boolean {
    const last = this.#requests.slice(-2).filter(({ turn }) => turn.edits === 0);
    return last.some((request) => request.seq === seq) || seq > (this.#lastPrompt?.quote.seq ?? seq);
  }

  /** What the last two requests and their answers say. */
  #closing(): string {
    const said = this.#requests.slice(-2).flatMap(({ text, turn }) => [text, turn.lastReply]);
    return oneLine(said.join(" … "), CLOSING_CHARS);
  }

  /**
   * The last request that led to calls or was never answered: neither talk nor a question that changed nothing is open.
   * A few words after it ("split by county") go with it if they led to something.
   */
  #openRequest(): Quote | undefined {
    const clear = this.#requests.filter(({ isClear }) => isClear);
    const isOpen = ({ turn, text }: Request) =>
      turn.edits > 0 || (turn.replies === 0 ? turn === this.#turn : turn.calls > 0 && !isAsking(text));
    const request = clear.findLast(isOpen) ?? clear.at(-1) ?? this.#requests.at(-1);
    const last = this.#requests.at(-1);
    if (!request || !last || last.isClear || last.seq <= request.seq || !isMore(last)) return request;
    return { ...request, text: oneLine(`${request.text} … ${last.text}`, REQUEST_CHARS) };
  }

  /** The agent's last announced step, in the replies since the last request. */
  #nextStep(scored: readonly Scored[], from: number): Quote | undefined {
    const step = scored.findLast(({ by, seq, text }) => by === "agent" && seq > from && stepIn(text) !== undefined);
    if (!step || this.#isActedUpon(step)) return undefined;
    return { ...quoteOf(step), text: oneLine(stepIn(step.text) ?? step.text, MESSAGE_CHARS) };
  }

  #isActedUpon({ seq }: Quote): boolean {
    const lastEdit = Math.max(0, ...this.#edited.values());
    return lastEdit > seq || (this.#runs.findLast(isTrial)?.seq ?? 0) > seq;
  }

  #statements(scored: readonly Scored[]): Statement[] {
    const found: (Statement & { readonly score: number; readonly words: ReadonlySet<string> })[] = [];
    const shortPrompts = new Map(this.#requests.map((request) => [request.seq, request.text]));
    const aboutMaterial = new Set(this.#requests.filter(asksAboutMaterial).map(({ seq }) => seq));
    for (const { text, by, seq, at, score } of scored) {
      const kind = by === "user" && !this.#briefs.has(seq) && !aboutMaterial.has(seq) ? kindOf(text) : undefined;
      if (kind === undefined) continue;
      // A short message is quoted whole: its other sentence is often the reason. Two rules in one message stay two.
      const whole = shortPrompts.get(seq);
      const isAlone = scored.every((one) => one.seq !== seq || one.text === text || kindOf(one.text) === undefined);
      const quoted = isAlone && whole !== undefined && whole.length <= MESSAGE_CHARS ? whole : text;
      const words = wordSet(quoted);
      const same = found.findIndex((one) => sameStatement(words, one.words));
      if (same >= 0) found.splice(same, 1);
      const core = oneLine(coreOf(text, kind), MESSAGE_CHARS);
      found.push({ text: oneLine(quoted, MESSAGE_CHARS), core, by, seq, at, kind, score, words });
    }
    for (const one of this.#agreements) found.push({ ...one, score: AGREED, words: wordSet(one.core) });
    const best = [...found].sort((a, b) => b.score - a.score || b.seq - a.seq).slice(0, MOST_STATEMENTS);
    return found.filter((one) => best.includes(one)).map(({ score: _score, words: _words, ...statement }) => statement);
  }
}

/** A question, with its mark or without; "can you" asks for something to be done. */
const isAsking = (text: string): boolean =>
  isQuestion(text) || (beginsAsQuestion(text) && !/^(?:can|could|would|will) (?:you|we)\b/i.test(text));

const isDelivered = ({ command, exitCode }: ReadRun): boolean => exitCode === 0 && isDelivery(command);

/** Whether a request led to more than words. */
const isActedOn = ({ turn }: Request): boolean => turn.edits > 0 || turn.runs > 0 || turn.calls > 0;

/** Whether a prompt of several lines asks something about them, and nothing was done: what they say is another's. */
const asksAboutMaterial = ({ lines, turn }: Request): boolean =>
  lines.length >= FEWEST_LINES && turn.edits === 0 && [lines[0], lines.at(-1)].some((line) => isAsking(line ?? ""));

/** Whether a request says what is wanted, and more than an answer. */
const isGoal = (one: Request): boolean =>
  isActedOn(one)
    ? !namesNothing(one.text)
    : one.isClear && !isAsking(one.text) && !(isAllStated(one.text) && one.turn.replies > 0);

/** Whether a few words add to a request: "split by county" does, "brb" and "and?" do not. */
const isMore = (one: Request): boolean => isActedOn(one) || !(isAsking(one.text) || namesNothing(one.text));

/** Whether a text only says what holds: every sentence is a rule or a decision. */
const isAllStated = (text: string): boolean => text.split(SENTENCE_END).every((one) => kindOf(one) !== undefined);

/** `Next:` or `Next,` before the step itself. */
const STEP_LABEL = /^[^:,]{2,30}[:,]\s+(?=\S)/;

/** What comes next by a text: from the sentence that names it to the end. */
function stepIn(text: string): string | undefined {
  const all = text.split(SENTENCE_END);
  const at = all.findIndex((sentence) => soundsLikeNextStep(sentence) && !soundsLikeDone(sentence));
  return at < 0
    ? undefined
    : all
        .slice(at)
        .join(" ")
        .replace(STEP_LABEL, (label) => (soundsLikeNextStep(label) ? "" : label));
}

/** The sentence that states it. */
const coreOf = (text: string, kind: Statement["kind"]): string =>
  text.split(SENTENCE_END).find((sentence) => kindOf(sentence) === kind) ?? text;

const isLasting = ({ text, isQuestion, message }: Unit): boolean =>
  !isQuestion && message.lines <= 3 && text.length >= (SIGNS.test(text) ? LASTING_SIGNS : LASTING_CHARS);

/** A question of the user's that got its answer, and led to nothing else. */
const isAnswered = ({ isQuestion, message: { by, turn } }: Unit): boolean =>
  by === "user" && isQuestion && turn.replies > 0 && turn.calls === 0;

/** The sentences most likely to be handed over, the best first. */
const highlightsOf = (scored: readonly Scored[]): Highlight[] =>
  [...scored]
    .filter((one) => !one.isAnswered)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_HIGHLIGHTS)
    .map(({ features: _features, isAnswered: _isAnswered, ...one }) => ({
      ...one,
      text: oneLine(one.text, HIGHLIGHT_CHARS),
    }));
