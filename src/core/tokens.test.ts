import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens } from "./tokens.ts";

const root = join(import.meta.dirname, "..", "..");
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

function textsBelow(folder: string, ending: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => textOf(join(folder, name)));
}

const CODE = [...textsBelow("src", ".ts"), ...textsBelow("scripts", ".mjs"), ...textsBelow("bench", ".mjs")];
const PROSE = [
  ...textsBelow("docs", ".md"),
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"].map(textOf),
];
const JSON_TEXTS = ["package.json", "package-lock.json", "tsconfig.json", "biome.json", "knip.json"].map(textOf);
const COMPACT_JSON = JSON_TEXTS.map((text) => JSON.stringify(JSON.parse(text)));

/** What looks like a control token is text here, too. */
const referenceTokens = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

const sum = (texts: readonly string[], count: (text: string) => number) =>
  texts.reduce((total, text) => total + count(text), 0);

function deviation(...texts: readonly string[]): number {
  return sum(texts, estimateTokens) / sum(texts, referenceTokens) - 1;
}

const within = (limit: number, measured: number) =>
  expect(Math.abs(measured), `${measured}`).toBeLessThanOrEqual(limit);

test.each([
  ["code", CODE],
  ["prose", PROSE],
  ["JSON", JSON_TEXTS],
  ["JSON on one line", COMPACT_JSON],
])("D2: on %s the estimate is within 10 percent of the tokenizer's count", (_kind, texts) => {
  within(0.1, deviation(...texts));
});

test("D2: the estimate is within 5 percent of the tokenizer's count over all", () => {
  within(0.05, deviation(...CODE, ...PROSE, ...JSON_TEXTS));
});

test("D2: nine files of code in ten are within 10 percent", () => {
  const deviations = CODE.filter((text) => text.length > 1000).map((text) => Math.abs(deviation(text)));
  const close = deviations.filter((one) => one <= 0.1);
  expect(close.length / deviations.length).toBeGreaterThan(0.9);
});

