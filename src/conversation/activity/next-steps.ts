import { activityOf, type CommandRun, type Spoken } from "./index.ts";
import { isCourtesy } from "./requests.ts";
import { oneLine, prose, withoutEmphasis, written } from "./text.ts";

/* What comes next in a piece of work, as it was said: one rule for whatever tells it. */

const LONGEST = 400;
const LONGEST_COMMAND = 160;
const MOST_STEPS = 8;
const REPLIES_READ = 3;

const HEADINGS = [
  "(?:(?:the|my|our|exact|very|immediate|optional|suggested) )*next(?: (?:steps?|actions?|up))?|to[ -]?dos?|remaining(?: (?:steps?|work|tasks?))?|still (?:open|to do)|what(?:['’]s| is) (?:next|left)",
  "nächster? schritte?|als nächstes|offen|noch offen",
  "prochaines? étapes?|reste à faire|(?:siguientes?|próximos?) pasos?|próximos? passos?|prossim[io] pass[io]",
  "следующи[йе] шаги?|下一步(?:行动|计划)?|接下来|次のステップ|다음 단계",
].join("|");
/** `## Next steps`, `**Next:** run it`, `To do:`; a word that only begins like one is none. */
const HEADED = new RegExp(
  `^\\s*(?:[-*+•]\\s+)?(?:#{1,6}\\s+)?(?:\\*\\*|__)?(?:${HEADINGS})(?:\\s*[:：](?:\\*\\*|__)?|(?:\\*\\*|__)\\s*(?:[:：]|$)|(?=\\s*$))\\s*(.*)$`,
  "iu",
);
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(?:\[ \]\s*)?(.+)$/;
/** Somebody wrote that there is nothing. */
const NOTHING = /^(?:none|nothing(?: (?:left|else|more))?|n\/a|-+|keine?|nichts|rien|nada|niente|无|なし|없음)[.!]?$/iu;

/** The steps under or beside the last heading that announces some. */
function headedSteps(text: string): string[] {
  const lines = prose(text).split("\n");
  const at = lines.findLastIndex((line) => HEADED.test(line));
  if (at < 0) return [];
  const beside = withoutEmphasis(HEADED.exec(lines[at] ?? "")?.[1] ?? "");
  const below: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = ITEM.exec(line)?.[1];
    if (item !== undefined) below.push(withoutEmphasis(item));
    // Without a list, it is the paragraph below.
    else if (line.trim() !== "" && beside === "" && below.length === 0 && !/^\s*#/.test(line)) {
      below.push(withoutEmphasis(line));
      break;
    } else if (line.trim() !== "") break;
  }
  return beside === "" ? below : [beside, ...(/[:：]$/.test(beside) ? below : [])];
}

const I_SHALL =
  "(?:I|we)(?:['’]ll| will| shall|['’]m going to| am going to|['’]re going to| are going to|(?: still|['’]ll)? (?:need|have) to| must| should)";
const NEXT = new RegExp(
  `^(?:and\\s+|so\\s+)?(?:(?:the|my|our)\\s+)?(?:very\\s+|exact\\s+|only\\s+)?(?:next|remaining)(?:\\s+(?:steps?|actions?|up|thing))?(?:\\s+(?:is|are|will be|would be)(?:\\s+to)?\\s+|\\s*[:：–—]\\s*|,\\s*|\\s+(?=${I_SHALL}\\b))(.+)$`,
  "i",
);
const LEFT =
  /^(?:still (?:open|to do)|to ?do|open|all that['’]?s left is(?: to)?|what['’]?s left is(?: to)?)(?:\s*[:：–—]|(?<=is|to))\s+(.+)$/i;
/** "I'll fix the token check next." */
const AT_END = new RegExp(`^(?:so |and )?(?:${I_SHALL})\\s+(.+?),?\\s+next[.!]?$`, "i");
/** "I'll now run …", "Now let me …", "Now I need to …", "I still have to …": what is said to come at once. */
const AT_ONCE = new RegExp(
  `^((?:so |and )?(?:now|then|after that|afterwards),?\\s+(?:${I_SHALL}|let me)\\s+.+|(?:${I_SHALL}|let me)\\s+(?:now|next|then)\\s+.+|(?:I|we) still (?:need|have) to\\s+.+)$`,
  "i",
);
/** What stands before the step itself. */
const LEAD = new RegExp(
  `^(?:(?:so|and|now|then|after that|afterwards),?\\s+)*(?:${I_SHALL}|let me|(?:I|we) still (?:need|have) to)\\s+(?:now\\s+|then\\s+|next\\s+)?`,
  "i",
);
/** What the agent wants to hear is the user's to do. */
const ASKS = new RegExp(`^(?:(?:so|and|now|then),?\\s+)*(?:${I_SHALL})\\s+(?:know|hear|ask you|wait)\\b`, "i");

