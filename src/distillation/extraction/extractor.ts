import {
  isCourtesy,
  isOwnTool,
  nextStepsIn,
  oneLine,
  soundsLikeConsent,
  soundsLikeCorrection,
  soundsLikeDecision,
  soundsLikeFailure,
  soundsLikeRule,
  withoutEmphasis,
  written,
} from "../../conversation/index.ts";
import { Anchors } from "./anchors/index.ts";
import type { ExtractedFrom, Extraction, Item, ItemKind } from "./item.ts";
import { merged } from "./merging.ts";
import { Register } from "./register.ts";
import { said } from "./said.ts";
import { type Thought, thoughtsOf } from "./thoughts.ts";
import { Turns } from "./turns.ts";
import { Work } from "./work.ts";
import { exactness, WordCounts, worthOf } from "./worth.ts";

const LONGEST_TEXT = 300;
/** Up to this length a message is talk; what is longer explains, and can be had again. */
const BRIEF = 600;
const FACT_OF_USER = 0.26;
const FACT_OF_AGENT = 0.4;
/** Of one message. */
const MOST = { user: 8, agent: 3 } as const;
/** Once so many are held, only the exact half of them is. */
const MOST_STATEMENTS = 6000;
/** A correction means something that was said just before. */
const JUST_BEFORE = 12;
const RARE = 3;
const ANSWER_WORDS = 8;
const RULE_WORDS = 3;
const LONGEST_QUESTION = 240;
const LONGEST_ANSWER = 120;

interface Statement {
  readonly thought: Thought;
  readonly message: ExtractedFrom;
  readonly kind: ItemKind;
  /** What it corrects. */
  readonly corrects?: Statement;
}

const speaks = ({ role, kind }: ExtractedFrom): boolean =>
  (kind === "prompt" || kind === "text" || kind === "other") && (role === "user" || role === "assistant");

const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0;

function itemOf(message: ExtractedFrom, kind: ItemKind, text: string, weight: number): Item {
  return {
    kind,
    text: oneLine(text, LONGEST_TEXT),
    cites: [message.id],
    ...(message.role === "assistant" && { by: "agent" as const }),
    at: message.createdAt,
    seq: message.seq,
    weight: Math.max(0, Math.min(1, weight)),
  };
}

/** Reads a stretch of conversation message by message and keeps what must not be lost; its result is taken once. */
export class Extractor {
  readonly #anchors = new Anchors();
  readonly #work = new Work();
  readonly #register = new Register();
  readonly #turns = new Turns();
  readonly #counts = new WordCounts();
  readonly #answers: Item[] = [];
  #statements: Statement[] = [];
  /** What the agent last asked, at the end of what it said. */
  #question: { readonly text: string; readonly message: ExtractedFrom } | undefined;
  #lastSeq = 0;

  take(message: ExtractedFrom): void {
    this.#lastSeq = message.seq;
    if (isOwnTool(message.toolName)) return;
    this.#anchors.take(message, said(message));
    if (message.kind === "tool_use") this.#takeCall(message);
    else if (message.kind === "tool_result") this.#work.result(message);
    else if (speaks(message)) this.#takeSpeech(message);
    else if (message.role === "system") this.#anchorRules(message);
  }