const LANGUAGES = {
  German: [
    "Kannst du dir bitte ansehen, warum der Test seit gestern fehlschlägt?",
    "Ich vermute, dass die Uhr im Container falsch geht.",
    "Wenn du die Ursache gefunden hast, schreib zuerst einen Test, der den Fehler zeigt, und ändere erst danach den Code.",
    "Die Schnittstelle darf sich nicht ändern, weil zwei andere Gruppen sie schon benutzen.",
    "Am Abend gingen wir am Fluss entlang und sprachen über die Arbeit, das Wetter und die Kinder.",
    "Das Haus steht auf einem Hügel, von dem aus man die ganze Stadt sehen kann.",
    "Wir haben beschlossen, die Sitzungsdaten künftig verschlüsselt abzulegen, weil die bisherige Lösung bei größeren Projekten zu langsam war.",
  ],
  French: [
    "Peux-tu regarder pourquoi le test échoue depuis hier ?",
    "Je pense que l'horloge du conteneur n'est pas à l'heure.",
    "Quand tu auras trouvé la cause, écris d'abord un test qui montre l'erreur, puis corrige le code.",
    "L'interface ne doit pas changer, car deux autres équipes l'utilisent déjà.",
    "Le soir, nous avons marché le long de la rivière en parlant du travail, du temps et des enfants.",
    "La maison se trouve sur une colline d'où l'on voit toute la ville.",
    "Nous avons décidé de conserver les jetons dans la base de données, parce que l'ancienne méthode était trop lente pour les grands projets.",
  ],
  Spanish: [
    "¿Puedes mirar por qué falla la prueba desde ayer?",
    "Creo que el reloj del contenedor no está bien.",
    "Cuando encuentres la causa, escribe primero una prueba que muestre el error y después cambia el código.",
    "La interfaz no debe cambiar, porque otros dos equipos ya la usan.",
    "Por la tarde caminamos junto al río y hablamos del trabajo, del tiempo y de los niños.",
    "La casa está en una colina desde la que se ve toda la ciudad.",
    "Hemos decidido guardar las sesiones en la base de datos, porque la solución anterior era demasiado lenta para los proyectos grandes.",
  ],
  Russian: [
    "Посмотри, пожалуйста, почему тест падает со вчерашнего дня.",
    "Я думаю, что часы в контейнере идут неправильно.",
    "Когда найдёшь причину, сначала напиши тест, который показывает ошибку, а потом исправь код.",
    "Интерфейс менять нельзя, потому что его уже используют две другие команды.",
    "Вечером мы шли вдоль реки и говорили о работе, о погоде и о детях.",
    "Дом стоит на холме, с которого виден весь город.",
    "Мы решили хранить данные сеансов в базе данных, потому что прежнее решение было слишком медленным для больших проектов.",
  ],
  Chinese: [
    "你能看一下为什么测试从昨天开始失败吗？",
    "我觉得容器里的时钟不对。",
    "找到原因以后，先写一个能重现错误的测试，然后再修改代码。",
    "接口不能改变，因为另外两个团队已经在使用它了。",
    "晚上我们沿着河边散步，聊工作、天气和孩子。",
    "房子建在山上，从那里可以看到整个城市。",
    "我们决定把会话数据存储在数据库里，因为以前的方案对于大型项目来说太慢了。请在下一次提交之前更新测试。",
  ],
  Japanese: [
    "昨日からテストが失敗している理由を調べてもらえますか。",
    "コンテナの時計がずれているのではないかと思います。",
    "原因が見つかったら、まずエラーを再現するテストを書いて、それからコードを直してください。",
    "ほかの二つのチームがすでに使っているので、インターフェースは変えないでください。",
    "夕方、私たちは川沿いを歩きながら、仕事や天気や子どもたちの話をしました。",
    "大きなプロジェクトでは以前の方法が遅すぎたため、セッションのデータをデータベースに保存することにしました。",
  ],
  Korean: [
    "어제부터 테스트가 왜 실패하는지 확인해 줄 수 있어요?",
    "컨테이너의 시계가 잘못된 것 같아요.",
    "원인을 찾으면 먼저 오류를 보여 주는 테스트를 작성하고 그다음에 코드를 고쳐 주세요.",
    "다른 두 팀이 이미 사용하고 있어서 인터페이스는 바꾸면 안 됩니다.",
    "저녁에 우리는 강을 따라 걸으면서 일과 날씨와 아이들에 대해 이야기했습니다.",
    "이전 방식은 큰 프로젝트에서 너무 느렸기 때문에 세션 데이터를 데이터베이스에 저장하기로 결정했습니다.",
  ],
  Arabic: [
    "هل يمكنك أن تنظر لماذا يفشل الاختبار منذ أمس؟ أظن أن الساعة في الحاوية غير صحيحة.",
    "عندما تجد السبب اكتب أولا اختبارا يظهر الخطأ ثم أصلح الكود.",
    "لا يجوز أن تتغير الواجهة لأن فريقين آخرين يستخدمانها بالفعل.",
    "في المساء مشينا على طول النهر وتحدثنا عن العمل والطقس والأطفال.",
    "قررنا حفظ بيانات الجلسات في قاعدة البيانات لأن الحل السابق كان بطيئا جدا في المشاريع الكبيرة.",
  ],
  Thai: [
    "ช่วยดูหน่อยได้ไหมว่าทำไมการทดสอบถึงล้มเหลวตั้งแต่เมื่อวาน ฉันคิดว่านาฬิกาในคอนเทนเนอร์ไม่ตรง เมื่อพบสาเหตุแล้วให้เขียนการทดสอบที่แสดงข้อผิดพลาดก่อน แล้วค่อยแก้โค้ด ตอนเย็นเราเดินไปตามแม่น้ำและคุยกันเรื่องงาน อากาศ และลูก ๆ",
    "เราตัดสินใจเก็บข้อมูลเซสชันไว้ในฐานข้อมูล เพราะวิธีเดิมช้าเกินไปสำหรับโครงการขนาดใหญ่",
  ],
};

