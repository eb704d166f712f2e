import { test } from "vitest";
import { expectSpans } from "./spans.test-kit.ts";

test("M2: a question names its time in German", () => {
  expectSpans({
    lastWeek: "Was haben wir letzte Woche entschieden? | in der vergangenen Woche",
    march: "Was war im März los? | Ende März",
    dayInMay: "Was habe ich am 7. Mai 2023 gesagt? | am 7.5.2023 | am Sonntag, dem 7. Mai 2023",
    fourteenth: "Was war am 14. mit Anna?",
    twoWeeksAgo: "Was war vor zwei Wochen?",
    fewDaysAgo: "Was haben wir vor ein paar Tagen besprochen?",
    yesterday: "gestern früh | gestern Vormittag",
    today: "heute Morgen | heute früh",
    dayBeforeYesterday: "vorgestern",
    sinceJune: "Was ist seit Juni neu?",
    beforeApril: "vor April 2024",
    marchToMay: "zwischen März und Mai | von März bis Mai",
    lastThreeDays: "in den letzten drei Tagen",
    lastYear: "letztes Jahr | im letzten Jahr",
    marchOfLastYear: "im März letzten Jahres | letztes Jahr im März",
    year: "im Jahr 2022",
    lastMonday: "letzten Montag | am Montag",
    lastWeekend: "am letzten Wochenende",
    recently: "kürzlich",
  });
});

test("M2: a question names its time in French", () => {
  expectSpans({
    lastWeek: "Qu'avons-nous décidé la semaine dernière ?",
    march: "Qu'est-ce que j'ai dit en mars ? | en mars dernier | fin mars | à la fin du mois de mars",
    dayInMay: "Qu'a-t-il dit le 7 mai 2023 ? | le dimanche 7 mai 2023 | le 07/05/2023",
    fourteenth: "Qu'a dit Anna le 14 ?",
    twoWeeksAgo: "il y a deux semaines",
    fewDaysAgo: "Qu'avons-nous dit il y a quelques jours ?",
    yesterday: "hier matin",
    today: "ce matin",
    dayBeforeYesterday: "avant-hier",
    sinceJune: "depuis juin",
    beforeApril: "avant avril 2024",
    marchToMay: "entre mars et mai | de mars à mai",
    lastThreeDays: "ces trois derniers jours | les trois derniers jours",
    lastYear: "l'année dernière | l'an dernier",
    marchOfLastYear: "en mars de l'année dernière",
    year: "en 2022",
    lastMonday: "lundi dernier | lundi",
    lastWeekend: "le week-end dernier",
    recently: "récemment",
  });
});

test("M2: a question names its time in Spanish", () => {
  expectSpans({
    lastWeek: "¿Qué decidimos la semana pasada?",
    march: "¿Qué pasó en marzo? | en marzo pasado | a finales de marzo",
    dayInMay: "¿Qué dije el 7 de mayo de 2023?",
    fourteenth: "¿Qué dije el 14? | el día 14",
    twoWeeksAgo: "hace dos semanas",
    fewDaysAgo: "hace unos días",
    yesterday: "ayer por la mañana",
    today: "esta mañana",
    dayBeforeYesterday: "anteayer",
    sinceJune: "desde junio",
    beforeApril: "antes de abril de 2024",
    marchToMay: "entre marzo y mayo | de marzo a mayo",
    lastThreeDays: "en los últimos tres días",
    lastYear: "el año pasado",
    marchOfLastYear: "en marzo del año pasado",
    year: "en 2022",
    lastMonday: "el lunes | el lunes pasado",
    lastWeekend: "el fin de semana pasado",
    recently: "recientemente | últimamente",
  });
});

test("M2: a question names its time in Portuguese", () => {
  expectSpans({
    lastWeek: "O que decidimos na semana passada?",
    march: "O que aconteceu em março? | no final de março",
    dayInMay: "O que eu disse no dia 7 de maio de 2023?",
    fourteenth: "O que eu disse no dia 14?",
    twoWeeksAgo: "há duas semanas | duas semanas atrás",
    fewDaysAgo: "há alguns dias",
    yesterday: "ontem de manhã",
    today: "esta manhã",
    dayBeforeYesterday: "anteontem",
    sinceJune: "desde junho",
    beforeApril: "antes de abril de 2024",
    marchToMay: "entre março e maio | de março a maio",
    lastThreeDays: "nos últimos três dias",
    lastYear: "no ano passado",
    marchOfLastYear: "em março do ano passado",
    year: "em 2022",
    lastMonday: "na segunda-feira | segunda-feira passada",
    lastWeekend: "no fim de semana passado",
    recently: "recentemente",
  });
});
