import { expect, test } from "vitest";
import { Talk } from "../test-kit.ts";
import type { ItemKind } from "./item.ts";

const BY_USER: readonly (readonly [ItemKind, readonly string[]])[] = [
  [
    "fact",
    [
      "My daughter Anna was born on 3 May 2019.",
      "I take 45 mg of Ritalin every morning.",
      "I'm allergic to penicillin.",
      "Our dog is called Biscuit.",
      "We live at 12 Harbour Street, Porto.",
      "The rent is €950 a month.",
      "I have an appointment with Dr. Weber on Tuesday at 15:30.",
      "Got the car back from the garage last Friday.",
      "The staging server runs on port 8443 with 16 GB of memory.",
      "Meine Tochter heißt Lena und wird am 3. Mai sieben.",
      "Ich nehme jeden Morgen 45 mg Ritalin.",
      "Ma fille s'appelle Chloé et elle a 7 ans.",
      "Mi hijo nació el 14 de marzo de 2020.",
      "Mia figlia è allergica alle noci.",
      "Мою собаку зовут Шарик.",
      "我女儿的生日是5月3日。",
      "私は毎朝45mgの薬を飲みます。",
      "제 딸의 생일은 5월 3일이에요.",
    ],
  ],
  [
    "decision",
    [
      "We decided to move to Lisbon in June.",
      "Let's go with the blue sofa.",
      "Use Postgres instead of MySQL for the ledger.",
      "Wir haben uns für die Wohnung in Graz entschieden.",
      "我们决定明年搬到上海。",
    ],
  ],
  [
    "preference",
    [
      "I prefer tea in the morning.",
      "Please keep your answers short.",
      "Call me Sam from now on.",
      "My favourite author is Le Guin.",
      "I hate cilantro.",
      "Please answer in German.",
      "Ich trinke lieber Tee als Kaffee.",
      "Je préfère les trains aux avions.",
      "Prefiero el té al café.",
      "Я предпочитаю зелёный чай.",
      "我更喜欢喝茶。",
      "コーヒーよりお茶が好きです。",
    ],
  ],
  [
    "constraint",
    [
      "Never push to main.",
      "You must not call my mother.",
      "Auf keinen Fall den Vermieter anrufen.",
      "不要修改数据库。",
    ],
  ],
  [
    "promise",
    [
      "I'll call Anna on Friday.",
      "We will send you the contract tomorrow.",
      "Ich rufe Anna am Freitag an, das werde ich nicht vergessen.",
      "Je vais appeler Anna vendredi.",
      "Voy a llamar a Anna el viernes.",
      "Я позвоню Анне в пятницу, обещаю.",
      "我明天会给安娜打电话。",
    ],
  ],
  [
    "correction",
    [
      "No, it's 45 mg, not 54.",
      "That's wrong, her name is spelled Anne.",
      "Actually, the meeting is on Thursday.",
      "I meant the other branch.",
      "Das ist nicht der 3. Mai, sondern der 5. Mai.",
      "不是五十四，是四十五毫克。",
    ],
  ],
  [
    "failed",
    [
      "I tried restarting the router but it didn't help.",
      "The migration failed because the column already exists.",
      "Das hat leider nicht funktioniert.",
      "Ça ne marche pas avec Node 18.",
    ],
  ],
  [
    "open_item",
    [
      "I need to renew my passport before August.",
      "Remind me to water the plants on Sunday.",
      "TODO: rotate the keys",
      "Ich muss noch die Miete überweisen.",
      "Tengo que renovar el pasaporte.",
    ],
  ],
];

const CASES = BY_USER.flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const));

test.each(CASES)("D3: %s: %s", (kind, text) => {
  const { items } = new Talk().user(text).assistant("Noted.").extract();
  expect(items.filter((item) => item.text === text).map((item) => item.kind)).toEqual([kind]);
});

const NOTHING = [
  ...["ok thanks!", "Good morning", "Wow, that's amazing!", "Sounds good to me", "haha yes", "👍👍"],
  ...[
    "What is the capital of France?",
    "Is Anna's birthday on 3 May 2019?",
    "Wann hat Lena Geburtstag?",
    "你女儿的生日是5月3日吗？",
  ],
  ...["Quelle est la dose, 45 mg ou 54 mg ?", "薬は45mgですか。", "내일 올까?"],
  ...["Keep it up!", "Keep going, never give up!", "Sorry to hear that.", "No, but it sounds fun!"],
  ...["That must have been hard.", "Can't wait!", "danke schön", "好的，谢谢"],
];

test.each(NOTHING)("D3: nothing to keep in: %s", (text) => {
  const { items } = new Talk().user("Hello there, old friend").assistant("Hello!").user(text).assistant("…").extract();
  expect(items.filter((item) => item.kind !== "register")).toEqual([]);
});

const EXPLAINED = [
  "The Pythagorean theorem relates the sides of a right triangle.",
  "Let's use an example with sides of 3 cm, 4 cm and 5 cm.",
  "You should always drink enough water.",
  "Photosynthesis takes place in 2 stages.",
];

test.each(EXPLAINED)("D3: what an assistant explains in general can be had again: %s", (text) => {
  expect(new Talk().user("why?").assistant(text).extract().items).toEqual([]);
});

test("D3: what the assistant says of itself and of the user is kept", () => {
  const { items } = new Talk()
    .user("hello again")
    .assistant("I named my new robot Tilly last week.\nYour appointment is on 4 March at 9:30.")
    .extract();
  expect(items.map((item) => item.text)).toEqual([
    "I named my new robot Tilly last week.",
    "Your appointment is on 4 March at 9:30.",
  ]);
});

test("D3: nothing is read out of code, tables and what a client wrapped", () => {
  const talk = new Talk().user(
    "```\nmy dose is 45 mg\n```\n| my dose | 45 mg | daily |\n<system-reminder>My dose is 45 mg.</system-reminder>",
  );
  expect(talk.extract().items).toEqual([]);
});
