import type { Language } from "../language.ts";

const WEEKDAYS = [..."一二三四五六"].map((day) => `(?:周|週|星期|礼拜)${day}`);

export const CHINESE: Language = {
  locale: "zh",
  isUnspaced: true,
  common: "",
  numbers: "一, 二|两|兩, 三, 四, 五, 六, 七, 八, 九, 十",
  few: "几|幾|好几|数",
  units: {
    ...{ weekend: "周末|週末", month: "月", year: "年" },
    ...{ minute: "分钟|分鐘", hour: "小时|小時", day: "天", week: "周|週|星期|礼拜" },
  },
  weekdays: [...WEEKDAYS, "(?:周|週|星期|礼拜)[日天]"].join(", "),
  seasons: "",
  points: {
    today: "今天, 今日, 今早, 今晨, 今晚",
    yesterday: "昨天, 昨日, 昨晚, 昨夜",
    dayBeforeYesterday: "前天",
    recently: "最近, 近来, 近來, 近期, 刚才, 前几天",
    ago: "{n} 个|個~ {unit} 之|以~ 前",
    untilNow: "过去|過去|最近|近|这 {n} 个|個~ {unit}",
    this: "[这這]个?|這個|本|今 {unit}",
    last: "上[个個]?|上一个?|去 {unit}",
    beforeLast: "上上[个個]?|前 {unit}",
    weekend: "周末, 週末",
    weekday: "{weekday}",
    weekdayOfLastWeek: "上[个個]? {weekday}",
    month: "{month}, {year} 年 {month}",
    monthOfLastYear: "去年 {month}",
    date: "{month} {d}, {year} 年 {month} {d}",
    dayOfMonth: "{d}",
    year: "{year} 年",
  },
  ranges: {
    since: "自从?|从 {point} 以来|以來|起~, {point} 以来|以來|至今",
    before: "{point} 之前|以前",
    after: "{point} 之后|以后|之後|以後",
    between: "从~ {point} 到|至 {point}, {point} 和|与|與|跟 {point} 之?间|之間",
  },
  ahead: "下[个個]?|每个?",
};
