import { has, LOWER, SLASH, UPPER } from "./character-classes.ts";
import { isLookAlike, isPlaceholder, isRandom, isUrl, isUuid } from "./not-secrets.ts";
import { captured, MARKER, matchAt, type Rule, type Span } from "./span.ts";

const PHRASE_GAP = /[\w ]{0,24}(?:["'`\]]{0,2}[ \t]{0,4}(?:[:=]|is\b|are\b)?[\s"'`[(:]{0,8})/y;
const SEED_WORDS = /(?:\d{1,2}[.):]? ?)?[a-z]{3,8}(?:["']?[ ,\n\r\t]{1,4}["']?(?:\d{1,2}[.):]? ?)?[a-z]{3,8}){11,23}/y;
const FUNCTION_WORDS =
  /(?:^|\s)(?:the|and|that|with|for|from|this|you|your|are|was|must|not|has|have|which|will|can)(?=\s|$)/g;

/** Twelve to twenty-four words that open a wallet. Sentences differ from them by their small words. */
const seedPhrase: Rule = {
  anchors: [
    ...["mnemonic", "seed phrase", "recovery phrase", "secret phrase", "seed_phrase", "seedphrase", "recovery_phrase"],
    ...["recovery words", "wallet_seed", "seed words", "seed"],
  ],
  find({ text, end }) {
    const gap = matchAt(PHRASE_GAP, text, end);
    for (const from of gap ? [end + gap[0].length, end] : [end]) {
      const words = matchAt(SEED_WORDS, text, from);
      if (words && (words[0].match(FUNCTION_WORDS) ?? []).length < 2)
        return [{ start: from, end: from + words[0].length }];
    }
    return undefined;
  },
};

const LINE_END = /\n|\\n/;
const DOTS = /\.+$/;
const TOKENISH = /[\w.+/=~-]{20,512}/g;

function randomWords(text: string, from: number, reach: number): readonly Span[] {
  const ahead = text.slice(from, from + reach);
  const lineEnd = ahead.search(LINE_END);
  const line = lineEnd < 0 ? ahead : ahead.slice(0, lineEnd);
  const spans: Span[] = [];
  if (line.includes(MARKER)) return spans;
  for (const match of line.matchAll(TOKENISH)) {
    const word = match[0].replace(DOTS, "");
    if (!isRandom(word, 20) || !has(word, LOWER) || !has(word, UPPER)) continue;
    if (has(word, SLASH) || line[match.index - 1] === "/") continue;
    if (isUuid(word) || isUrl(word) || isLookAlike(word) || isPlaceholder(word)) continue;
    spans.push({ start: from + match.index, end: from + match.index + word.length });
  }
  return spans;
}

/**
 * Talk of a credential that was changed or refused, and commands that log in, with something random in the same line.
 */
const talk: Rule = {
  anchors: [
    ...["rotated", "revoked", "leaked", "regenerated", "reissued", "credential ", "credentials "],
    ...[" login ", " auth login", " authenticate "],
  ],
  wide: true,
  find({ text, end }) {
    return randomWords(text, end, 200);
  },
};

const LOGIN_ARGUMENT = /[ \t]{1,4}(?:init[ \t]{1,4})?(?:-t[ \t]{1,4})?["']?([\w.+/=~-]{20,512})/y;

/** `cargo login …`, `snyk auth …`: the next word, when it is random. */
const loginArgument: Rule = {
  anchors: [" login", " auth", " authtoken", " add-authtoken", " set-token", "auth:token"],
  find: ({ text, end }) =>
    captured(LOGIN_ARGUMENT, text, end, (word) => !isUrl(word) && !isLookAlike(word) && isRandom(word, 20)),
};

/** Secrets that only the words around them give away. */
export const prose: readonly Rule[] = [seedPhrase, loginArgument, talk];
