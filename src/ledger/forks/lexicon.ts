import { folded, stem } from "../../memory/index.ts";

/* Words that tell what a statement does with a thing, whatever the thing is. Verbs and nouns by their stems. */

const listed = (words: string): string[] => words.trim().split(/\s+/);
const wordsOf = (words: string): ReadonlySet<string> => new Set(listed(words).map(folded));
const stemsOf = (words: string): ReadonlySet<string> => new Set(listed(words).map((word) => stem(folded(word))));

export const EMPTY =
  wordsOf(`the a an this that these those it its i we you he she they them our your my their us me be been being
  is are am was were do does did has have had will would shall should must can also just simply now then first next finally always only
  so too very really still again already please actually instead here there each every all some both ahead
  and or`);

/** They lead to a phrase; what it is for the verb depends on which. */
export const PREPOSITIONS = wordsOf(
  "with for to in into on onto of from as by via through over at using about against under per within across behind next between among",
);
/** What such a phrase holds is what the thing is for, or where it comes from: it is not what is chosen. */
export const LEADS_ASIDE = wordsOf("for of from about against per");

/** What follows is a thing, and nothing to do. */
export const ARTICLES = wordsOf("the a an our your my their this that these those each every");

export const NEGATIONS = wordsOf("not no never without cannot neither nor");

const BRINGING = `use adopt choose pick take go switch move migrate change convert set install add introduce create build
  write implement make put store save keep hold persist host run deploy base configure employ rely opt start generate export
  serve send render import cache replace rewrite port swap turn prefer enable support pass let try wire bring stick scaffold represent expose model encode express push provision format reformat`;
/** To bring in, to settle on. */
export const TAKING = stemsOf(BRINGING);
/** Of these, the ones after which the thing itself stands first: "use X for Y". */
export const CHOOSING = stemsOf(
  "use adopt choose pick take introduce install prefer add employ require support set create implement",
);
const GIVING_UP = `remove delete drop eliminate uninstall deprecate stop quit avoid skip rip strip get purge retire abandon discard
  omit undo revert`;
export const REMOVING = stemsOf(GIVING_UP);
/** What stands right behind is given up for what follows. */
export const EXCHANGING = stemsOf(
  "replace swap migrate port convert turn rewrite rename change move switch upgrade transition",
);
export const EXCHANGES_FOR = wordsOf("with for to into by in");
export const STORING = stemsOf("store save keep persist put hold write record");
export const PREFERRING = stemsOf("prefer choose pick use");

/** To give a thing a value. */
const SETTING = `set raise increase lower reduce change bump make use start run keep put scale limit configure extend shorten cap allow
  take add adjust update bring move switch go give get enforce apply require turn store save write create introduce rely`;
const BEING = "be stay remain last live have let hold listen wait serve become";
const PLAIN = `new old current existing remaining last other whole entire same own proper simple value setting config configuration option
  retention period duration number amount line file code setup project repository repo codebase app application here everything thing
  way approach up down out off library package tool stack install command one instead persistence storage`;
/** They say nothing of which thing is meant. */
export const LIGHT = stemsOf(`${SETTING} ${BEING} ${PLAIN}`);

const DOING = `${BRINGING} ${GIVING_UP} ${SETTING} disable forbid hash sign log encrypt compress rename retry merge name indent`;
/** What can be done, as it is told others to do it. */
export const DEEDS = wordsOf(DOING);
export const DOINGS = stemsOf(DOING);

/** Where a thing holds: what is said of tests says nothing of the product. */
export const SCOPES =
  stemsOf(`test tests spec fixture fixtures mock example demo prototype sandbox staging dev development benchmark
  readme tutorial script scripts legacy playground storybook debug poc spike experiment e2e`);

/** A verb here after "to" tells what for. */
export const PURPOSES =
  stemsOf(`make get speed separate avoid debug learn keep save reduce let allow help improve fix ease simplify match
  manage read talk show see find prevent ensure support test check handle cut free clean prepare verify understand be have give`);

/** What is made of a thing, or with it: "a MongoDB collection", "plain text output". */
export const PARTS =
  stemsOf(`collection table schema instance container cluster component output format client server service
  endpoint queue topic header column model container driver connection backend`);

const SAME = `add:adding minimum:min,least maximum:max,most expire:expiry,expiration,ttl,lifetime token:jwt,jwts database:db authentication:auth environment:env
  documentation:docs,doc repository:repo kubernetes:k8s postgres:postgresql javascript:js typescript:ts delete:deletion
  folder:directory message:msg request:req response:res error:err admin:administrator pr:pull-request`;
const same = new Map(
  listed(SAME).flatMap((entry) => {
    const [word = "", others = ""] = entry.split(":");
    return others.split(",").map((other): [string, string] => [stem(other), stem(word)]);
  }),
);

/** What a word is compared by. */
export function keyOf(word: string): string {
  const key = stem(word);
  return same.get(key) ?? key;
}
