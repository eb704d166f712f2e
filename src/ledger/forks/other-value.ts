import { type Amount, amountsIn, ORDER } from "./amounts.ts";
import { type Clause, keysOf } from "./clause.ts";
import { isVerbAt, type ReadDecision } from "./decision.ts";
import { keyOf } from "./lexicon.ts";
import { isElsewhere } from "./scope.ts";
import type { Statement } from "./statement.ts";

/** Whether somebody is about to give the same thing another amount. */
export function givesOtherValue({ acts, said }: Statement, { choices, keys }: ReadDecision): boolean {
  return choices.some(({ clause }) =>
    acts.some((act) => hasOtherAmount(act, clause) && !isElsewhere(act, said, keys, new Set())),
  );
}

/** "Port 8080" is a value of the port; "phase 2" is another phase than "phase 1". */
const MEASURED = new Set(
  `port version limit size width height length depth timeout threshold level count maximum minimum max min retry budget rate ttl interval
  delay worker batch score quality weight priority seed concurrency puerto version zeitlimit grenze breite delai limite tamano`
    .split(/\s+/)
    .map(keyOf),
);
const MEASURED_UNSPACED = /端口|版本|超时|限制|大小|数量|ポート|バージョン|タイムアウト|上限|サイズ/u;
const isMeasured = (key: string): boolean => MEASURED.has(key) || MEASURED_UNSPACED.test(key);

const TELLS_APART = new Set(["new", "old", "other", "existing", "previous"].map(keyOf));

/** "At least 12 characters" is a minimum length of 12. */
const EXTENT = new Set(["length", "long", "character", "limit"].map(keyOf));
const isAlike = (one: Amount, other: Amount): boolean =>
  one.unit === other.unit || [one, other].every(({ unit }) => unit === "" || EXTENT.has(unit));

/** "The new server" is another one; "the new timeout" is the timeout from now on. */
const whichOf = ({ terms }: Clause): string =>
  terms
    .filter((term, at) => TELLS_APART.has(term.key) && !isMeasured(terms[at + 1]?.key ?? ""))
    .map((term) => term.key)
    .join(" ");

/** Thousandths of a second are no whole numbers. */
const areApart = (one: number, other: number): boolean =>
  Math.abs(one - other) > 1e-9 * Math.max(Math.abs(one), Math.abs(other));

function hasOtherAmount(act: Clause, decided: Clause): boolean {
  if (act.isNegative || decided.isNegative || act.removes) return false;
  const [was, is] = [amountsIn(decided), amountsIn(act).filter((amount) => !amount.isLeft)];
  const other = was.flatMap((before) => {
    const alike = is.filter((now) => isAlike(now, before));
    return alike.length === 1 && alike.every((now) => areApart(now.value, before.value)) ? [before] : [];
  });
  if (other.length !== 1 || was.length !== is.length) return false;
  const topics = (clause: Clause) => {
    const said = new Set(amountsIn(clause).flatMap((amount) => amount.terms));
    return keysOf(
      clause.terms.filter(
        (term, at) =>
          !(said.has(term) || term.isLight || term.concept === ORDER || EXTENT.has(term.key)) &&
          !(at === 0 && isVerbAt(clause)),
      ),
    );
  };
  const [about, told] = [topics(decided), topics(act)];
  if (whichOf(act) !== whichOf(decided)) return false;
  if (other[0]?.unit === "" && ![...about].some(isMeasured)) return false;
  return about.size > 0 && [...about].every((key) => told.has(key)) && [...told].every((key) => about.has(key));
}
