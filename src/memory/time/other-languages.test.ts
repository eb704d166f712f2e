import { test } from "vitest";
import { expectSpans } from "./spans.test-kit.ts";

test("M2: a question names its time in Italian", () => {
  expectSpans({
    lastWeek: "Cosa abbiamo deciso la settimana scorsa?",
    march: "Cosa è successo a marzo? | nel mese di marzo | a fine marzo | alla fine di marzo",
    dayInMay: "Cosa ho detto il 7 maggio 2023?",
    fourteenth: "Cosa ho detto il 14?",
    twoWeeksAgo: "due settimane fa",
    fewDaysAgo: "qualche giorno fa",
    yesterday: "ieri mattina",
    today: "stamattina | questa mattina",
    dayBeforeYesterday: "l'altro ieri",
    sinceJune: "da giugno",
    beforeApril: "prima di aprile 2024",
    marchToMay: "tra marzo e maggio | da marzo a maggio",
    lastThreeDays: "negli ultimi tre giorni",
    lastYear: "l'anno scorso | lo scorso anno",
    marchOfLastYear: "a marzo dell'anno scorso",
    year: "nel 2022",
    lastMonday: "lunedì | lunedì scorso",
    lastWeekend: "lo scorso fine settimana",
    recently: "di recente",
  });
});

test("M2: a question names its time in Russian", () => {
  expectSpans({
    lastWeek: "Что мы решили на прошлой неделе?",
    march: "Что было в марте? | в конце марта",
    dayInMay: "Что я сказал 7 мая 2023 года? | 7 мая 2023 г.",
    fourteenth: "Что я сказал 14 числа?",
    twoWeeksAgo: "две недели назад",
    fewDaysAgo: "несколько дней назад",
    yesterday: "вчера утром",
    today: "сегодня утром",
    dayBeforeYesterday: "позавчера",
    sinceJune: "с июня",
    beforeApril: "до апреля 2024",
    marchToMay: "между мартом и маем | с марта по май",
    lastThreeDays: "за последние три дня",
    lastYear: "в прошлом году",
    marchOfLastYear: "в марте прошлого года",
    year: "в 2022 году",
    lastMonday: "в понедельник | в прошлый понедельник",
    lastWeekend: "в прошлые выходные",
    recently: "недавно",
  });
});

test("M2: a question names its time in Chinese", () => {
  expectSpans({
    lastWeek: "我们上周决定了什么？ | 上个星期我们说了什么",
    march: "三月发生了什么？ | 3月份做了什么 | 三月底 | 三月下旬",
    dayInMay: "2023年5月7日我说了什么 | 二〇二三年五月七日 | ２０２３年５月７日",
    fourteenth: "14号我说了什么",
    twoWeeksAgo: "两周前 | 两个星期前",
    fewDaysAgo: "几天前我们讨论了什么",
    yesterday: "昨天早上",
    today: "今早 | 今天上午",
    dayBeforeYesterday: "前天",
    sinceJune: "自六月以来 | 六月以来",
    beforeApril: "2024年4月之前",
    marchToMay: "三月到五月 | 从三月到五月 | 三月和五月之间",
    lastThreeDays: "过去三天 | 最近三天",
    lastYear: "去年",
    marchOfLastYear: "去年三月",
    year: "2022年",
    lastMonday: "星期一 | 周一",
    lastWeekend: "上个周末 | 周末",
    recently: "最近",
  });
});

test("M2: a question names its time in Japanese", () => {
  expectSpans({
    lastWeek: "先週何を決めましたか？",
    march: "3月に何がありましたか | 3月末 | 3月下旬 | 3月の終わり",
    dayInMay: "2023年5月7日に何を言いましたか | 2023/05/07の会議",
    fourteenth: "14日に何を言いましたか",
    twoWeeksAgo: "2週間前に",
    fewDaysAgo: "数日前",
    yesterday: "昨日の朝",
    today: "今朝",
    dayBeforeYesterday: "一昨日",
    sinceJune: "6月から | 6月以来",
    beforeApril: "2024年4月以前",
    marchToMay: "3月から5月まで | 3月と5月の間",
    lastThreeDays: "過去3日間 | この3日間",
    lastYear: "去年 | 昨年",
    marchOfLastYear: "去年の3月",
    year: "2022年に",
    lastMonday: "月曜日に",
    lastWeekend: "先週末",
    recently: "最近",
  });
});
