// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts under test have such placeholders
import { expect, test } from "vitest";
import { redact } from "./index.ts";

test.each([
  ["DB_PASSWORD=", "supersecret42", ""],
  ["export DB_PASSWORD=", "supersecret42", " && npm start"],
  ["$DB_PASSWORD=", "supersecret42", ""],
  ['$env:DB_PASSWORD = "', "supersecret42", '"'],
  ["  MYSQL_PASSWORD: ", "supersecret42", ""],
  ["password = '", "supersecret42", "'"],
  ["mysql -u root --password=", "supersecret42", ""],
  ["пароль: ", "Zima7772", ""],
  ["Пароль от базы: ", "лето2024", ""],
  ["Мой пароль — ", "Солнце2024", ", никому не говори"],
  ["密码是 ", "Zima7772", "，别告诉别人"],
  ["数据库密码是", "qwerty12345", ""],
  ["密码：", "Zima7772", ""],
  ["密碼: ", "Zima7772", ""],
  ["パスワードは ", "himitsu99", " です"],
  ["비밀번호는 ", "bimil1234", " 입니다"],
  ["Das Passwort ist ", "Sommer2024", "."],
  ["Passwort für staging: ", "Sommer2024", ""],
  ["La contraseña es ", "verano2024", ""],
  ["mot de passe : ", "soleil99", ""],
  ["a senha é ", "verao2024", ""],
  ["hasło: ", "lato2024", ""],
])("a weak password behind its label is redacted: %s%s%s", (before, password, after) => {
  expect(redact(`${before}${password}${after}`)).toBe(`${before}[REDACTED]${after}`);
});

test.each([
  "DB_PASSWORD=changeme",
  "DB_PASSWORD=<your-password>",
  "DB_PASSWORD=${DB_PASSWORD}",
  "DB_PASSWORD=$DB_PASSWORD",
  "echo $AWS_SECRET_ACCESS_KEY",
  "password: process.env.X",
  "password: string",
  "password: z.string().min(8)",
  "SUPER_SECRET=supersecret",
  "пароль: string",
  "пароль: обязательное поле",
  "Забыли пароль? Напишите нам",
  "пароль должен быть не короче 8 символов",
  "密码是必填项",
  "密码：必填，8到20位",
  "密码是8位数字",
  "パスワードは8文字以上です",
  "비밀번호는 8자 이상입니다",
  "Das Passwort ist falsch",
  "Passwort: mindestens 8 Zeichen",
  "Passwort: <dein-passwort>",
  "mot de passe : ${MOT_DE_PASSE}",
  "le mot de passe est obligatoire",
  "La contraseña es obligatoria",
])("what only stands for a password, or is said of one, stays: %s", (text) => {
  expect(redact(text)).toBe(text);
});
