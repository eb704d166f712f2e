import { expect, test } from "vitest";
import { askedTime } from "./asked-time.ts";
import { NOW, spanOf } from "./spans.test-kit.ts";

/** A Wednesday in November. */
const ASKED: Readonly<Record<string, string>> = {
  "what did we decide last week": "2024-11-04 – 2024-11-11",
  "what happened in March?": "2024-03-01 – 2024-04-01",
  "what happened in December?": "2023-12-01 – 2024-01-01",
  "what happened in november?": "2024-11-01 – 2024-12-01",
  "what did we do the week before last?": "2024-10-28 – 2024-11-04",
  "what did we do before last month?": "0 – 2024-10-01",
  "what did we plan in May 2023": "2023-05-01 – 2023-06-01",
  "what did I say on 7 May 2023": "2023-05-07 – 2023-05-08",
  "what did I say on May 7th, 2023?": "2023-05-07 – 2023-05-08",
  "what did I promise on the 14th?": "2024-10-14 – 2024-10-15",
  "2023-05-07": "2023-05-07 – 2023-05-08",
  "the log of 2023-05-07T10:00:00Z": "2023-05-07 – 2023-05-08",
  "invoices of 05/2023": "2023-05-01 – 2023-06-01",
  "what did we do two weeks ago": "2024-10-27 – 2024-11-03",
  "what did we do three days ago": "2024-11-10 – 2024-11-11",
  "what did I do an hour ago": "2024-11-13 13:30 – 2024-11-13 14:30",
  "what did I eat yesterday morning?": "2024-11-12 – 2024-11-13",
  "what did I eat last night": "2024-11-12 – 2024-11-13",
  "what was the plan in late March": "2024-03-01 – 2024-04-01",
  "what happened in the last week of May 2023?": "2023-05-01 – 2023-06-01",
  "where did we go last summer": "2024-06-01 – 2024-09-01",
  "where did we go in the fall of 2022": "2022-09-01 – 2022-12-01",
  "where were we the weekend before 5 August 2024": "2024-08-03 – 2024-08-05",
  "where were we the weekend after 5 August 2024": "2024-08-10 – 2024-08-12",
  "where were we two days after 7 May 2024": "2024-05-09 – 2024-05-10",
  "what did we recently decide on 3 June 2023?": "2023-06-03 – 2023-06-04",
  "what did you finish last week, as you said on 6 November 2023?": "2023-11-06 – 2023-11-07",
  "where was I between August 11 and August 15 2023?": "2023-08-11 – 2023-08-16",
  "what did I buy this year": "2024-01-01 – 2025-01-01",
  "where did I work in 2022": "2022-01-01 – 2023-01-01",
  "who called on Monday": "2024-11-11 – 2024-11-12",
  "who called on Wednesday": "2024-11-13 – 2024-11-14",
  "who called last Wednesday": "2024-11-06 – 2024-11-07",
  "who called on Tuesday of last week": "2024-11-05 – 2024-11-06",
  "what happened on Monday, 7 October 2024?": "2024-10-07 – 2024-10-08",
  "what changed between March and May": "2024-03-01 – 2024-06-01",
  "what changed between November and February": "2023-11-01 – 2024-03-01",
  "what changed between March and May 2022": "2022-03-01 – 2022-06-01",
  "what changed between the 3rd and the 9th of May": "2024-05-03 – 2024-05-10",
  "where did we live from 2019 to 2022": "2019-01-01 – 2023-01-01",
  "what changed since June": "2024-06-01 – now",
  "what did we use before April 2024": "0 – 2024-04-01",
  "what did we do over the last three days": "2024-11-10 – now",
  "what did we do in the past week": "2024-11-06 – now",
  "what did I say a few days ago": "2024-11-06 – 2024-11-12",
  "what have we discussed recently": "2024-10-14 – now",
  "what did we do at the weekend": "2024-11-09 – 2024-11-11",
  "what happened in March last year": "2023-03-01 – 2023-04-01",
  "when did I see May in March?": "2024-03-01 – 2024-04-01",
  "what did we do on Feb 29?": "2024-02-29 – 2024-03-01",
};

test("M2: a question names its time in English", () => {
  for (const [question, span] of Object.entries(ASKED)) expect(spanOf(question), question).toBe(span);
});

test("M2: a month is of the last year until it has begun in this one", () => {
  const february = Date.UTC(2024, 1, 10);
  expect(spanOf("what happened in March", february)).toBe("2023-03-01 – 2023-04-01");
  expect(spanOf("what happened on 29 February", february)).toBe("2020-02-29 – 2020-03-01");
});

test("M2: on a Sunday the weekend is this one and the last one has ended", () => {
  const sunday = Date.UTC(2024, 10, 17, 12);
  expect(spanOf("what did we do at the weekend", sunday)).toBe("2024-11-16 – 2024-11-18");
  expect(spanOf("what did we do last weekend", sunday)).toBe("2024-11-09 – 2024-11-11");
  expect(spanOf("上周五", sunday)).toBe("2024-11-08 – 2024-11-09");
});

test("M2: the time zone is the process's unless another is given", () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(askedTime("yesterday", NOW)).toEqual(askedTime("yesterday", NOW, timeZone));
  expect(askedTime("yesterday", NOW, "Asia/Tokyo")?.from).toBe(Date.UTC(2024, 10, 11, 15));
});

const NO_TIME = `What may I do | no mails after 7 PM | march on | the second test | version 2.3.1 | port 3000 | 30 tests | in 5 minutes
  | May said that she would come | the sun | sun | Mon Ami | one second | 10/10 | src/2024/file.ts | ISO 8601 | they march 2 miles
  | may 7 people come | April said no | in May's opinion | What did Jan say? | Did August call? | Sat down | in Spring Boot
  | on the 2nd try | on the 14th floor | in two weeks | on Mondays | every Monday | next Monday | by Friday | until Friday
  | tomorrow morning | tonight | next year in March | how many days ago did I go | from 2000 to 3000 requests | in room 2020 | over 2000 users
  | run the last 3 tests | the last time I saw the doctor | last minute change | at the end of the day | on the last day | What was the first step?
  | once a week | 3.5 hours | 1/2 cup | v2023.05.07 | logs/2023-05-07.md | 2023/05 | Q1: what is it | the easter egg
  | Was war hier los? | nächsten Montag | jeden Freitag | am 14. Versuch | bis Freitag | Ich mag das | das letzte Mal
  | j'ai été malade | lundi prochain | tous les lundis | la semaine prochaine | la dernière fois
  | los lunes | el próximo lunes | la semana que viene | la última vez | el 14 por ciento | mañana
  | na segunda reunião | na próxima segunda-feira | lunedì prossimo | ogni lunedì
  | в среде разработки | Марта сказала | в следующий понедельник | через две недели
  | 下周一 | 每周一 | 14号楼 | 来週の月曜日 | 毎週月曜日 | 3日で終わった`;

test("M2: what only looks like a time names none", () => {
  for (const entry of NO_TIME.split("|")) {
    const question = entry.trim();
    expect(spanOf(question), question).toBeUndefined();
  }
});
