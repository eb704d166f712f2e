/** Exact things that documents promise: what a search of the code can find or miss without guessing. */
export const PROMISE_KINDS = ["flag", "command", "route", "name"] as const;
export type PromiseKind = (typeof PROMISE_KINDS)[number];

export interface Place {
  readonly path: string;
  readonly line: number;
}

interface Made {
  /** As the document has it. */
  readonly words: string;
  readonly place: Place;
}

/** `--dry-run`, without its dashes. */
export interface FlagPromise extends Made {
  readonly kind: "flag";
  readonly name: string;
}
/** The word behind the program's name: `export`; or the target of a runner: `npm run seed`. */
export interface CommandPromise extends Made {
  readonly kind: "command";
  readonly name: string;
}
export interface RoutePromise extends Made {
  readonly kind: "route";
  /** Undefined where the document names only the path. */
  readonly method: string | undefined;
  /** Undefined stands for a parameter. */
  readonly segments: readonly (string | undefined)[];
}
/** Something that is exported: a function, a class, an option. */
export interface NamePromise extends Made {
  readonly kind: "name";
  readonly name: string;
}
export type DocumentPromise = FlagPromise | CommandPromise | RoutePromise | NamePromise;

/** A feature in prose: no search can tell whether it is there, so the agent is asked to look. */
export interface ProseFeature extends Made {
  readonly kind: "feature";
}
