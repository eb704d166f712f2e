import { isWordy } from "./character-classes.ts";
import { isPlaceholderBody, isRandom } from "./not-secrets.ts";
import { matchAt, type Rule, span } from "./span.ts";
import { beginsWord, runStart } from "./text.ts";

/** Looking back may include what an escape sequence or a color leaves before the key. */
const LONGEST_ESCAPE = 6;

/** A key that is known by something in its middle: look back at most `back` characters for where it begins. */
function around(anchor: string, back: number, before: RegExp, whole: RegExp): Rule {
  return {
    anchors: [anchor],
    find({ text, start, floor }) {
      const from = runStart(text, start, floor, back + LONGEST_ESCAPE, before);
      const match = matchAt(whole, text, from);
      if (!match || from + match[0].length <= start || isPlaceholderBody(match[0])) return undefined;
      return beginsWord(text, from, floor) ? span(from, from + match[0].length) : undefined;
    },
  };
}

const JWT = /(?:eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}|eyJ[\w-]{8,}\.eyJ[\w-]{8,})={0,2}/y;

const jwt: Rule = {
  anchors: ["eyJ"],
  find({ text, start, floor }) {
    const match = beginsWord(text, start, floor) ? matchAt(JWT, text, start) : null;
    return match && !isPlaceholderBody(match[0]) ? span(start, start + match[0].length) : undefined;
  },
};

/** A JSON Web Token or a PEM block that was encoded in base64 once more, as Kubernetes and CI systems keep them. */
const ENCODED = /[A-Za-z0-9+/]{40,}={0,2}/y;

const encoded: Rule = {
  anchors: ["LS0tLS1CRUdJTi", "ZXlKaGJHY2", "ZXlKMGVYQW"],
  find({ text, start }) {
    const match = matchAt(ENCODED, text, start);
    if (!match) return undefined;
    const head = Buffer.from(match[0].slice(0, 96), "base64").toString("latin1");
    const isSecret = head.startsWith("eyJ") || /PRIVATE KEY|OPENSSH|PGP PRIVATE/.test(head);
    return isSecret ? span(start, start + match[0].length) : undefined;
  },
};

const DISCORD = /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/y;

/** Three parts between dots; the middle one has six characters, which is quick to see. */
const discord: Rule = {
  anchors: ["."],
  find({ text, start, floor }) {
    if (text.charCodeAt(start + 7) !== 46) return undefined;
    const from = runStart(text, start, floor, 29, /[\w-]/);
    const match = matchAt(DISCORD, text, from);
    if (!match || isWordy(match[0]) || !/\d/.test(match[0])) return undefined;
    return span(from, from + match[0].length);
  },
};

/** Password hashes, as in `/etc/shadow`, htpasswd and user tables: a dictionary opens many of them. */
const HASH =
  /\$(?:apr1|1|5|6|y|7|sha1|md5)\$(?:rounds=\d+\$)?[./A-Za-z0-9]{1,32}\$[./A-Za-z0-9]{20,}(?:\$[./A-Za-z0-9]{20,})?|\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{50,}|\$argon2i?d?\$[^\s"'`\\]{30,}|\{S{0,2}SHA\d{0,3}\}[A-Za-z0-9+/=]{20,}|pbkdf2_sha\d+\$\d+\$[^\s"'`\\]{20,}|scrypt:[\d:]+\$[^\s"'`\\]{20,}/iy;

const hashes: Rule = {
  anchors: "$apr1$ $1$ $5$ $6$ $y$ $7$ $2$ $2a$ $2b$ $2x$ $2y$ $argon2 {sha {ssha pbkdf2_sha scrypt:".split(" "),
  find({ text, start }) {
    const match = matchAt(HASH, text, start);
    return match && !isPlaceholderBody(match[0].slice(8)) ? span(start, start + match[0].length) : undefined;
  },
};

const PAIR_KEY = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g;

/** An AWS key id is often followed by its secret, which no name announces: `AKIA… / 40 characters`. */
const awsPair: Rule = {
  anchors: ["AKIA", "ASIA"],
  wide: true,
  find({ text, start, floor }) {
    if (!beginsWord(text, start, floor) || !/^A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])/.test(text.slice(start, start + 21)))
      return undefined;
    const near = text.slice(start + 20, start + 220);
    for (const match of near.matchAll(PAIR_KEY)) {
      if (/^[0-9a-f]+$/.test(match[0]) || !isRandom(match[0], 40)) continue;
      return span(start + 20 + match.index, start + 60 + match.index);
    }
    return undefined;
  },
};

/** Keys without a known prefix, recognised by their build. */
export const shapes: readonly Rule[] = [
  awsPair,
  jwt,
  encoded,
  discord,
  hashes,
  around(":AA", 12, /\d/, /\d{8,11}:AA[\w-]{30,36}/y),
  around("%3AAA", 12, /\d/, /\d{8,11}%3AAA[\w-]{30,36}/y),
  around(":APA91b", 24, /[\w-]/, /[\w-]{8,24}:APA91b[\w-]{100,}/y),
  around("-us", 33, /[0-9a-f]/, /[0-9a-f]{32}-us\d{1,2}(?!\w)/y),
  around("Q~", 4, /[\w~.]/, /[\w~.]{3}\dQ~[\w~.-]{31,36}/y),
  around(".atlasv1.", 16, /[A-Za-z0-9]/, /[A-Za-z0-9]{12,16}\.atlasv1\.[\w=-]{50,}/y),
  around("JQQJ99", 56, /[A-Za-z0-9]/, /[A-Za-z0-9]{50,56}JQQJ99[A-Za-z0-9]{20,30}/y),
  around("AZDO", 80, /[A-Za-z0-9]/, /[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}/y),
  around("NRAL", 40, /[0-9a-f]/, /[0-9a-f]{36,40}NRAL/y),
  around("_mmk", 44, /\w/, /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/y),
  around("|", 17, /\d/, /\d{13,17}\|[\w-]{24,42}/y),
];
