import { expressionOf } from "../harnesses/traits/index.ts";

/** A summary that the client hands over, at the beginning of a prompt of any length. */
const HANDED_OVER = expressionOf(({ handedOver }) => handedOver);

/** Longer prompts are about something else, though they may hold such a sentence. */
const LONGEST = 160;
const NOT_SPOKEN =
  /```[\s\S]*?(?:```|$)|`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|(?<!\p{L})'[^']*'(?!\p{L})/gu;
const OPENING =
  /^[\s¿¡]*(?:(?:hi|hello|hey|good morning|ok(?:ay)?|so|now|please|let's|let us|hallo|guten morgen|bitte|bonjour|hola|buenos días|你好|请|請)[\s,!.:]*)*/i;

const WE = "(?:we|you|i)";
const BEFORE = "(?:last time|last night|yesterday|before|earlier|again|here)";
const TIME_ZH = "(?:上次|刚才|剛才|之前|昨天)";

/** Whole sentences that ask for the last state of the work, at the beginning of a prompt. */
const SENTENCES = [
  `(?:continue|carry on|pick up|resume|go on)(?: (?:the |our )?work)?(?: from)? where ${WE} (?:left off|stopped|were|was)`,
  `where (?:did|have) ${WE} (?:stop(?:ped)?|leave off|left off|get to)`,
  `where (?:were|was|are) ${WE}(?: at)?`,
  `what (?:was|were|am|are) ${WE} (?:just |last )?(?:working on|doing)`,
  "(?:resume|continue|pick up)(?: with)?(?: the)? (?:task|checkpoint) [\\p{L}\\p{N}][\\p{L}\\p{N}._-]*",
  "(?:the )?(?:conversation|context|session) (?:was|has been|got) (?:just )?compacted",
  "(?:mach(?:e|en wir)?|geh|fahr(?:e|en wir)?)(?: (?:da|dort|bitte))*(?: weiter| fort),? wo (?:wir|ich) (?:zuletzt )?(?:aufgehört (?:haben|hatten|habe)|waren|war|stehen ?geblieben (?:sind|bin))",
  "(?:da |dort )?weiter(?:machen)?,? wo (?:wir|ich) (?:zuletzt )?(?:aufgehört (?:haben|hatten|habe)|waren|war)",
  "wo (?:waren wir|war ich|sind wir|bin ich)(?: stehen ?geblieben)?",
  "wo (?:haben wir|hatten wir|habe ich) (?:zuletzt )?aufgehört",
  "(?:woran|was) (?:haben wir|habe ich) (?:zuletzt|gerade|gestern) (?:gearbeitet|gemacht)",
  "(?:aufgabe|task) \\S+ (?:fortsetzen|wieder ?aufnehmen)",
  "où (?:en étions[- ]nous|en étais[- ]je|(?:on s['’]est|nous nous sommes|nous sommes[- ]nous) arrêtée?s?)",
  "(?:reprends|reprenons|continue|continuons) là où (?:on s['’]est arrêtée?s?|nous en étions|on en était|nous nous sommes arrêtée?s)",
  "sur quoi (?:je travaillais|travaillions[- ]nous|on travaillait)",
  "d[óo]nde (?:lo dejamos|lo dejé|nos quedamos|me quedé|est[áa]bamos)",
  "(?:sigue|sigamos|continúa|continuemos) donde (?:lo dejamos|nos quedamos|lo dejé)",
  "en qu[ée] (?:estaba|est[áa]bamos) trabajando",
  `(?:从|從|接着|接著)(?:我们|我們)?${TIME_ZH}(?:停下|中断|中斷|离开|離開|结束|結束)?的?(?:地方|进度|進度|工作)?(?:继续|繼續|往下做)(?:做|下去|吧)?`,
  `(?:继续|繼續|接着做|接著做)(?:我们|我們)?${TIME_ZH}(?:没做完|沒做完|未完成|停下)?的(?:工作|任务|任務|地方|内容|內容|部分)吧?`,
  `(?:我们|我們|我)?${TIME_ZH}?(?:做到|进行到|進行到|说到|說到|停在)(?:哪里|哪裡|哪儿|哪兒|哪|什么地方|什麼地方)了?`,
  `(?:我|我们|我們)${TIME_ZH}在(?:做|忙)(?:什么|什麼)`,
  "どこまで(?:やった|やりました|進んだ|進みました|話した)(?:っけ|か|かな)?",
  "(?:前回|さっき|昨日|この前)の続き(?:から|を)?(?:お願いします|続けて|やろう|やりましょう)?",
  "(?:何|なに)を(?:して|やって)(?:い)?(?:た|ました)(?:っけ|か|の)",
].join("|");
const ASKS = new RegExp(`^(?:${SENTENCES})(?: ${BEFORE})?(?: please)?\\s*(?:$|[.!?,:;。！？，：…])`, "iu");

function asksInWords(prompt: string): boolean {
  const trimmed = prompt.trim();
  if (trimmed.length > LONGEST) return false;
  return ASKS.test(trimmed.replace(NOT_SPOKEN, "\uFFFC").replace(OPENING, "").replace(/\s+/g, " "));
}

export const asksToResume = (prompt: string, resumeCommand?: RegExp): boolean =>
  HANDED_OVER.test(prompt) || asksInWords(prompt) || (resumeCommand?.test(prompt) ?? false);
