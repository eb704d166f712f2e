import { nextStepsIn } from "../../capture/index.ts";
import {
  beginsAsQuestion,
  bothEnds,
  contentTerms,
  isCourtesy,
  isOwnTool,
  isQuestion,
  oneLine,
  sentences,
  soundsLikeAnswer,
  soundsLikeCorrection,
  soundsLikeFailure,
  withoutEmphasis,
} from "../../text/index.ts";
import { kindOf, ownWords, piecesOf, type Scored, SessionReader, scoreOf } from "../../work/index.ts";
import type { ExtractedFrom, Item, ItemKind } from "./item.ts";
import { mergeSimilar } from "./merge-similar.ts";
import { Register } from "./register.ts";
import { type Terms, termsOf } from "./similarity.ts";
import { workItems } from "./work-items.ts";
import { Worth } from "./worth.ts";

const LONGEST_TEXT = 300;
const LONGEST_REQUEST = 220;
const LONGEST_REPORT = 280;
const FACT_OF_USER = 0.1;
const FACT_OF_AGENT = 0.4;
/** A correction refers to one of the last messages. */
const JUST_BEFORE = 12;
const ANSWER_WORDS = 8;
const LONGEST_QUESTION = 240;
const LONGEST_ANSWER = 120;
const MOST_STEPS = 3;
/** How many calls and results are kept for the end. */
const MOST_CALLS = 2000;
const OUTPUT_AT_EACH_END = 60_000;
/** It is a conversation among equals where the agent writes at most so many times as much as the user. */
const TALKS = 2;
const FEWEST_REPLIES = 4;
const FEWEST_WORDS = 4;

interface Request {
  readonly message: ExtractedFrom;
  readonly text: string;
  /** Whether it asks or led to a tool call: a statement is not a goal. */
  isWanted: boolean;
  isAnswered: boolean;
}

/** A sentence of the user or the agent, without its questions. */
interface Statement {
  readonly unit: Scored;
  readonly text: string;
  readonly terms: Terms;
  readonly message: ExtractedFrom;
}

const speaks = ({ role, kind }: ExtractedFrom): boolean =>
  (kind === "prompt" || kind === "text" || kind === "other") && (role === "user" || role === "assistant");

function itemOf({ id, seq, createdAt: at, role }: ExtractedFrom, kind: ItemKind, text: string, weight: number): Item {
  return {
    ...{ kind, text: oneLine(text, LONGEST_TEXT), cites: [id] },
    ...(role === "assistant" && { by: "agent" as const }),
    ...{ at, seq, weight: Math.max(0, Math.min(1, weight)) },
  };
}

/** Reads a range of messages one by one and keeps what must not be lost; call `result` once, at the end. */
export class Extractor {
  readonly #register = new Register();
  readonly #reader = new SessionReader();
  readonly #speech = new Map<number, ExtractedFrom>();
  readonly #calls: ExtractedFrom[] = [];
  readonly #requests: Request[] = [];
  readonly #answers = new Map<number, Item>();
  /** The question at the end of the agent's last reply. */
  #question: { readonly text: string; readonly message: ExtractedFrom } | undefined;
  /** Its last reply, unless a tool call followed. */
  #report: ExtractedFrom | undefined;
  #hasTools = false;
  #replies = 0;
  #userChars = 0;
  #agentChars = 0;
  #lastSeq = 0;

  take(message: ExtractedFrom): void {
    this.#lastSeq = message.seq;
    if (isOwnTool(message.toolName)) return;
    if (message.kind === "tool_use") this.#takeCall(message);
    else if (message.kind === "tool_result")
      this.#keepCall({ ...message, content: bothEnds(message.content, OUTPUT_AT_EACH_END) });
    else if (speaks(message)) {
      if (message.role === "user") this.#takePrompt(message);
      else this.#takeReply(message);
    }
  }

