import type { Language } from "../language.ts";

export const FRENCH: Language = {
  locale: "fr",
  common:
    "que quoi quand où qui quel est était a ai avons ont nous vous je il elle on le la les l de du au en à et avec dit",
  numbers: "une?, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze",
  few: "quelques|plusieurs",
  units: {
    ...{ weekend: "week-?ends?|fins? de semaine", month: "mois", year: "an(?:née)?s?" },
    ...{ minute: "minutes?", hour: "heures?", day: "jours?", week: "semaines?" },
  },
  seasons: "printemps, été, automne, hiver",
  points: {
    today: "aujourd'hui, ce matin|soir",
    yesterday: "hier, la~ nuit dernière",
    dayBeforeYesterday: "avant-hier",
    recently: "récemment, dernièrement, ces derniers temps",
    ago: "il~ y a {n} {unit}",
    untilNow: "{n} derniers|dernières {unit}, depuis {n} {unit}",
    this: "ce|cet|cette {unit}",
    last: "le|la~ {unit} dernier|dernière|passée?",
    weekend: "ce week-?end, le week-?end",
    weekday: "le~ {weekday}",
    lastWeekday: "{weekday} dernier|passé",
    month: "en|début|mi|fin|cet|l' {month} {year}~, {month} {year}, {month} dernier, mois de {month}",
    monthOfLastYear: "en~ {month} de l'an(?:née)? dernière?|passée?",
    date: "le~ {weekday}~ {d} {month} {year}~",
    dayOfMonth: "le {d}",
    year: "en {year}, année {year}",
  },
  ranges: {
    since: "depuis {point}",
    before: "avant {point}",
    after: "après {point}",
    until: "jusqu'en|jusqu'à|jusqu'au {point}",
    between: "entre {point} et {point}, de {point} à {point}",
    unitBefore: "{n}~ {unit} avant {point}",
    unitAfter: "{n}~ {unit} après {point}",
  },
  ahead: "prochaine?|suivante?|chaque|tous les",
};
