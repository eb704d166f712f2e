/* Whether words say something: a tick, a putting off or a verdict says nothing that could be looked at. */

const listOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

/** Words that carry no content of their own. */
const EMPTY = listOf(
  "a all also am an and any are as at be been but by can did do does for from had has have he here i in is it its just",
  "me more much my no not now of on or our overall quite really she so some than that the their them then there these they",
  "this to too us very was we well were what which will with would you",
  "complete completed done dusted everything everyone fine finished great good lgtm later look looked looks n na nice none",
  "nothing ok okay pending perfect ready see seem seems soon solid tbd todo works write written yes",
  "code comments comment concern concerns feedback issue issues job point points pr problem problems remark remarks work",
  "alles aus bei das die erledigt fertig für gut insgesamt ist jetzt keine mich mir passt sehr sieht und",
  "bien bon c est está esta et fait hecho listo moi para pour tout très y ya",
);
/** They say something together with what was dealt with. */
const DEEDS = listOf(
  "accepted addressed agreed approve approved checked closed fix fixed found handled merged resolved reviewed sorted tested",
  "arreglado behoben corrigé geprüft gelöst resuelto résolu",
);
const VERDICTS =
  /看起来|看上去|没有?问题|都|很好|全部|已经?|完成|修复|解决|可以|问题ありません|全て|完了|大丈夫|です|しました|了/gu;
const NO_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{6,}/u;
const FEWEST_WORDS = 3;
const FEWEST_TELLING = 2;

export function saysSomething(text: string): boolean {
  if (NO_SPACES.test(text.replace(VERDICTS, ""))) return true;
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const telling = [...words].filter((word) => !EMPTY.has(word));
  const isAboutSomething = telling.some((word) => !DEEDS.has(word));
  return words.size >= FEWEST_WORDS && telling.length >= FEWEST_TELLING && isAboutSomething;
}
