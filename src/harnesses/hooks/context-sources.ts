import type { SessionRecord } from "../../store/index.ts";
import type { HookEvent } from "../client-contract.ts";
import type { Call } from "./request.ts";

/** A text for the agent from one part of the product. */
export interface InjectedText {
  readonly text: string;
  /** For the record of injected texts. */
  readonly reason: string;
  /** Shown to the user, where the client can. */
  readonly show?: string | undefined;
  /** Called once it is recorded. */
  readonly onRecorded?: ((at: string, later: Call["later"]) => void) | undefined;
}

/** A part of the product that may put a text into the agent's context. */
export interface ContextSource {
  readonly name: SourceName;
  /** Its failure fails the hook, which is then tried again. All others are optional. */
  readonly isEssential?: boolean;
  speak(call: Call, session: SessionRecord): Promise<InjectedText | undefined>;
}

/** A place in the answer, for the first of its sources that has a text. */
export interface Place {
  /** A paragraph is separated by blank lines; a line follows everything else. */
  readonly as: "paragraph" | "line";
  /** Left for the next call when there is a paragraph. */
  readonly canWait?: boolean;
  readonly sources: readonly SourceName[];
}

/** What may put a text into the context, each with the most characters it may use. */
export const BUDGETS = {
  // These share `continuity.recoveryBudgetChars`, which they keep themselves.
  recovery: "recovery",
  "missed start": "recovery",
  rescue: "recovery",
  resumption: "recovery",
  reminder: 2000,
  notice: 1000,
  "decision conflict": 2000,
  task: 4000,
  sandbox: 2000,
  "failing step": 2000,
} as const;

export type SourceName = keyof typeof BUDGETS;

const paragraph = (...sources: SourceName[]): Place => ({ as: "paragraph", sources });
const line = (...sources: SourceName[]): Place => ({ as: "line", sources });

/** What the agent may be given at each event, in the order of the answer. Sources of extensions may be missing. */
export const ORDER = {
  "session-start": [paragraph("recovery"), paragraph("task"), paragraph("sandbox")],
  "user-prompt-submit": [
    paragraph("missed start", "rescue", "decision conflict", "resumption", "reminder"),
    paragraph("task"),
    line("notice"),
  ],
  "post-tool-use": [
    paragraph("missed start", "rescue", "decision conflict"),
    paragraph("task"),
    line("failing step"),
    { ...line("notice"), canWait: true },
  ],
} satisfies Partial<Record<HookEvent["event"], readonly Place[]>>;

type EventOf<Name extends HookEvent["event"]> = Extract<HookEvent, { event: Name }>;

/** A source that has a text at one kind of event only. */
export const at =
  <Name extends HookEvent["event"]>(
    name: Name,
    speak: (event: EventOf<Name>, session: SessionRecord) => Promise<InjectedText | undefined>,
  ): ContextSource["speak"] =>
  async ({ event }, session) =>
    // The name of an event decides its type.
    event.event === name ? speak(event as EventOf<Name>, session) : undefined;

export const injectedText = (text: string | undefined, reason: string): InjectedText | undefined =>
  text === undefined ? undefined : { text, reason };