  /** `isAnswered`: whether a message after the range answers its last request. */
  result(isAnswered = false): Item[] {
    const spoken = [
      ...[...this.#answers.values(), ...this.#statements()],
      ...[...this.#requested(isAnswered), ...this.#reported()],
    ];
    const worked = [...workItems(this.#calls, this.#lastSeq)];
    return mergeSimilar([...spoken.sort((a, b) => a.seq - b.seq), ...worked, ...this.#register.items()]);
  }

  #takeCall(message: ExtractedFrom): void {
    this.#keepCall(message);
    this.#hasTools = true;
    this.#question = undefined;
    this.#report = undefined;
    const request = this.#requests.at(-1);
    if (request) Object.assign(request, { isWanted: true, isAnswered: true });
  }

  #keepCall(message: ExtractedFrom): void {
    this.#calls.push(message);
    if (this.#calls.length > MOST_CALLS) this.#calls.splice(0, MOST_CALLS / 2);
  }

  #takePrompt(message: ExtractedFrom): void {
    const own = ownWords(message.content);
    const isShort = isCourtesy(own);
    const answer = this.#answer(message, isShort);
    this.#question = undefined;
    if (answer) this.#answers.set(message.seq, answer);
    if (own === "" || isShort) return;
    this.#register.add(message);
    this.#userChars += own.length;
    this.#speech.set(message.seq, message);
    this.#reader.add({ ...message, kind: "prompt" });
    const isWanted = sentences(own).some(isQuestion);
    this.#requests.push({ message, text: oneLine(own, LONGEST_REQUEST), isWanted, isAnswered: false });
  }

  #takeReply(message: ExtractedFrom): void {
    const last = sentences(message.content).at(-1) ?? "";
    this.#question = isQuestion(last) ? { text: last, message } : undefined;
    this.#report = message;
    this.#replies += 1;
    this.#agentChars += message.content.length;
    this.#speech.set(message.seq, message);
    this.#reader.add({ ...message, kind: "text" });
    const request = this.#requests.at(-1);
    if (request) request.isAnswered = true;
  }

  /** A short answer together with the question that gives it its meaning: "And the dose? → 45 mg". */
  #answer(reply: ExtractedFrom, isShort: boolean): Item | undefined {
    if (!this.#question || reply.content.length > LONGEST_ANSWER) return undefined;
    const answer = oneLine(reply.content, LONGEST_ANSWER);
    if (isShort && !soundsLikeAnswer(answer)) return undefined;
    if (answer === "" || answer.split(" ").length > ANSWER_WORDS || /[?？]/.test(answer)) return undefined;
    const { text, message } = this.#question;
    const item = itemOf(reply, isShort ? "decision" : "fact", answer, isShort ? 0.45 : 0.65);
    return { ...item, text: `${oneLine(text, LONGEST_QUESTION)} → ${answer}`, cites: [message.id, reply.id] };
  }

  /** Whether it is a conversation among equals, not a user with an assistant. */
  get #isTalk(): boolean {
    return !this.#hasTools && this.#replies >= FEWEST_REPLIES && this.#agentChars <= TALKS * this.#userChars;
  }

  /** The first and the last goal; the last request is open until it is answered or begun. */
  #requested(isAnswered: boolean): Item[] {
    const last = this.#requests.at(-1);
    const isOpen = last !== undefined && !last.isAnswered && !isAnswered;
    const settled = isOpen ? this.#requests.slice(0, -1) : this.#requests;
    const wanted = settled.filter(({ isWanted }) => isWanted);
    const [first = settled[0]] = wanted;
    const goals = this.#isTalk || !first ? [] : [...new Set([first, wanted.at(-1) ?? first])];
    return [
      ...goals.map(({ message, text }, at) => itemOf(message, "goal", text, at === 0 ? 0.75 : 0.7)),
      ...(isOpen ? [itemOf(last.message, "open_item", last.text, 0.8)] : []),
    ];
  }

  /** The state of the work and the next steps, from the agent's last reply. */
  #reported(): Item[] {
    const report = this.#report;
    if (!report || !this.#hasTools) return [];
    const pieces = piecesOf(report.content).filter(({ isTable }) => !isTable);
    const text = oneLine(withoutEmphasis(pieces.map((piece) => piece.text).join(" ")), LONGEST_REPORT);
    const steps = nextStepsIn(report.content).slice(0, MOST_STEPS);
    return [
      ...(text === "" ? [] : [itemOf(report, "state", text, 0.75)]),
      ...steps.map((step) => itemOf(report, "open_item", step, 0.7)),
    ];
  }

  /** Statements in their order. A correction ("No, it's 45") is joined with the statement that it corrects. */
  #statements(): Item[] {
    const statements = this.#reader.scored().flatMap((unit): Statement[] => {
      const text = statementsIn(unit.text);
      const message = this.#speech.get(unit.seq);
      const terms = termsOf(text, contentTerms);
      const isNew = !this.#answers.has(unit.seq) && terms.words.size + terms.values.size > 0;
      return message && isNew ? [{ unit, text, terms, message }] : [];
    });
    const worth = new Worth(statements.map(({ terms }) => terms));
    const kept: { readonly item: Item; readonly terms: Terms }[] = [];
    for (const one of statements) {
      const { text, terms } = one;
      const item = this.#weighed(one, worth);
      if (!item) continue;
      const isCorrected = (earlier: (typeof kept)[number]): boolean =>
        item.seq - earlier.item.seq <= JUST_BEFORE &&
        earlier.item.kind !== "correction" &&
        earlier.item.text.length + text.length < LONGEST_TEXT &&
        worth.isSameSubject(earlier.terms, terms);
      const at = item.kind === "correction" ? kept.findLastIndex(isCorrected) : -1;
      const [corrected] = at < 0 ? [] : kept.splice(at, 1);
      kept.push({ terms, item: corrected ? correcting(corrected.item, item) : item });
    }
    return kept.map(({ item }) => item);
  }

  #weighed({ unit, text, terms, message }: Statement, all: Worth): Item | undefined {
    const isUser = unit.by === "user";
    const isTalk = this.#isTalk;
    // General explanations of an assistant can be asked for again. A table has no score.
    if (unit.score === 0 || !(isUser || isTalk || this.#hasTools)) return undefined;
    const kind = isUser ? userKind(text) : agentKind(text);
    // Age does not count: all of it leaves the thread. A conversation among equals hands no work over.
    const worth = all.of(text, terms, isTalk ? 0 : scoreOf({ ...unit.features, turnsFromEnd: 0 }));
    // "Take care" among friends is not a rule.
    if (kind !== "fact" && !(kind === "constraint" && isTalk))
      return itemOf(message, kind, text, (isUser ? 0.5 : 0.45) + 0.3 * worth);
    if (worth < (isUser || isTalk ? FACT_OF_USER : FACT_OF_AGENT)) return undefined;
    return itemOf(message, "fact", text, Math.min(0.85, 0.15 + 0.75 * worth));
  }
}