test.each(Object.entries(LANGUAGES))("D2: %s is within 20 percent", (_language, sentences) => {
  within(0.2, deviation(sentences.join(" ")));
});

const hash = (at: number) => Array.from({ length: 5 }, (_, part) => Math.imul(at + part + 1, 2654435761) >>> 0);
const bytes = Buffer.from(Uint32Array.from({ length: 400 }, (_, at) => hash(at * 7)[at % 5] ?? 0).buffer);
const lines = (line: (at: number) => string) => Array.from({ length: 60 }, (_, at) => line(at)).join("\n");

const MACHINE_TEXTS = {
  base64: bytes.toString("base64"),
  hexadecimal: bytes.toString("hex"),
  "a log": lines(
    (at) =>
      `2026-03-0${(at % 9) + 1}T10:${10 + (at % 50)}:07.${100 + at}Z INFO [worker-${at}] stored ${at * 37} rows in ${at} ms`,
  ),
  "a stack trace": lines(
    (at) => `    at Object.open (/srv/app/node_modules/store/dist/driver-${at}.js:${at * 13}:${at % 80})`,
  ),
  "a table": `| measured | figure | target |\n|---|---:|---|\n${lines((at) => `| session ${at} | ${at * 3}.5 ms | ≤ ${at} ms |`)}`,
  "an indented list": lines((at) => `${" ".repeat(2 * (at % 6))}- name: step-${at}`),
  "rules between sections": lines((at) => `${"=-#*"[at % 4]?.repeat(40 + at)}\nSection ${at}`),
  "names in capitals": `
    ECONNREFUSED EADDRINUSE ENOENT EACCES SIGTERM SIGKILL HTTP_PROXY DATABASE_URL XDG_RUNTIME_DIR NODE_OPTIONS
    CREATE TABLE IF NOT EXISTS; INSERT OR IGNORE INTO; SELECT COUNT(*) FROM; PRIMARY KEY AUTOINCREMENT; WITHOUT ROWID
    MAX_RETRY_COUNT = DEFAULT_TIMEOUT_MS; THIS SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND`,
  "casual talk": lines(
    () => "I'm sure it's fine, but don't merge it: we'll see what they've found, and he's not here.",
  ),
  "coloured output": lines((at) => `\x1b[32m✓\x1b[39m keeps promise ${at} \x1b[33m${at}\x1b[2mms\x1b[22m\x1b[39m`),
};

test.each(Object.entries(MACHINE_TEXTS))("D2: %s is within 20 percent", (_kind, text) => {
  within(0.2, deviation(text));
});

test("D2: nothing costs nothing, anything costs something, and more text never costs less", () => {
  expect(estimateTokens("")).toBe(0);
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.lorem(), (text, more) => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(1);
      expect(Number.isInteger(estimateTokens(text))).toBe(true);
      expect(estimateTokens(`${text}\n${more}`)).toBeGreaterThanOrEqual(estimateTokens(text));
    }),
  );
});

const chunk = fc.oneof(
  fc.lorem({ mode: "sentences" }),
  fc.json(),
  fc.uuid(),
  fc.base64String(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(...CODE.flatMap((text) => text.split("\n"))),
);

test("D2: two texts cost together what they cost apart, but for the seam", () => {
  fc.assert(
    fc.property(chunk, chunk, (one, other) => {
      const apart = estimateTokens(one) + estimateTokens(other);
      expect(Math.abs(estimateTokens(one + other) - apart)).toBeLessThanOrEqual(8);
    }),
  );
});

test("D2: a text that is repeated costs its price each time, however long it grows", () => {
  for (const unit of ["a", "A", "aB", "a1", "日", " ", "\n ", "-", "9", ".a", "é", "я", "🙂", "\0"]) {
    const [short, long] = [2000, 200_000].map((length) => estimateTokens(unit.repeat(length / unit.length)));
    expect(long, unit).toBeLessThanOrEqual(101 * (short ?? 0));
    expect(long, unit).toBeGreaterThanOrEqual(90 * ((short ?? 0) - 2));
  }
});
