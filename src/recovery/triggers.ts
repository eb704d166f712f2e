/** Prompts that ask for the thread itself: a summary handed over, or a plain question where things stood. */
const ASKS_TO_RESUME = [
  // Not the heading of a folded part of a page.
  /(?<!<details\b[^>]*>\s*)<summary>/i,
  /\bthis session is being continued from a previous conversation\b/i,
  /\b(?:the )?(?:conversation|context|session) (?:was|has been|got) (?:just )?compacted\b/i,
  /\b(?:continue|carry on|pick up|resume|go on)\b.{0,40}\bwhere\s+(?:we|you|i)\b.{0,20}\b(?:left off|stopped|were|was|are)\b/i,
  /\bwhere (?:did|do|have|were|was|are) (?:we|i|you)\b.{0,20}\b(?:stop(?:ped)?|leave off|left off|get to)\b/i,
  /\bwhere (?:were|was|are) (?:we|i|you)\s*(?:at\b|[?!.]|$)/i,
  /\bwhat (?:was|were|am|are) (?:i|we|you) (?:just |last )?(?:working on|doing)\s*(?:last|yesterday|before|earlier|again|here|there|[?!.,]|$)/i,
  // "Resume task token-refresh", not "resume the task when the network is back".
  /^\s*(?:please )?(?:resume|continue|pick up)(?: with| the)? (?:task|checkpoint)\s+(?!(?:when|if|after|once|as|in|on|and|that)\b)["'`]?[\p{L}\p{N}]/iu,
  /\b(?:mach|machen wir|geh|weiter)\b.{0,20}\bwo (?:wir|ich)\b.{0,20}\b(?:aufgehört|waren|stehen geblieben|war)\b/i,
  /\bwo (?:waren wir|war ich|haben wir|hatten wir|habe ich)(?:\s*(?:stehen ?geblieben|aufgehört|[?!.]|$))/i,
  /\b(?:woran (?:haben wir|habe ich)|was (?:haben wir|habe ich)) (?:zuletzt |gerade )?(?:gearbeitet|gemacht)\b/i,
  /\b(?:aufgabe|task) \S+ (?:fortsetzen|wieder ?aufnehmen)\b/i,
  /(?<!\p{L})où (?:en étions[- ]nous|en étais[- ]je|(?:nous nous sommes|on s['’]est|je me suis) arrêtée?s?)(?!\p{L})/iu,
  /(?<!\p{L})(?:reprends?|reprenons|continue|continuons)\b.{0,20}(?<!\p{L})(?:là )?où (?:on|nous|j['’]|je|tu)(?!\p{L})/iu,
  /(?<!\p{L})sur quoi (?:je travaillais|travaillions[- ]nous|on travaillait)(?!\p{L})/iu,
  /(?<!\p{L})d[óo]nde (?:lo dejamos|lo dejé|nos quedamos|me quedé|est[áa]bamos|paramos)(?!\p{L})/iu,
  /(?<!\p{L})(?:en qu[ée]|qu[ée]) (?:estaba|est[áa]bamos) (?:trabajando|haciendo)(?!\p{L})/iu,
  /(?:我们|我們|我)?(?:刚才|剛才|上次|之前)?(?:做到|进行到|進行到|說到|说到|停在)(?:哪里|哪裡|哪儿|哪了|什么地方)/,
  /(?:从|從|接着|接著)(?:上次|刚才|剛才|之前)(?:停下|中断|中斷|离开|結束|结束)?的?(?:地方|进度|進度)?(?:继续|繼續)|(?:我|我们|我們)(?:上次|之前|刚才|剛才)在(?:做|忙)(?:什么|什麼)/,
  /どこ(?:まで|で)(?:やった|やりました|進んだ|進みました|話した|終わった|止まった|止めた)/,
  /(?:前回|さっき|昨日|この前)の続き(?:から|を)|(?:何|なに)を(?:して|やって)(?:いた|いました|た|ました)(?:っけ|か|の)/,
];

/** OpenClaw's legacy integration has no event for prompts: its users ask by these commands. */
const LEGACY_COMMAND = /^\s*\/(?:recall|context)(?:\s|$)/;
const LEGACY_HARNESS = "openclaw";

export const asksToResume = (prompt: string, harness?: string): boolean =>
  ASKS_TO_RESUME.some((pattern) => pattern.test(prompt)) || (harness === LEGACY_HARNESS && LEGACY_COMMAND.test(prompt));