const correcting = (corrected: Item, item: Item): Item => ({
  ...item,
  text: `${corrected.text} → ${item.text}`,
  cites: [...new Set([...corrected.cites, ...item.cites])],
  weight: 0.8,
});

/** A statement that ends in a question is still a statement: "I moved to Porto in May, can you find me a dentist?" */
function statementIn(question: string): string {
  const commas = [...question.matchAll(/, /g)].map(({ index }) => index);
  const head = question.slice(0, commas.find((at) => beginsAsQuestion(question.slice(at + 2))) ?? commas.at(-1) ?? 0);
  return beginsAsQuestion(head) || head.split(" ").length < FEWEST_WORDS ? "" : head;
}

/** A text without its questions and courtesies. */
const statementsIn = (text: string): string =>
  sentences(text)
    .map((sentence) => (isQuestion(sentence) ? statementIn(sentence) : sentence))
    .filter((sentence) => sentence !== "" && !isCourtesy(sentence))
    .join(" ");

function userKind(text: string): ItemKind {
  if (soundsLikeCorrection(text)) return "correction";
  const kind = kindOf(text);
  return kind === undefined ? agentKind(text) : kind === "rule" ? "constraint" : kind;
}

function agentKind(text: string): ItemKind {
  if (kindOf(text) === "decision") return "decision";
  return soundsLikeFailure(text) ? "failed" : "fact";
}
