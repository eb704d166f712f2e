import type { PassageRows, Scope } from "../../store/index.ts";
import { contentTerms, RARE, surpriseOf } from "../../text/index.ts";

const MOST_TERMS = 60;
const LIST = 300;

/** The terms of a text that few passages hold; they identify it. */
export async function rareTermsOf(index: PassageRows, text: string, scope: Scope): Promise<string[]> {
  const terms = [...new Set(contentTerms(text))].slice(0, MOST_TERMS);
  const lists = await index.search("messages", { termSets: terms.map((term) => [term]), scope, limit: LIST });
  const { passages: among } = await index.extentOf("messages", scope);
  return terms.filter((_, n) => surpriseOf(lists[n]?.length ?? 0, among) >= RARE);
}
