import { contentTerms, isCourtesy } from "../text/index.ts";

const FEWEST_WORDS = 3;
/** Asks about the past: why something was done, what was decided, when. */
const ASKS_BACK = new RegExp(
  [
    "^(?:so |and |but |wait,? |remind me,? |remember )*(?:why|how|when|where|what|which|who|whose)\\b[^?!\\n]{0,60}\\b(?:did|have|had|was|were)\\b",
    "^(?:so |and |but |wait,? )*(?:did|have|had|were) (?:we|i|you)\\b",
    "\\b(?:do you remember|remind me|last time|what (?:was|were) (?:our|the|my|that)|back then)\\b",
    "^(?:warum|wieso|wie|wann|wo|was|welche\\p{L}*|wer)\\b[^?!\\n]{0,60}\\b(?:haben|hatten|hat|wurde|war|waren|habe|hast)\\b|\\b(?:erinnerst du dich|weißt du noch|letztes mal)\\b",
    "^(?:pourquoi|comment|quand|où|qu'|quel\\p{L}*|qui)[^?!\\n]{0,60}\\b(?:avons|avait|ai|as|a-t|était)\\b|^¿?(?:por qué|cómo|cuándo|dónde|qué|cuál|quién)(?!\\p{L})[^?!\\n]{0,60}(?:mos|aste|ste)(?!\\p{L})",
    "^(?:почему|как|когда|где|что|какой|кто)(?!\\p{L})[^?!\\n]{0,60}(?:ли|ла|л)(?!\\p{L})|(?:为什么|为何|什么时候|哪里|谁|怎么)[^?？]{0,40}(?:了|过)|(?:なぜ|どうして|いつ|どこ|誰)[^?？]{0,40}(?:した|だった|たの)",
  ].join("|"),
  "iu",
);
/** Longer prompts bring their own context. */
const LONGEST = 1500;
const LOG_LINES = 4;
const LOG_SHARE = 0.5;
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|at .+[:)]\d*|(?:npm )?(?:ERR!|WARN|INFO|DEBUG|ERROR|TRACE|FATAL)\b|[$>#%|✓×❯+-]\s|File "|\S+:\d+:\d+|Caused by|Traceback|\{|\}|\d+ \|)/;

/** Whether at least half of it is pasted log output. */
function isLog(prompt: string): boolean {
  const lines = prompt.split("\n").filter((line) => line.trim() !== "");
  return lines.length >= LOG_LINES && lines.filter((line) => LOG_LINE.test(line)).length >= LOG_SHARE * lines.length;
}

export const asksBack = (prompt: string): boolean => ASKS_BACK.test(prompt.trim());

/** Whether a prompt has enough content words to match something with certainty. */
export function saysEnough(prompt: string): boolean {
  const text = prompt.trim();
  if (text === "" || text.length > LONGEST || text.startsWith("/") || isCourtesy(text) || isLog(text)) return false;
  return new Set(contentTerms(text)).size >= (asksBack(text) ? 1 : FEWEST_WORDS);
}
