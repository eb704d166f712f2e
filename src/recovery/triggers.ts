/** Prompts that ask for the thread itself: a summary handed over, or a plain question where things stood. */
const ASKS_TO_RESUME = [
  // Not the heading of a folded part of a page.
  /(?<!<details\b[^>]*>\s*)<summary>/i,
  /\bthis session is being continued from a previous conversation\b/i,
  /\b(?:continue|carry on|pick up|resume|go on)\b.{0,40}\bwhere\s+(?:we|you|i)\b.{0,20}\b(?:left off|stopped|were|was|are)\b/i,
  /\bwhere (?:did|do|have|were|was|are) (?:we|i|you)\b.{0,20}\b(?:stop(?:ped)?|leave off|left off|get to)\b/i,
  /\bwhere (?:were|was|are) (?:we|i|you)\s*(?:at\b|[?!.]|$)/i,
  /\bwhat (?:was|were|am|are) (?:i|we|you) (?:just |last )?(?:working on|doing)\s*(?:last|yesterday|before|earlier|again|here|there|[?!.,]|$)/i,
  /\bwo (?:waren wir|haben wir aufgehört)\b/i,
  /\boù en étions[- ]nous\b/i,
  /\b(?:dónde|donde) (?:lo dejamos|nos quedamos)\b/i,
  /(?:我们|我們)?(?:刚才|剛才|上次)?(?:做到|进行到|說到|说到)(?:哪里|哪裡|哪儿|哪了)/,
  /どこまで(?:やった|進んだ|話した)/,
];

export const asksToResume = (prompt: string): boolean => ASKS_TO_RESUME.some((pattern) => pattern.test(prompt));
