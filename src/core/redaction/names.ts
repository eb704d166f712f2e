/**
 * What a name promises about its value. password: any literal is a secret. secret: any literal that does not read like
 * words. hint: only what is surely random.
 */
export type Promised = "password" | "secret" | "hint";

const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z\u00c0-\uffff]+|[0-9]+/g;

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Words after the secret one that change nothing: `password_prod`, `API_KEY_2`, `secret_value`. */
const NEUTRAL = set(
  `prod production staging stage dev development test testing qa uat ci local live sandbox old new prev previous current primary
  secondary backup main default value val str string plain plaintext cleartext raw encoded base encrypted env var data override dsn url64`,
);

/** Words that make the name be about a secret: its address, its age, its size. */
const ABOUT = set(
  `id ids identifier name names ttl type types expires expiry expiration exp expire expired expiring length len size count num number
  numbers file files filename path paths dir directory folder policy field fields input inputs label labels hash hashes hashed version
  versions audience aud issuer iss scope scopes ref refs reference limit limits endpoint endpoints header headers prefix suffix regex
  pattern format algorithm algo alg location provider providers manager service services store storage class handler validator required
  enabled disabled visible visibility strength min max rule rules reset at date time timestamp timeout interval index idx status state
  error errors message msg title placeholder description desc kind mode method source target host hostname port user username email
  domain realm region param params parameter option options config settings schema table column row usage budget window cost url urls
  uri uris link href arn kid alias fingerprint thumbprint digest checksum sha md5 etag cursor tag commit rev revision image bucket
  page issued created updated rotation rotated renew refreshed attempts history verifier check checker is has stdin fd command cmd cb
  helper icon button form view screen component modal dialog prompt hint text tooltip exists present set valid invalid match matches
  changed forgotten forgot confirmation confirm criteria complexity entropy score level bytes bits chars`,
);

const PASSWORD =
  /(?:password|passwd|passphrase|passwort|kennwort|contrasena|contraseña|wachtwoord|lösenord|motdepasse|passcode|пароль|密码|パスワード|비밀번호)s?$/;
const PASSWORD_WORD =
  /^(?:(?:db|my|sql|mysql|pg|user|root|admin|ssh|ftp|sftp|smtp|mail|imap|redis|mq|mongo|sudo|su|auth|login|key|store|vnc|rdp|ldap|proxy|http|web|api|app|require|master|p12|cert|http)?pass|(?:db|root|bind|admin|user|sa|pg|my|old|new)?(?:pwd|pw)|psk|senha|mdp|masterauth|haslo|hasło|parola|passe|securestring)$/;
const SECRET =
  /(?:token|secret|apikey|accesskey|secretkey|privatekey|authkey|signingkey|encryptionkey|masterkey|accountkey|licensekey|passkey|credential|credentials|creds|apitoken)$/;
const SECRET_WORD = set("pat jwt bearer otp totp mnemonic phpsessid jsessionid apisecret credentials cred creds");

/** Before `key`: what makes it one to keep. */
const KEEPING = set(
  `api access secret private priv auth signing sign encryption encrypt encrypting decryption cipher crypto master service account shared storage admin license licence
  app application consumer client subscription integration server write deploy webhook session cookie jwt hmac aes root security
  instrumentation ingest ingestion restricted live rest maps sdk personal developer dev management org project team bot ssh host2 wg psk
  totp sas function functions gateway openai anthropic`,
);
/** Before `key` or `token`: what makes it one to show, or no secret at all. */
const SHOWN = set(
  `public pub publishable primary foreign cache sort partition row object issue hot short shortcut idempotency dedup dedupe natural
  schema sequence idx bucket unique composite lookup group registry i18n translation locale map dict json property state query routing
  csrf xsrf next page continuation pagination cursor cancel cancellation abort eos bos pad unk sep cls mask stop start end begin css
  design syntax lexer special react list item column field error status message event topic arrow modifier host known machine`,
);

const SESSION =
  /(?:phpsessid|jsessionid|sessionid2|connectsid|laravelsession|gitlabsession|sessiontoken|sessioncookie|aspnetsessionid)$/;

function wordsOf(name: string): string[] {
  return (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
}

function isNeutral(word: string): boolean {
  return NEUTRAL.has(word) || /^(?:v?\d{1,4}|[a-z])$/.test(word);
}

function promiseOfLast(words: readonly string[], joined: string): Promised | undefined {
  const last = words[words.length - 1] ?? "";
  const before = words[words.length - 2] ?? "";
  if (ABOUT.has(last)) return undefined;
  if (PASSWORD.test(last) || PASSWORD_WORD.test(last)) return "password";
  if (SHOWN.has(before) && (last === "key" || last === "token" || last === "keys")) return undefined;
  if (SECRET_WORD.has(last) || SECRET.test(last) || SESSION.test(joined)) return "secret";
  if (last === "key" || last === "keys") return KEEPING.has(before) ? "secret" : before ? "hint" : undefined;
  if (/^(?:auth|oauth|salt|pepper|seed|hmac|login)$/.test(last)) return "hint";
  if (/(?:tokens|secrets|apikeys)$/.test(last)) return SHOWN.has(before) ? undefined : "hint";
  return undefined;
}

/** `TF_TOKEN_app_terraform_io`, `AWS_BEARER_TOKEN_BEDROCK`: the secret word, then whose it is. */
function promiseInside(words: readonly string[]): Promised | undefined {
  for (let i = words.length - 1; i > 0; i--) {
    if (ABOUT.has(words[i] ?? "")) return undefined;
    const head = promiseOfLast(words.slice(0, i), words.slice(0, i).join(""));
    if (head) return "hint";
  }
  return undefined;
}

export interface Meaning {
  readonly promised: Promised | undefined;
  /** Names as people set them for programs: `DB_PASSWORD`, `--token`. Their values are literals, not code. */
  readonly setting: boolean;
}

const remembered = new Map<string, Meaning>();
const MOST_REMEMBERED = 4096;

/** Names repeat, and taking one apart is slow compared with the rest: so answers are cached. */
export function meaningOf(name: string): Meaning {
  const known = remembered.get(name);
  if (known) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const meaning = { promised: takeApart(name), setting: isSetting(name) };
  // A copy: the name is a slice, which would keep the whole text alive.
  remembered.set(Buffer.from(name).toString(), meaning);
  return meaning;
}

function takeApart(name: string): Promised | undefined {
  const words = wordsOf(name);
  while (words.length > 1 && isNeutral(words[words.length - 1] ?? "")) words.pop();
  return promiseOfLast(words, words.join("")) ?? promiseInside(words);
}

function isSetting(name: string): boolean {
  return name.startsWith("-") || (/^\$?[A-Z][A-Z0-9_]*$/.test(name) && name.length > 2 && name !== "PASS");
}

/** "API key", "access token": the word before `key` may be separate. */
export function isKeeping(word: string): boolean {
  return KEEPING.has(word.toLowerCase());
}
