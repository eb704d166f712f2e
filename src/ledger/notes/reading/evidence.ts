import type { Evidence } from "../../entries.ts";
import { unescaped } from "./items.ts";

const QUOTED = /^(`+)( ?)(.*?)\2\1(?!`)/su;
const AND = /^\s*(?:[,;]|and|&)?\s*(?=`)/u;

interface Found {
  readonly evidence: Evidence;
  readonly rest: string;
}

/** A place ends where another quote follows, the function that it lies in, or nothing: a path may have brackets of its own. */
const PLACE = /^\s+\[(.+?):(\d+)(?:-\d+)?\](?=\s*$|\s+in `|\s*(?:[,;]|and\b|&)?\s*`)/su;

function quoted(text: string): { readonly quote: string; readonly rest: string } | undefined {
  const [all = "", , , quote = ""] = QUOTED.exec(text) ?? [];
  return all === "" ? undefined : { quote: unescaped(quote), rest: text.slice(all.length) };
}

function first(words: string): Found | undefined {
  const said = quoted(words);
  const [place = "", path = "", line = "1"] = (said && PLACE.exec(said.rest)) ?? [];
  if (!said || place === "") return undefined;
  const rest = said.rest.slice(place.length);
  // Earlier versions wrote behind it in which function it stands.
  return { evidence: { path, line: Number(line), quote: said.quote }, rest: rest.replace(/^\s+in `[^`]*`/u, "") };
}

/** Quotes with their places, one after the other; nothing where other words are among them. */
export function readEvidence(words: string): Evidence[] {
  const found = first(words);
  if (!found) return [];
  if (found.rest.trim() === "") return [found.evidence];
  const between = AND.exec(found.rest)?.[0];
  const more = between === undefined ? [] : readEvidence(found.rest.slice(between.length));
  return more.length === 0 ? [] : [found.evidence, ...more];
}
