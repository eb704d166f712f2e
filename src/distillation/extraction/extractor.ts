import { isConstraint, isCourtesy, isOwnTool, oneLine } from "../../conversation/index.ts";
import { Anchors } from "./anchors/index.ts";
import { answerTo, type Question } from "./answers.ts";
import { Gathering } from "./gathering.ts";
import type { ExtractedFrom, Extraction, Item, ItemKind } from "./item.ts";
import type { Setting, Speaker } from "./meaning.ts";
import { Register } from "./register.ts";
import { reportIn, requestIn } from "./requests.ts";
import { said } from "./said.ts";
import { readSentences, type Sentence } from "./sentence.ts";
import { statementsIn } from "./statements.ts";
import { nearness, Work } from "./work.ts";

function speakerOf({ role, kind }: ExtractedFrom): Speaker | undefined {
  if (kind !== "prompt" && kind !== "text" && kind !== "other") return undefined;
  return role === "user" || role === "assistant" ? role : undefined;
}

/** Kinds that are true until the next of them. */
const FLEETING: ReadonlySet<ItemKind> = new Set(["state", "goal"]);

/** Up to this length a message is talk; what is longer explains. */
const BRIEF = 600;
const LONGEST_TEXT = 400;

interface Spoken {
  readonly message: ExtractedFrom;
  readonly sentences: readonly Sentence[];
}

/** Reads a stretch of conversation message by message and keeps what must not be lost; its result is taken once. */
export class Extractor {
  readonly #anchors = new Anchors();
  readonly #gathering = new Gathering();
  readonly #work = new Work();
  readonly #register = new Register();
  /** What the user said last, until it is known whether it set work going. */
  #prompt: Spoken | undefined;
  /** What the assistant said last, until it is known whether it only announced a call. */
  #reply: Spoken | undefined;
  #question: Question | undefined;
  #hasWorked = false;
  #hasTools = false;
  #lastSeq = 0;

  take(message: ExtractedFrom): void {
    this.#lastSeq = message.seq;
    if (isOwnTool(message.toolName)) return;
    this.#anchors.take(message, said(message));
    if (message.kind === "tool_use") this.#takeCall(message);
    else if (message.kind === "tool_result") this.#work.result(message);
    else this.#takeSpeech(message);
  }

  result(): Extraction {
    this.#settleReply(false);
    const unanswered = this.#prompt;
    this.#settlePrompt();
    if (unanswered !== undefined)
      this.#add(unanswered.message, "open_item", requestIn(unanswered.sentences, this.#hasTools), 0.75);
    for (const item of this.#work.items(this.#lastSeq)) this.#gathering.add(item);
    for (const item of this.#register.items()) this.#gathering.add(item);
    const items = this.#gathering.items();
    const first = items.find(({ kind }) => kind === "goal");
    return {
      // Where a conversation set out from is worth knowing to its end.
      items: items.map((item) => (FLEETING.has(item.kind) && item !== first ? this.#faded(item) : item)),
      anchors: this.#anchors.all(),
    };
  }

  #faded(item: Item): Item {
    return { ...item, weight: item.weight * nearness(item.seq, this.#lastSeq) ** 2 };
  }

  #takeSpeech(message: ExtractedFrom): void {
    const speaker = speakerOf(message);
    if (speaker === undefined && message.role !== "system") return;
    const sentences = readSentences(message.content);
    for (const sentence of sentences)
      if (sentence.has("rules") && isConstraint(sentence.text)) this.#anchors.add(message, "constraint", sentence.raw);
    if (speaker === "user") this.#takeUser({ message, sentences });
    else if (speaker === "assistant") this.#takeAssistant({ message, sentences });
  }

  #takeCall(message: ExtractedFrom): void {
    const command = this.#work.call(message);
    if (command !== undefined) this.#anchors.addCommand(message, command);
    this.#hasWorked = true;
    this.#hasTools = true;
    this.#settleReply(true);
    this.#settlePrompt();
  }

  #takeUser({ message, sentences }: Spoken): void {
    this.#settleReply(false);
    this.#settlePrompt();
    this.#hasWorked = false;
    const { id, seq, createdAt: at } = message;
    const courteous = isCourtesy(message.content);
    const answer = this.#question && answerTo(this.#question, message, courteous);
    const isAnswer = this.#question !== undefined;
    this.#question = undefined;
    if (answer) this.#gathering.add(answer);
    if (courteous) return;
    this.#register.hear(message.content, { id, seq, at });
    // A short answer is told with its question, and not a second time without it.
    if (!answer) this.#addStatements({ message, sentences }, { speaker: "user", isAnnouncement: false, isAnswer });
    this.#prompt = { message, sentences };
  }

  #takeAssistant(spoken: Spoken): void {
    this.#settleReply(false);
    this.#settlePrompt();
    this.#reply = spoken;
  }

  #settlePrompt(): void {
    if (this.#prompt === undefined) return;
    this.#add(this.#prompt.message, "goal", requestIn(this.#prompt.sentences, this.#hasWorked), 0.65);
    this.#prompt = undefined;
  }

  #settleReply(isAnnouncement: boolean): void {
    const reply = this.#reply;
    if (reply === undefined) return;
    this.#reply = undefined;
    this.#addStatements(reply, { speaker: "assistant", isAnnouncement, isAnswer: false });
    if (isAnnouncement) return;
    const last = reply.sentences.at(-1);
    this.#question = last?.isQuestion ? { text: last.text, message: reply.message } : undefined;
    if (this.#hasWorked) this.#add(reply.message, "state", reportIn(reply.sentences), 0.75);
  }

  #addStatements({ message, sentences }: Spoken, how: Pick<Setting, "speaker" | "isAnnouncement" | "isAnswer">): void {
    const setting = { ...how, isWork: this.#hasTools, isBrief: message.content.length <= BRIEF };
    for (const statement of statementsIn(sentences, setting)) {
      if (statement.isDone) this.#gathering.close(statement.text);
      if (statement.kind === "promise") this.#anchors.add(message, "promise", statement.raw);
      this.#add(message, statement.kind, statement.text, statement.weight);
    }
  }

  #add(message: ExtractedFrom, kind: ItemKind, text: string | undefined, weight: number): void {
    if (text === undefined || text === "") return;
    const item: Item = {
      kind,
      text: oneLine(text, LONGEST_TEXT),
      cites: [message.id],
      ...(message.role === "assistant" && { by: "agent" as const }),
      at: message.createdAt,
      seq: message.seq,
      weight,
    };
    this.#gathering.add(item);
  }
}
