import { isSpokenSecret } from "./is-secret.ts";
import { isStandIn } from "./not-secrets.ts";
import { endAt, MARKER, matchAt, type Rule, span } from "./span.ts";

/** What leads from the word for "password" to the password: a colon, an equals sign, a dash, "is". */
const LEADS =
  /(?:[ \t](?:от|для|für|de|del|do|da|van|voor)[ \t][^\s:：=]{1,24}){0,2}[ \t]{0,2}(?:[:：=＝]|[—–](?=[ \t])|[是为為はが는은:]|[ \t](?:ist|lautet|es|est|é|è|jest|är|er|on|je|adalah|là|это)(?=[ \t:]))[ \t]{0,3}:?[ \t]{0,3}["'«“「`]?/iy;
/** A word without spaces, brackets and the letters of scripts that write without spaces. */
const VALUE =
  /[^\s"'`«»“”「」<>(){}[\]|,;，。；、！？：\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{6,64}/uy;
const TECHNICAL = /^(?:sha|md|aes|rsa|utf|base|argon|pbkdf|varchar|v)-?\d/i;

/** Letters and digits together: a word of the language has none, and a number alone says how long it must be. */
const isMadeUp = (value: string): boolean =>
  /\p{L}/u.test(value) && /\d/.test(value) && !TECHNICAL.test(value) && !isStandIn(value) && !value.includes(MARKER);

/** A password behind its label in other languages than English, however weak it is. */
export const labelledPasswords: Rule = {
  anchors: [
    ...["passwort", "kennwort", "contraseña", "contrasena", "mot de passe", "senha", "hasło", "haslo", "wachtwoord"],
    ...["lösenord", "adgangskode", "passord", "salasana", "heslo", "parola", "şifre", "jelszó", "пароль", "密码"],
    ...["密碼", "パスワード", "비밀번호", "كلمة المرور", "סיסמה", "mật khẩu", "kata sandi"],
  ],
  find({ text, end }) {
    const at = endAt(LEADS, text, end);
    const value = at < 0 ? undefined : matchAt(VALUE, text, at)?.[0].replace(/[.!?:]+$/, "");
    return value !== undefined && value.length >= 6 && isMadeUp(value) ? span(at, at + value.length) : undefined;
  },
};

const PAIR = /(?:word|wd)?[ \t]{0,2}[:=][ \t]{0,3}[^\s/:]{1,40}[ \t]{0,2}[/:][ \t]{0,2}/iy;

/** `user/pass: admin / s3cretpw`. */
export const pairedPasswords: Rule = {
  anchors: ["user/pass", "user / pass", "username/pass", "username / pass", "login/pass", "login / pass"],
  find({ text, end }) {
    const at = endAt(PAIR, text, end);
    const value = at < 0 ? undefined : matchAt(VALUE, text, at)?.[0].replace(/[.!?:]+$/, "");
    return value !== undefined && isSpokenSecret(value, 6) ? span(at, at + value.length) : undefined;
  },
};
