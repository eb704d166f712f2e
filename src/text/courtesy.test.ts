import { expect, test } from "vitest";
import { isCourtesy } from "./courtesy.ts";

const COURTESIES = [
  ...[
    "ok",
    "OK thanks!",
    "ok thanks",
    "Yes, go on.",
    "yes please do",
    "thank you so much",
    "thx",
    "👍",
    "",
    "   ",
    "...",
  ],
  ...[
    "looks good",
    "sounds good",
    "that's great",
    "that’s perfect, thanks a lot",
    "it works, thank you",
    "LGTM",
    "go for it",
  ],
  ...[
    "continue",
    "keep going",
    "let's go",
    "good night",
    "see you tomorrow",
    "bye!",
    "ok?",
    "right?",
    "do it",
    "all good now",
  ],
  ...[
    "danke",
    "Danke schön!",
    "ja bitte weiter",
    "merci beaucoup",
    "oui, s'il te plaît",
    "oui s’il vous plaît",
    "d'accord",
  ],
  ...[
    "gracias",
    "¡Muchas gracias!",
    "sí, adelante",
    "obrigado",
    "não",
    "na\u0303o",
    "grazie",
    "спасибо",
    "да, продолжай",
  ],
  ...["好的，谢谢", "好的", "谢谢你！", "继续", "晚安", "ありがとうございます", "はい、お願いします", "네, 감사합니다"],
];

const REQUESTS = [
  ...[
    "fix it",
    "ok, now run the tests",
    "yes but use postgres",
    "continue with the login page",
    "thanks, next do the docs",
  ],
  ...[
    "is this right?",
    "is it done now?",
    "what is this",
    "why",
    "revert",
    "look at src/auth.ts",
    "no, the other file",
  ],
  ...["ok thanks for that and now please write the release notes", "commit", "go back", "1", "2 and 3", "deploy it"],
  ...[
    "bitte die Tests reparieren",
    "corrige le test",
    "arregla esto",
    "исправь тест",
    "修复登录",
    "テストを直して",
    "계속하지 말고 고쳐",
  ],
];

test.each(COURTESIES)("R1: asks for nothing: %j", (text) => {
  expect(isCourtesy(text)).toBe(true);
});

test.each(REQUESTS)("R1: asks for something: %j", (text) => {
  expect(isCourtesy(text)).toBe(false);
});

test("R1: what clients wrap around a prompt is not the user's words", () => {
  expect(isCourtesy("ok thanks <system-reminder>Fix the build, it must pass</system-reminder>")).toBe(true);
  expect(isCourtesy("ok\n```\nrm -rf build\n```")).toBe(true);
});
