import type { Language } from "../language.ts";

export const GERMAN: Language = {
  locale: "de",
  common:
    "was wann wo wer wie warum ist war waren haben hat habe ich du wir uns das die der den dem und nicht mit in im am vom",
  numbers: "ein(?:e[nmrs]?)?, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf",
  few: "ein paar|paar|einige|einigen|wenigen|mehreren",
  units: {
    ...{ weekend: "wochenende[ns]?", month: "monat(?:e[ns]?|s)?", year: "jahr(?:e[ns]?)?" },
    ...{ minute: "minuten?", hour: "stunden?", day: "tag(?:e[ns]?)?", week: "wochen?" },
  },
  seasons: "frühling|frühjahr, sommer, herbst, winter",
  points: {
    today: "heute",
    yesterday: "gestern, letzte nacht",
    dayBeforeYesterday: "vorgestern",
    recently: "kürzlich, neulich, vor kurzem, in letzter zeit",
    ago: "vor {n} {unit}",
    untilNow: "letzten|vergangenen {n} {unit}, seit {n} {unit}",
    this: "diese[nmrs]? {unit}",
    last: "letzte[nmrs]?|vergangene[nrs]?|vorige[nrs]? {unit}",
    beforeLast: "vorletzte[nrs]? {unit}",
    weekend: "am wochenende",
    weekday: "am~ {weekday}",
    lastWeekday: "am~ letzten|vergangenen {weekday}",
    weekdayOfLastWeek: "am~ {weekday} letzter|voriger woche, letzte|vorige woche {weekday}",
    month: "im|letzten|anfang|mitte|ende {month} {year}~, {month} {year}",
    monthOfLastYear: "im~ {month} letzten|vorigen jahres, letztes|voriges jahr im {month}",
    date: "am~ {weekday}~ den|dem~ {d} {month} {year}~",
    dayOfMonth: "am {d}",
    year: "in {year}, im~ jahre? {year}",
  },
  ranges: {
    since: "seit|ab {point}",
    before: "vor {point}",
    after: "nach {point}",
    until: "bis {point}",
    between: "zwischen {point} und {point}, von {point} bis {point}",
    unitBefore: "{n}~ {unit} vor {point}",
    unitAfter: "{n}~ {unit} nach {point}",
  },
  ahead: "nächste[nrs]?|kommende[nrs]?|jede[nrs]?|bis",
};
