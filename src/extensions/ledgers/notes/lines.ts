import type { Scenario } from "../entries.ts";

/*
 * Lines of NOTES.md that several of its sections are written with. Reading it takes a parser of Markdown; writing does
 * not.
 */

/** One line, and nothing in it that a reader of HTML comments would take for ours. */
export const inline = (text: string): string => text.replace(/\s+/gu, " ").trim().replaceAll("<!--", "&lt;!--");

export const scenarioLine = ({ name, type, expected }: Scenario, place: number): string =>
  `${place + 1}. ${inline(name)} (${type})${expected === "" ? "" : `: ${inline(expected)}`}`;
