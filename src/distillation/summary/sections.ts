import type { ItemKind } from "../extraction/index.ts";

export interface Section {
  readonly title: string;
  readonly kinds: readonly ItemKind[];
  /** The share of the budget that a section may spend in the first round. */
  readonly share: number;
  /** More lines than this are no longer read. */
  readonly most?: number;
}

export const SECTIONS: readonly Section[] = [
  { title: "What we are doing", kinds: ["goal"], share: 0.12, most: 5 },
  { title: "Decisions and why", kinds: ["decision"], share: 0.17 },
  { title: "Facts", kinds: ["fact"], share: 0.25 },
  { title: "Open items", kinds: ["open_item", "promise"], share: 0.14, most: 6 },
  { title: "Working state", kinds: ["state"], share: 0.07 },
  { title: "Files and commands", kinds: ["file", "command"], share: 0.08 },
  { title: "Corrections and failed approaches", kinds: ["correction", "failed"], share: 0.08 },
  {
    title: "Preferences and register of the conversation",
    kinds: ["constraint", "preference", "register"],
    share: 0.09,
  },
];
