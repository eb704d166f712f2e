/*
 * Words that recall ranks by, and that say that a time is relative to the day it was said on: English, German, French, Spanish, Portuguese,
 * Italian and Russian by the word, scripts without spaces by what they contain. A word may signal more than one thing.
 */

export const SIGNALS = {
  /** The speaker speaks of themselves. */
  self: `i i'm i've i'll i'd ive me my mine myself
    ich mich mir mein meine meinen meinem meiner meines
    je j'ai j'habite j'aime j'étais j'utilise moi mon ma mes
    yo mí mi mis tengo soy estoy vivo trabajo quiero necesito prefiero nací
    eu meu minha meus minhas tenho sou estou moro preciso prefiro
    io mio mia miei sono ho abito lavoro
    я мне меня мой моя моё мои мою моей`,
  prefers: `prefer prefers preferred favorite favourite favorites favourites love loves like likes hate hates dislike dislikes
    enjoy enjoys adore rather fan allergic vegetarian vegan
    bevorzuge lieber mag liebe hasse lieblings préfère préférerais aime adore déteste prefiero gusta gustan encanta odio
    prefiro gosto adoro odeio preferisco piace piacciono предпочитаю люблю нравится ненавижу`,
  /** Time that only the day on which it was said explains. */
  relative: `today tonight yesterday tomorrow ago last next monday tuesday wednesday thursday friday saturday sunday weekend
    recently heute gestern morgen übermorgen vorgestern letzte letzten letztes nächste nächsten montag dienstag mittwoch
    donnerstag freitag samstag sonntag wochenende aujourd'hui hier demain prochain prochaine dernier dernière lundi mardi
    mercredi jeudi vendredi samedi dimanche hoy ayer mañana próximo próxima pasado pasada lunes martes miércoles jueves viernes
    sábado domingo hoje ontem amanhã segunda terça quarta quinta sexta oggi ieri domani prossimo scorso lunedì martedì
    mercoledì giovedì venerdì сегодня вчера завтра понедельник вторник среду четверг пятницу субботу воскресенье`,
  decides: `decision decided decide agreed chose chosen choosing opted settled settling concluded choice pick picking picked
    prefer let's lets let we'll i'll will shall should going go use keep store plan
    entschieden beschlossen nehmen décidé part utiliserons decidido decidimos usar usaremos решили решено выбрали`,
} as const;
export type Signal = keyof typeof SIGNALS;

const names = Object.keys(SIGNALS) as Signal[];

export const bitOf = Object.fromEntries(names.map((name, index) => [name, 1 << index])) as Record<Signal, number>;

const bits = new Map<string, number>();
for (const name of names)
  for (const word of SIGNALS[name].split(/\s+/)) bits.set(word, (bits.get(word) ?? 0) | bitOf[name]);

/** The same for scripts that put no spaces between words. */
const WITHOUT_SPACES: readonly (readonly [RegExp, Signal])[] = [
  [/我|咱|私|僕|俺|저는|저의|제가|나는|내가|우리/, "self"],
  [/决定|決定|就用|採用|采用|に決め|ことにし/, "decides"],
  [/喜欢|喜歡|偏好|讨厌|討厭|更愿意|宁愿|最爱|好き|嫌い|好む|좋아|싫어|선호/, "prefers"],
  [/今天|昨天|明天|后天|下周|上周|星期|周[一二三四五六日]|今日|昨日|明日|来週|先週|曜日|오늘|어제|내일/, "relative"],
];
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const WORD = /[\p{L}\p{M}](?:[\p{L}\p{M}'-]*[\p{L}\p{M}])?/gu;

/** What the words of a sentence signal, as bits. */
export function signalsOf(sentence: string): number {
  let found = 0;
  for (const word of sentence.toLowerCase().replaceAll("’", "'").match(WORD) ?? []) found |= bits.get(word) ?? 0;
  if (SPACELESS.test(sentence))
    for (const [pattern, signal] of WITHOUT_SPACES) if (pattern.test(sentence)) found |= bitOf[signal];
  return found;
}
