/** What kinds of things documents promise. */
export const PROMISE_KINDS = ["feature", "flag", "command", "route", "name"] as const;
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

/** A feature in prose: what it is called, and what is said of it. */
export interface FeaturePromise extends Made {
  readonly kind: "feature";
  readonly lead: string;
  readonly rest: string;
  /** In another language than code is written in. */
  readonly isForeignText: boolean;
}
/** `--dry-run`, without its dashes. */
export interface FlagPromise extends Made {
  readonly kind: "flag";
  readonly name: string;
}
/** The words behind the program's name: `export`, `sessions list`. */
export interface CommandPromise extends Made {
  readonly kind: "command";
  readonly path: readonly string[];
}
export interface RoutePromise extends Made {
  readonly kind: "route";
  /** Undefined where the document names only the path. */
  readonly method: string | undefined;
  /** Undefined stands for a parameter. */
  readonly segments: readonly (string | undefined)[];
}
/** Something that is exported: a function, a class. */
export interface NamePromise extends Made {
  readonly kind: "name";
  readonly name: string;
}
export type DocumentPromise = FeaturePromise | FlagPromise | CommandPromise | RoutePromise | NamePromise;
