import { isSpokenSecret } from "./is-secret.ts";
import { isPlaceholder } from "./not-secrets.ts";
import { captured, type Hit, MARKER, matchAt, type Rule, span } from "./span.ts";
import { runStart } from "./text.ts";
import { readValue, type Value, wholeEnd } from "./values.ts";

const REACH = 240;

/** The command that this flag belongs to: the text before it, back to the start of the command. */
function commandBefore({ text, start }: Hit): string {
  const before = text.slice(Math.max(0, start - REACH), start);
  return before.slice(Math.max(before.lastIndexOf("|"), before.lastIndexOf(";"), before.lastIndexOf("&&")) + 1);
}

function literal(text: string, at: number): Value | undefined {
  const value = readValue(text, at);
  if (!value || value.text.includes(MARKER) || isPlaceholder(value.text)) return undefined;
  return value;
}

/** Flags that mean "password" only for certain programs. */
const FLAGS: readonly { readonly flag: string; readonly program: RegExp; readonly attached?: true }[] = [
  { flag: " -p", program: /\b(?:mysql\w*|mariadb\w*|mysqldump|mycli|7z\w*|rar|unrar)\b/i, attached: true },
  {
    flag: " -p ",
    program:
      /\b(?:sshpass|mongo\w*|(?:docker|podman|helm|skopeo|crane|buildah|nerdctl|oras|az|oc|cf|argocd)\b.*\blogin|htpasswd|influx|cqlsh|rabbitmqadmin|ibmcloud|clickhouse\S*|vault|ldap\w*|snowsql|mosquitto_\w+|psexec\w*|rdesktop|winrs)\b/i,
  },
  { flag: " -a ", program: /\bredis-cli\b/i },
  { flag: " -P ", program: /\b(?:sqlcmd|bcp|isql|osql|zip|unzip|mosquitto_\w+|wget|tsql)\b/i },
  { flag: " -w ", program: /\bldap(?:search|add|modify|delete|passwd|whoami)\b/i },
  { flag: " -pw ", program: /\b(?:plink|pscp|psftp|putty)\b/i },
  { flag: " -k ", program: /\bopenssl\b/i },
  { flag: " -storepass ", program: /\bkeytool|jarsigner\b/i },
];

function flagRule({ flag, program, attached }: (typeof FLAGS)[number]): Rule {
  return {
    anchors: [flag],
    find(hit) {
      if (hit.text.slice(hit.start, hit.end) !== flag || !program.test(commandBefore(hit))) return undefined;
      if (attached && /\s/.test(hit.text[hit.end] ?? " ")) return undefined;
      const value = literal(hit.text, hit.end);
      return value && value.text.length > 2 ? span(value.start, wholeEnd(hit.text, value)) : undefined;
    },
  };
}