/** A step behind the words for it: "Nächster Schritt ist …", "下一步：…". */
const NAMED_ELSEWHERE =
  /^(?:(?:der |mein |unser )?nächster? schritt|(?:la |ma )?prochaine étape|(?:el )?(?:siguiente|próximo) paso|(?:o )?próximo passo|(?:il )?prossimo passo|следующий шаг|下一步|接下来|次は|次のステップ(?:は)?|다음 단계(?:는|은)?)\s*(?:[:：是、,，—–-]|ist(?!\p{L})|est(?!\p{L})(?: de| d['’])?|es(?!\p{L})|é(?!\p{L})|è(?!\p{L})|(?<=[下来はは는은]))\s*(.+)$/iu;
/** A sentence that says it in its own order of words: it is told as it stands. */
const SAID_ELSEWHERE = [
  /^als nächstes,?\s+(?:\p{L}+\s+)?\S/iu,
  /^(?:jetzt|nun|danach|dann|anschließend)\s+(?:muss|müssen|werde|werden|will|wollen|sollte|sollten)\s+(?:ich|wir)\s+\S/iu,
  /^(?:ich|wir)\s+(?:muss|müssen|werde|werden)\s+(?:jetzt|nun|als nächstes|noch)\s+\S/iu,
  /^(?:ensuite|maintenant|puis|après),?\s+(?:je vais|je dois|il faut|nous allons|on va)\s+\S/iu,
  /^ensuite\s*[:,]\s*\S/iu,
  /^(?:a continuación|ahora|luego|después),?\s+(?:voy a|vamos a|tengo que|tenemos que|hay que|debo)\s+\S/iu,
  /^a continuación\s*[:,]\s*\S/iu,
  /^(?:a seguir|agora|em seguida|depois),?\s+(?:vou|vamos|preciso|tenho que|temos que)\s+\S/iu,
  /^(?:adesso|ora|poi|in seguito),?\s+(?:devo|dobbiamo|eseguo|eseguirò|faccio|farò|bisogna)\s+\S/iu,
  /^(?:теперь|далее|дальше|затем|потом),?\s+(?:я |мы )?(?:запущу|сделаю|нужно|надо|исправлю|добавлю|буду|будем)(?!\p{L})/iu,
  /^(?:现在|然后|接着)(?:我|我们)?(?:要|将|会|需要|得)\S/u,
  /^(?:それから|次に|今から)[、,]?\s*\S.*(?:ます|する|る)[。.]?$/u,
  /^(?:이제|그다음|다음으로),?\s*\S.*(?:겠습니다|할게요|합니다|해야)/u,
];
/** It was so, or it is not going to be. */
const NO_STEP = /[?？]\s*$|^(?:als nächstes|ensuite|a continuación)\s+(?:war|kam|wurde|c['’]était|fue)(?!\p{L})/iu;
/** A sentence that goes on from the one before it. */
const GOES_ON =
  /^(?:and )?(?:then|after that|afterwards|finally|danach|dann|anschließend|puis|luego|después|depois|poi|затем|потом|然后|それから|그다음)(?!\p{L})/iu;
const CLAUSE = /;\s+|\s[–—]\s|(?<=\p{Extended_Pictographic}\uFE0F?)\s+/u;

const PLANNED = [NEXT, LEFT, AT_END, NAMED_ELSEWHERE];

/** `isOld`: only what is called the next step counts; what was to come at once has come. */
function stepIn(clause: string, isOld: boolean): string | undefined {
  if (NO_STEP.test(clause)) return undefined;
  if (!isOld && SAID_ELSEWHERE.some((form) => form.test(clause))) return clause;
  const found = [...PLANNED, ...(isOld ? [] : [AT_ONCE])].map((form) => form.exec(clause)?.[1]);
  const step = found.find((one) => one !== undefined);
  if (step === undefined || isCourtesy(step) || NOTHING.test(step) || ASKS.test(step)) return undefined;
  return step.replace(LEAD, "").trim();
}

/** The step that a sentence announces, at its beginning or behind what else it says. */
function announcedBy(sentence: string, isOld: boolean): string | undefined {
  const whole = stepIn(sentence, isOld);
  if (whole !== undefined) return whole;
  for (const clause of sentence.split(CLAUSE).slice(1)) {
    const step = stepIn(clause.trim(), isOld);
    if (step !== undefined) return step;
  }
  return undefined;
}

/** The step that was announced last; of "Next, … Then I will …" the first. */
function announcedIn(text: string, isOld: boolean): string | undefined {
  const sentences = written(text).map((one) => withoutEmphasis(one.text));
  const steps = sentences.map((sentence) => announcedBy(sentence, isOld));
  let at = steps.findLastIndex((step) => step !== undefined);
  while (at > 0 && GOES_ON.test(sentences[at] ?? "") && steps[at - 1] !== undefined) at -= 1;
  const step = steps[at];
  return step === undefined ? undefined : `${step.charAt(0).toUpperCase()}${step.slice(1)}`;
}

/** The steps that a text says come next: those under such a heading, or the one that it announces. */
export function nextStepsIn(text: string, isOld = false): string[] {
  const headed = headedSteps(text).filter((step) => !NOTHING.test(step));
  const announced = headed.length > 0 ? undefined : announcedIn(text, isOld);
  return [...headed, ...(announced === undefined ? [] : [announced])]
    .map((step) => oneLine(step, LONGEST))
    .slice(0, MOST_STEPS);
}

/** Talk about saving the place is not the work itself. */
const ABOUT_SAVING = /\bcheckpoints?\b|\bsave (?:my|your|our|the|this) (?:place|state|work|progress|session)\b/i;

/** Whether a prompt asks to keep the work rather than to do it. */
export const isAboutSaving = (prompt: string): boolean => ABOUT_SAVING.test(prompt);

/** What the user asked for last, in their words; courtesies and talk about saving are passed over. */
export const requestsIn = (messages: readonly Spoken[]): string[] =>
  messages.flatMap(({ kind, content }) => {
    const said = kind === "prompt" ? prose(content).trim() : "";
    return said === "" || isCourtesy(content) || isAboutSaving(said) ? [] : [said];
  });

function fixing({ command, exitCode, error }: CommandRun): string {
  const code = exitCode === undefined ? "" : `exit ${exitCode}: `;
  return `Fix the failure, then rerun \`${oneLine(command, LONGEST_COMMAND)}\`: ${code}${error}`;
}

/** What the agent last said comes next: in its last replies, or before them since the last request. */
function statedSteps(messages: readonly Spoken[], runs: readonly CommandRun[]): string[] {
  const isReply = ({ kind, role }: Spoken) => kind === "text" && role === "assistant";
  const asked = messages.findLastIndex((message) => requestsIn([message]).length > 0);
  const replies = messages.map((message, at) => ({ message, at })).filter(({ message }) => isReply(message));
  const recent = replies.slice(-REPLIES_READ);
  for (const reply of replies.filter((one) => one.at > asked || recent.includes(one)).reverse()) {
    const { content, seq = reply.at + 1 } = reply.message;
    const since = runs.filter((run) => run.seq > seq);
    const steps = nextStepsIn(content, !recent.includes(reply));
    const open = steps.filter((step) => !since.some(({ command }) => step.includes(command)));
    if (open.length > 0) return open;
  }
  return [];
}

/** What comes next after a stretch of conversation: what was said to, what still fails, or what was asked for last. */
export function nextStepsAfter(messages: readonly Spoken[]): string[] {
  const runs = activityOf(messages).commands;
  const stated = statedSteps(messages, runs);
  if (stated.length > 0) return stated;
  const last = new Map(runs.map((run) => [run.command, run]));
  const failing = [...last.values()].sort((a, b) => a.seq - b.seq).findLast(({ error }) => error !== undefined);
  const open = failing ? fixing(failing) : requestsIn(messages).at(-1);
  return open === undefined ? [] : [oneLine(open, LONGEST)];
}
