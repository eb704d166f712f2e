import type { Language } from "../language.ts";

export const ITALIAN: Language = {
  locale: "it",
  common:
    "che cosa quando dove chi come perché è era ha ho abbiamo io noi il la lo le l di del da nel in a e con detto successo",
  numbers: "un[oa]?, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici",
  few: "qualche|alcun[ie]|un paio di|poch[ie]|divers[ie]",
  units: {
    ...{ weekend: "fine settimana|week-?end", month: "mes[ei]", year: "ann[oi]" },
    ...{ minute: "minut[oi]", hour: "or[ae]", day: "giorn[oi]", week: "settiman[ae]" },
  },
  seasons: "primavera, estate, autunno, inverno",
  points: {
    today: "oggi, stamattina, stamani, stasera, questa mattina",
    yesterday: "ieri, stanotte",
    dayBeforeYesterday: "l'altro ieri, avantieri",
    recently: "recentemente, ultimamente, di recente, l'altro giorno",
    ago: "{n} {unit} fa",
    untilNow: "ultim[ie] {n} {unit}",
    this: "quest[oa] {unit}",
    last: "{unit} scors[oa]|passat[oa], scors[oa] {unit}",
    weekday: "{weekday}",
    lastWeekday: "{weekday} scors[oa], scors[oa] {weekday}",
    month: "a|in|inizio|fine di~ {month} del~ {year}~, {month} del~ {year}, {month} scorso, mese di {month}",
    monthOfLastYear: "a|in~ {month} dell'anno scorso, a|in~ {month} dello scorso anno",
    date: "il~ {weekday}~ {d} {month} del~ {year}~",
    dayOfMonth: "il {d}",
    year: "nel {year}",
  },
  ranges: {
    since: "da|dal {point}",
    before: "prima di|del {point}",
    after: "dopo {point}",
    until: "fino a|al {point}",
    between: "tra|fra {point} e {point}, da|dal {point} a|al {point}",
  },
  ahead: "prossim[oa]|ogni",
};
