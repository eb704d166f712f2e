import type { Services } from "../../services.ts";
import { contentTerms, signature, signatureOf } from "../../text/index.ts";
import type { Candidate } from "./recalled-memory.ts";

/** How many messages after an error the explanation may come. */
const WITHIN = 20;
const FOLLOWED = 3;
const LONGEST = 600;
const FIX_WORDS =
  /\b(?:fix(?:ed|es)?|solved|resolved|because|cause[ds]?|turns out|problem was|works? now|passes|instead|root)\b|behoben|gelöst|corrigé|résolu|arreglado|solucionado|исправ|修复|解决|直し|修正/i;

/** Adds to each match of an error what the agent then said about it: how it was fixed before. */
export async function withFixes(
  { store }: Services,
  found: readonly Candidate[],
  asOf = Number.POSITIVE_INFINITY,
): Promise<Candidate[]> {
  const seen = new Set<string>();
  const answers: Candidate[] = [];
  for (const [n, one] of found.entries()) {
    const { id, sessionId, kind } = one.memory;
    if (seen.has(id)) continue;
    seen.add(id);
    answers.push(one);
    if (n >= FOLLOWED || kind !== "message" || sessionId === null) continue;
    const [met] = await store.messages.find(id);
    if (!met) continue;
    const after = await store.messages.list(sessionId, { after: met.seq, limit: WITHIN, kinds: ["text"] });
    const then = after.filter(({ createdAt }) => Date.parse(createdAt) <= asOf);
    const fix = then.find(({ content }) => FIX_WORDS.test(content)) ?? then[0];
    if (!fix || seen.has(fix.id)) continue;
    seen.add(fix.id);
    const content = fix.content.length > LONGEST ? `${fix.content.slice(0, LONGEST)}…` : fix.content;
    const source = `message ${fix.id} (${fix.role})`;
    const { createdAt } = fix;
    const memory = { ...one.memory, id: fix.id, content, source, createdAt, reasons: [`followed ${id}`] };
    const signed = signatureOf(signature(contentTerms(content)));
    answers.push({ memory, content, origin: fix.id, signed });
  }
  return answers;
}
