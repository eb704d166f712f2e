const WORDS = new Set(
  `today tonight yesterday tomorrow ago last next monday tuesday wednesday thursday friday saturday sunday weekend
  recently heute gestern morgen übermorgen vorgestern letzte letzten letztes nächste nächsten montag dienstag mittwoch
  donnerstag freitag samstag sonntag wochenende aujourd'hui hier demain prochain prochaine dernier dernière lundi mardi
  mercredi jeudi vendredi samedi dimanche hoy ayer mañana próximo próxima pasado pasada lunes martes miércoles jueves viernes
  sábado domingo hoje ontem amanhã segunda terça quarta quinta sexta oggi ieri domani prossimo scorso lunedì martedì
  mercoledì giovedì venerdì сегодня вчера завтра понедельник вторник среду четверг пятницу субботу воскресенье`.split(
    /\s+/,
  ),
);
const UNSPACED = /今天|昨天|明天|后天|下周|上周|星期|周[一二三四五六日]|今日|昨日|明日|来週|先週|曜日|오늘|어제|내일/;
const WORD = /[\p{L}\p{M}](?:[\p{L}\p{M}'-]*[\p{L}\p{M}])?/gu;

/** Whether a text names a time relative to the day on which it was written. */
export const hasRelativeTime = (text: string): boolean =>
  (text.toLowerCase().replaceAll("’", "'").match(WORD) ?? []).some((word) => WORDS.has(word)) || UNSPACED.test(text);
