import { isPlaceholder, isRandom } from "./not-secrets.ts";
import { captured, endAt, MARKER, type Rule, span } from "./span.ts";

const AUTHORITY = /[^\s"'`<>\\]{1,512}/y;
const LIKE_HOST = /^@(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?(?:[/?#,;)\]}]|$)/;
const PORT = /^\d{1,5}$/;

/**
 * Where the `@` before the host is. A password may hold `/`, `#`, `?` or `@` itself, if what follows the last `@` is a
 * host.
 */
function atSign(rest: string): number {
  const slash = rest.search(/[/?#]/);
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  const plain = authority.lastIndexOf("@");
  const colon = authority.indexOf(":");
  if (slash < 0 || colon < 0 || PORT.test(authority.slice(colon + 1))) return plain;
  const late = rest.lastIndexOf("@");
  const isHost = late > colon && LIKE_HOST.test(rest.slice(late));
  if (plain < 0) return isHost ? late : -1;
  const isHostAlready = /[.:]/.test(authority.slice(plain)) || colon > plain;
  return isHost && !isHostAlready && /^@[^/?#]*[.:]/.test(rest.slice(late)) ? late : plain;
}

function isEmptyPassword(user: string, password: string): boolean {
  return (
    password.length < 4 ||
    password.includes(MARKER) ||
    password === user ||
    isPlaceholder(password) ||
    isPlaceholder(decode(password))
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `scheme://user:password@host`, and `scheme://token@host`. */
const userInfo: Rule = {
  anchors: ["://", "%3A%2F%2F", ":\\/\\/"],
  wide: true,
  find({ text, end }) {
    const rest = text.slice(end, Math.max(end, endAt(AUTHORITY, text, end)));
    const at = rest.includes("@") ? atSign(rest) : -1;
    if (at <= 0) return undefined;
    const info = rest.slice(0, at);
    const colon = info.indexOf(":");
    if (colon < 0) return isRandom(info, 20) && !isPlaceholder(info) ? span(end, end + at) : undefined;
    const user = info.slice(0, colon);
    const password = info.slice(colon + 1);
    if (isEmptyPassword(user, password)) return undefined;
    return span(end + colon + 1, end + at);
  },
};

/** Addresses that are keys themselves: knowing them is enough to post. The group is the secret part. */
const CAPABILITIES: readonly (readonly [anchor: string, path: RegExp])[] = [
  ["hooks.slack.com/", /(?:services|workflows|triggers)\/((?:[\w-]+\/){1,3}[\w-]{16,})/y],
  ["hooks.slack-gov.com/", /services\/((?:\w+\/){1,3}\w{16,})/y],
  ["discord.com/api/", /(?:v\d+\/)?webhooks\/(\d{10,}\/[\w-]{30,})/y],
  ["discordapp.com/api/", /(?:v\d+\/)?webhooks\/(\d{10,}\/[\w-]{30,})/y],
  ["webhook.office.com/", /webhookb2\/([\w@/-]{40,})/y],
  ["outlook.office.com/webhook/", /([\w@/-]{40,})/y],
  ["outlook.office365.com/webhook/", /([\w@/-]{40,})/y],
  ["hooks.zapier.com/hooks/", /(?:catch|standard)\/([\w/-]{8,})/y],
  ["hook.integromat.com/", /(\w{20,})/y],
  [".make.com/", /(\w{24,})/y],
  ["maker.ifttt.com/", /trigger\/[^/\s]{1,80}\/(?:json\/)?with\/key\/([\w-]{10,})/y],
  ["open-apis/bot/", /v\d\/hook\/([\w-]{20,})/y],
  ["api.telegram.org/", /bot(\d{6,}:[\w-]{30,})/y],
  ["/hooks/", /(\w{17,26}(?:\/\w{17,64})?)(?![\w.-])/y],
  ["infura.io/v3/", /([0-9a-f]{32})/y],
  ["infura.io/ws/v3/", /([0-9a-f]{32})/y],
  [".alchemy.com/v2/", /([\w-]{24,})/y],
  [".quiknode.pro/", /([0-9a-f]{30,})/y],
  ["services.datadoghq.com/", /([\w-]{32,})/y],
  [
    "webhooks.mongodb-",
    /realm\.com\/api\/client\/v2\.0\/app\/[\w-]+\/service\/[\w-]+\/incoming_webhook\/([\w?=-]{20,})/y,
  ],
];

const capabilities: readonly Rule[] = CAPABILITIES.map(([anchor, path]) => ({
  anchors: [anchor],
  wide: true,
  find: ({ text, end }) => captured(path, text, end, (secret) => /\d/.test(secret)),
}));

/** Secrets in addresses. Those in query parameters have names and are found by them. */
export const urls: readonly Rule[] = [userInfo, ...capabilities];