const USER_PASSWORD = /[ =]?(?:["']|\\")?[^\s:"'\\]{1,80}:(?!\/\/)([^\s"'`\\]{3,256})/y;

/** `curl -u user:password`. */
const userFlag: Rule = {
  anchors: [" -u", " --user", " --proxy-user", " --auth", " -a "],
  wide: true,
  find(hit) {
    if (!/\b(?:curl|wget|http|https|xh|httpie|ab|siege|hey|wrk)\b/.test(commandBefore(hit))) return undefined;
    return captured(USER_PASSWORD, hit.text, hit.end);
  },
};

const PIPED =
  /[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4}|["']%s(?:\\n)?["'][ \t]{1,4})?\\{0,7}["']?([^\s"'|\\]{3,256})(?=\\{0,7}["']?[ \t]{0,4}\|[ \t]{0,4}[^|\n]{0,40}?(?:sudo[ \t][^|\n]{0,20}?-S|--password-stdin|--with-token|\bpasswd\b|chpasswd|kinit|cryptsetup|--passphrase-fd|secret put|secret create|secret set|secrets? add|\bsu\b))/y;

/** `echo password | sudo -S …`. */
const piped: Rule = {
  anchors: ["echo", "printf"],
  find: ({ text, end }) => captured(PIPED, text, end, (secret) => !secret.startsWith("$")),
};

/** Commands that take a password at a place of their own; the last group is it. */
const PLACES: readonly (readonly [anchor: string, rest: RegExp])[] = [
  ["smbclient", /[^\n|;]{0,120}?-U[ =]?["']?[^\s%"']{1,60}%([^\s"']{3,128})/y],
  ["xfreerdp", /[^\n|;]{0,160}?\/p:\\{0,7}["']?([^\s"'\\]{3,128})/y],
  ["sqlplus", /[ \t]+(?:-\w+[ \t]+){0,3}["']?\w{1,40}\/["']?([^\s"'@/]{3,128})["']?@/y],
  ["jdbc:oracle:thin:", /\w{1,40}\/([^\s"'@/]{3,128})@/y],
  ["lftp", /[^\n|;]{0,120}?-u[ ]?["']?[^\s,"']{1,60},([^\s"']{3,128})/y],
  ["htpasswd", /[ \t]+-\w{0,4}b\w{0,4}[ \t]+(?:[^\s]{1,120}[ \t]+){1,2}\\{0,7}["']?([^\s"'\\]{3,128})["']?(?=\s|$)/y],
  ["\nauth ", /(?:[\w-]{1,40}[ \t]+)?\\{0,7}["']?([^\s"'\\]{6,128})/y],
  ["> auth ", /(?:[\w-]{1,40}[ \t]+)?\\{0,7}["']?([^\s"'\\]{6,128})/y],
  ["snmp-server community", /[ \t]+([^\s]{3,64})/y],
  ["snmpwalk", /[^\n|;]{0,80}?-c[ \t]*([^\s]{3,64})/y],
  ["enable secret", /[ \t]+(?:\d[ \t]+)?([^\s]{4,128})/y],
  ["convertto-securestring", /[ \t]+(?:-String[ \t]+)?\\{0,7}["']([^"'\n\\]{3,128})\\{0,7}["']/iy],
  ["pscredential(", /[^,\n]{1,60},[ \t]*\\{0,7}["']([^"'\n\\]{3,128})\\{0,7}["']/iy],
  ["net user", /[ \t]+[\w.-]{1,60}[ \t]+(?!\/)\\{0,7}["']?([^\s"'\\]{4,128})["']?[ \t]+\/add/iy],
  [
    "net use",
    /[ \t]+(?:[A-Za-z*]:?[ \t]+)?\\{2,8}[^\s]{3,120}[ \t]+(?:\/user:[^\s]{1,80}[ \t]+)?(?!\/)([^\s"']{4,128})/iy,
  ],
  ["schtasks", /[^\n|]{0,200}?\/RP[ \t]+\\{0,7}["']?([^\s"'\\]{3,128})/iy],
];

function placeRule([anchor, rest]: (typeof PLACES)[number]): Rule {
  return {
    anchors: [anchor],
    wide: true,
    find: ({ text, end }) =>
      captured(rest, text, end, (secret) => !/auth $|^enable/.test(anchor) || isSpokenSecret(secret, 6)),
  };
}

const IDENTIFIED =
  /[ \t]{1,4}(?:with[ \t]{1,4}['"]?\w{1,40}['"]?[ \t]{1,4})?(?:by|as)[ \t]{1,4}(?:password[ \t]{1,4})?/iy;

const identifiedBy: Rule = {
  anchors: ["identified"],
  wide: true,
  find({ text, start, end }) {
    if (!/\b(?:create|alter|grant|user)\b/i.test(text.slice(Math.max(0, start - REACH), start))) return undefined;
    const by = matchAt(IDENTIFIED, text, end);
    const value = by ? literal(text, end + by[0].length) : undefined;
    return value && (value.quoted || isSpokenSecret(value.text, 6)) ? span(value.start, value.end) : undefined;
  },
};

const PGPASS =
  /(?:[\w.*-]{1,128}):(?:\d{2,5}|\*):(?:[\w.*-]{1,64}):(?:[\w.@*-]{1,64}):((?:[^\s:"'`\\]|\\[:\\]){4,128})(?=$|[\s"'`]|\\{1,8}[nr])/y;

/** A line of `.pgpass`: host, port, database, user, password. */
const pgpass: Rule = {
  anchors: [":543", ":6432:", ":6543:", ":26257:", ":3306:", ":*:"],
  find: ({ text, start, floor }) => captured(PGPASS, text, runStart(text, start, floor, 128, /[\w.*-]/)),
};

/** Secrets that are known by their command. */
export const commands: readonly Rule[] = [
  ...FLAGS.map(flagRule),
  ...PLACES.map(placeRule),
  userFlag,
  piped,
  identifiedBy,
  pgpass,
];
