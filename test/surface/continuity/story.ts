/** What is expected of a text that the agent was given. Patterns are short: a text may be clipped. */
export interface Expectation {
  /** The title of the test: the behaviour's id and what is promised. */
  readonly promise: string;
  readonly gives?: Readonly<Record<string, RegExp>>;
  readonly lacks?: Readonly<Record<string, RegExp>>;
  /** What no longer holds may be given only close to what replaced it. */
  readonly replaced?: Readonly<Record<string, { readonly old: RegExp; readonly by: RegExp }>>;
  /** The first is to be given before the second, where the second is given at all. */
  readonly before?: Readonly<Record<string, readonly [RegExp, RegExp]>>;
  /** Finished work may be mentioned, but not as open. */
  readonly notOpen?: Readonly<Record<string, RegExp>>;
  /** What others wrote may be quoted, but not as a rule or a decision. */
  readonly notRules?: Readonly<Record<string, RegExp>>;
  /** Stands in a line, or under a heading, that says how old it is. */
  readonly aged?: Readonly<Record<string, RegExp>>;
  /** What is given only once, however often it was said. */
  readonly once?: Readonly<Record<string, RegExp>>;
  /** Each line that holds the pattern is at most this long. */
  readonly shortLine?: { readonly of: RegExp; readonly chars: number };
  readonly nothing?: true;
}

/** What the agent does within a turn. */
export type Action =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly output: string }
  | { readonly command: string; readonly output: string; readonly fails: boolean }
  | { readonly file: string; readonly how: "Edit" | "Write" | "Read"; readonly content: string }
  | { readonly subagent: string; readonly does: readonly Action[]; readonly answers: string };

interface InSession {
  /** Which of the sessions that are open at once; most stories have one at a time. */
  readonly in?: string;
}

interface Turn extends InSession {
  readonly prompt: string;
  readonly does?: readonly Action[];
  /** The agent's last words; without them the turn was interrupted by the user. */
  readonly reply?: string;
  /** Of what the hook of the prompt added. */
  readonly atPrompt?: readonly Expectation[];
  /** Of what the hooks of the agent's calls added. */
  readonly atWork?: readonly Expectation[];
}

export type Step =
  | ({
      readonly start: "startup" | "resume";
      readonly expect?: readonly Expectation[];
      /** Of the line that the client shows to the user. */
      readonly shown?: readonly Expectation[];
    } & InSession)
  | Turn
  /** What the client's summary says of the session so far; the text is that of the start and of the hook after it. */
  | ({ readonly compact: string; readonly expect?: readonly Expectation[] } & InSession)
  | ({ readonly clear: true; readonly expect?: readonly Expectation[] } & InSession)
  | ({ readonly end: true } & InSession)
  /** The client's process is killed: no hook says so. */
  | ({ readonly crash: true } & InSession)
  /** Hours without a session that ends or starts; Throughline is restarted meanwhile. */
  | { readonly wait: number }
  /** The project's folder gets another name. */
  | { readonly renameFolder: string }
  /** Work goes on in a second clone of the project, in a folder of this name. */
  | { readonly clone: string }
  /** Work goes on in another project. */
  | { readonly project: string };

export interface Story {
  /** Also the name of the project's folder. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** That words such as “ok” or “thanks” are given as what the user wants. */
export const asRequest = (words: string): RegExp =>
  new RegExp(`(?:request|goal|asked|wants|task)[\\s\\S]{0,40}["“:]\\s*${words}\\s*(?:["”.!。\\[(]|$)`, "im");

export const HOURS = { night: 14, weekend: 62, week: 7 * 24 };

export const edit = (file: string, content = "…"): Action => ({ file, how: "Edit", content });
export const write = (file: string, content = "…"): Action => ({ file, how: "Write", content });
export const read = (file: string, content = "…"): Action => ({ file, how: "Read", content });
export const run = (command: string, output: string): Action => ({ command, output, fails: false });
export const fail = (command: string, output: string): Action => ({ command, output, fails: true });
export const say = (prompt: string, reply: string, does: readonly Action[] = []): Turn => ({ prompt, reply, does });
/** A session that only asks. */
export const throwaway = (...turns: readonly Turn[]): readonly Step[] => [
  { start: "startup" },
  ...turns,
  { end: true },
];