  /** `isAnswered`: whether what follows the stretch answers its last request. */
  result(isAnswered = false): Extraction {
    const told = [...this.#answers, ...this.#corrected().flatMap((statement) => this.#weighed(statement))];
    const items = [...this.#turns.items(this.#counts, isAnswered), ...told].sort((a, b) => a.seq - b.seq);
    const worked = [...this.#work.items(this.#lastSeq)];
    return { items: merged([...items, ...worked, ...this.#register.items()]), anchors: this.#anchors.all() };
  }

  #takeCall(message: ExtractedFrom): void {
    const command = this.#work.call(message);
    if (command !== undefined) this.#anchors.addCommand(message, command);
    this.#question = undefined;
    this.#turns.worked();
  }

  /** As they were typed, emphasis and all. */
  #anchorRules(message: ExtractedFrom): void {
    for (const { text } of written(message.content))
      if (soundsLikeRule(withoutEmphasis(text))) this.#anchors.add(message, "constraint", text);
  }

  #takeSpeech(message: ExtractedFrom): void {
    const thoughts = thoughtsOf(message.content);
    this.#anchorRules(message);
    this.#counts.add(thoughts);
    if (message.role === "user") this.#takeUser(message, thoughts);
    else this.#takeAgent(message, thoughts);
    if (this.#statements.length > MOST_STATEMENTS)
      this.#statements = this.#statements.filter(
        ({ thought, kind }) => kind !== "fact" || exactness(thought.text) > 0.2,
      );
  }

  #takeUser(message: ExtractedFrom, thoughts: readonly Thought[]): void {
    const isShort = isCourtesy(message.content);
    const answer = this.#answer(message, isShort);
    this.#question = undefined;
    if (answer) this.#answers.push(answer);
    if (isShort) return;
    this.#register.hear(message.content, { id: message.id, seq: message.seq, at: message.createdAt });
    this.#turns.asked(message, thoughts);
    // A short answer is given with its question, and not a second time without it.
    if (!answer) this.#hold(message, thoughts, userKind, MOST.user);
  }

  #takeAgent(message: ExtractedFrom, thoughts: readonly Thought[]): void {
    const last = thoughts.at(-1);
    this.#question = last?.isQuestion ? { text: last.text, message } : undefined;
    this.#turns.replied(message, thoughts, nextStepsIn(message.content));
    if (this.#turns.isAtWork || message.content.length <= BRIEF) this.#hold(message, thoughts, agentKind, MOST.agent);
  }

  /** A short answer together with the question that gives it its meaning: "And the dose? → 45 mg". */
  #answer(reply: ExtractedFrom, isShort: boolean): Item | undefined {
    if (!this.#question || reply.content.length > LONGEST_ANSWER) return undefined;
    const answer = oneLine(reply.content, LONGEST_ANSWER);
    if (isShort && !soundsLikeConsent(answer)) return undefined;
    if (answer === "" || wordsIn(answer) > ANSWER_WORDS || /[?？]/.test(answer)) return undefined;
    const { text, message } = this.#question;
    const item = itemOf(reply, isShort ? "decision" : "fact", answer, isShort ? 0.45 : 0.65);
    return { ...item, text: `${oneLine(text, LONGEST_QUESTION)} → ${answer}`, cites: [message.id, reply.id] };
  }

  #hold(message: ExtractedFrom, thoughts: readonly Thought[], kindOf: (text: string) => ItemKind, most: number): void {
    const told = thoughts
      .filter(({ isQuestion, terms }) => !isQuestion && terms.words.size + terms.values.size > 0)
      .map((thought): Statement => ({ thought, message, kind: kindOf(thought.text) }));
    const best = [...told]
      .sort((a, b) => Number(a.kind === "fact") - Number(b.kind === "fact") || rough(b) - rough(a))
      .slice(0, most);
    this.#statements.push(...told.filter((one) => best.includes(one)));
  }

  /** "No, it's 45" says what is wrong only together with what it corrects, which is not told any more. */
  #corrected(): Statement[] {
    const kept: Statement[] = [];
    for (const statement of this.#statements) {
      const at = statement.kind === "correction" ? kept.findLastIndex((one) => this.#isMeant(one, statement)) : -1;
      const [corrects] = at < 0 ? [] : kept.splice(at, 1);
      kept.push(corrects ? { ...statement, corrects } : statement);
    }
    return kept;
  }

  #isMeant(earlier: Statement, { message, thought: { terms, text } }: Statement): boolean {
    if (message.seq - earlier.message.seq > JUST_BEFORE || earlier.kind === "correction") return false;
    const { words, values } = earlier.thought.terms;
    if (earlier.thought.text.length + text.length > LONGEST_TEXT) return false;
    const isRare = (word: string): boolean => words.has(word) && this.#counts.holders(word) <= RARE;
    return [...terms.values].some((value) => values.has(value)) || [...terms.words].some(isRare);
  }

  #weighed({ thought, message, kind, corrects }: Statement): Item[] {
    const worth = worthOf(thought, this.#counts);
    const { isTalk, isAtWork } = this.#turns;
    const isUser = message.role === "user";
    if (!isUser && !isAtWork && !isTalk) return [];
    if (corrects) {
      const item = itemOf(message, kind, `${corrects.thought.text} → ${thought.text}`, 0.8);
      return [{ ...item, cites: [...new Set([corrects.message.id, message.id])] }];
    }
    // Friends tell each other to take care: that is no rule.
    if (kind !== "fact" && !(kind === "constraint" && isTalk)) {
      const base = isUser ? (beginsAsRule(thought.text, kind) ? 0.65 : 0.5) : 0.45;
      return [itemOf(message, kind, thought.text, base + 0.3 * worth)];
    }
    const counts = isUser || isTalk;
    if (worth < (counts ? FACT_OF_USER : FACT_OF_AGENT)) return [];
    return [itemOf(message, "fact", thought.text, Math.min(0.85, 0.15 + 0.75 * worth - (counts ? 0 : 0.1)))];
  }
}

/** A sentence that begins with what must or must not be is meant as a rule. */
const beginsAsRule = (text: string, kind: ItemKind): boolean =>
  kind === "constraint" && soundsLikeRule(text.split(" ").slice(0, RULE_WORDS).join(" "));

const rough = ({ thought: { text, terms } }: Statement): number => exactness(text) + 0.02 * terms.words.size;

function userKind(text: string): ItemKind {
  if (soundsLikeCorrection(text)) return "correction";
  if (soundsLikeDecision(text)) return "decision";
  if (soundsLikeRule(text)) return "constraint";
  return soundsLikeFailure(text) ? "failed" : "fact";
}

function agentKind(text: string): ItemKind {
  if (soundsLikeDecision(text)) return "decision";
  return soundsLikeFailure(text) ? "failed" : "fact";
}
