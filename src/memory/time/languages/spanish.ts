import type { Language } from "../language.ts";

export const SPANISH: Language = {
  locale: "es",
  common:
    "qué que cuándo dónde quién cuál cómo es era fue ha he hemos yo el la los las de del en a y con para pasó dije",
  numbers: "una?|uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce",
  few: "un[oa]s|un[oa]s poc[oa]s|algun[oa]s|vari[oa]s",
  units: {
    ...{ weekend: "fin(?:es)? de semana", month: "mes(?:es)?", year: "años?" },
    ...{ minute: "minutos?", hour: "horas?", day: "días?", week: "semanas?" },
  },
  seasons: "primavera, verano, otoño, invierno",
  points: {
    today: "hoy, esta mañana|tarde|noche",
    yesterday: "ayer, anoche",
    dayBeforeYesterday: "anteayer, antes de ayer",
    recently: "recientemente, últimamente, hace poco",
    ago: "hace {n} {unit}, {n} {unit} atrás",
    untilNow: "últim[oa]s {n} {unit}",
    this: "est[ea] {unit}",
    last: "{unit} pasad[oa]|anterior, pasad[oa] {unit}",
    weekday: "el {weekday}",
    lastWeekday: "el~ {weekday} pasado, el~ pasado {weekday}",
    month: "en|principios|finales de~ {month} de|del~ {year}~, {month} de|del~ {year}, {month} pasado",
    monthOfLastYear: "en~ {month} del año pasado",
    date: "el~ {weekday}~ día~ {d} de {month} de|del~ {year}~",
    dayOfMonth: "el día~ {d}",
    year: "en el~ año~ {year}",
  },
  ranges: {
    since: "desde el~ {point}",
    before: "antes de|del {point}",
    after: "después de|del {point}, tras {point}",
    until: "hasta {point}",
    between: "entre {point} y {point}, de|desde {point} a|hasta {point}",
    unitBefore: "{n}~ {unit} antes de|del {point}",
    unitAfter: "{n}~ {unit} después de|del {point}",
  },
  ahead: "próxim[oa]|que viene|cada",
};
