import type { Language } from "../language.ts";

export const PORTUGUESE: Language = {
  locale: "pt",
  common: "que quê quando onde quem qual como foi era há eu você nós o a os as de do da em no na e com para disse",
  numbers: "uma?, dois|duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze",
  few: "algu(?:ns|mas)|un?s|umas|poucos|poucas|vári[oa]s",
  units: {
    ...{ weekend: "fi(?:m|ns|nal) de semana", month: "m[eê]s(?:es)?", year: "anos?" },
    ...{ minute: "minutos?", hour: "horas?", day: "dias?", week: "semanas?" },
  },
  seasons: "primavera, verão, outono, inverno",
  points: {
    today: "hoje, esta manhã|tarde|noite",
    yesterday: "ontem, noite passada",
    dayBeforeYesterday: "anteontem",
    recently: "recentemente, ultimamente, há pouco tempo",
    ago: "há|faz {n} {unit}, {n} {unit} atrás",
    untilNow: "últim[oa]s {n} {unit}",
    this: "n?es[st][ea] {unit}",
    last: "{unit} passad[oa]|anterior",
    weekday: "na|no {weekday}",
    lastWeekday: "{weekday} passad[oa]",
    month: "em|início|final de~ {month} de~ {year}~, {month} de {year}, {month} passado",
    monthOfLastYear: "em~ {month} do ano passado",
    date: "no|em~ dia~ {d} de {month} de~ {year}~",
    dayOfMonth: "no dia {d}",
    year: "em {year}, no~ ano de~ {year}",
  },
  ranges: {
    since: "desde {point}",
    before: "antes d[eoa] {point}",
    after: "depois d[eoa] {point}, após {point}",
    until: "até {point}",
    between: "entre {point} e {point}, de|desde {point} a|até {point}",
  },
  ahead: "próxim[oa]|que vem|cada|tod[oa]s?",
};
