/*
 * A choice that is told with its reason, whoever makes it: "use sqlite because it is simple". Without a reason such words
 * may be any order; with one, somebody will want to know it later.
 */

interface Wording {
  /** What chooses, at the beginning of a clause. */
  readonly choice: string;
  readonly reason: string;
}

const SUBJECT = "(?:(?:we|i|let's|let us|we'll|i'll|we will|i will|we should|please|just|and|but|then|so|also)\\s+)*";

const ENGLISH: Wording = {
  choice: `${SUBJECT}(?:use(?! of\\b| cases?\\b)|used(?! to\\b)|choose|pick(?! up\\b)|prefer|adopt|switch to|stay with|stick (?:with|to)|go with|replace|avoid|drop|store|stored|(?:keep|kept|leave|left)(?! \\w+ing\\b| in mind\\b| it up\\b| on\\b| me\\b)|take(?! (?:a look|care|your time|a break|note)\\b)|put|make (?:it|them|this))`,
  reason:
    "(?:because|so that|so (?:it|we|they|nobody|no one)|due to|to avoid|otherwise|as (?:it|they|we|that)|since(?! (?:the )?(?:last|first|beginning|start|yesterday|then|v?\\d)| we (?:\\w+ed|began|moved)\\b))",
};

const LIKE_ENGLISH: readonly Wording[] = [
  ENGLISH,
  {
    choice:
      "(?:(?:wir|ich|bitte|und|dann|also) )*(?:nimm|nehmt|nehmen|nehme|nutze?n?|verwende?n?|benutze?n?|behalte?n?|wähle?n?|lass uns .{1,40}? (?:nehmen|verwenden|nutzen))",
    reason: "(?:weil|damit|da (?:es|sie|er|das|die|der|wir)|denn|sonst)",
  },
  {
    choice:
      "(?:(?:on|nous|je|et|alors|donc) )*(?:utilise[sz]?|utilisons|prends|prenons|prend|garde[sz]?|gardons|choisis|choisissons|préfère|évite[sz]?)",
    reason: "(?:parce qu(?:e|'|’)|car|puisqu(?:e|'|’)|pour que|afin (?:que|de)|sinon)",
  },
  {
    choice:
      "(?:(?:y|entonces|pues|mejor) )*(?:usa|usemos|usamos|usaré|utiliza|utilicemos|utilizamos|elige|elegimos|mantén|mantenemos|prefiero|evita|evitamos|vamos a usar)",
    reason: "(?:porque|ya que|para que|puesto que|pues)",
  },
  {
    choice:
      "(?:(?:e|então|nós|eu) )*(?:usa|use|usemos|usamos|utilize|utilizamos|escolhe|mantém|mantenha|prefiro|evite|vamos usar)",
    reason: "(?:porque|já que|para que|pois|senão)",
  },
  {
    choice:
      "(?:(?:e|allora|quindi|noi|io) )*(?:usa|usiamo|uso|utilizza|utilizziamo|scegli|scegliamo|tieni|teniamo|preferisco|evita|evitiamo)",
    reason: "(?:perché|poiché|così|dato che|altrimenti)",
  },
  {
    choice:
      "(?:(?:и|тогда|давай(?:те)?|мы|я) )*(?:используй(?:те)?|используем|использовать|возьми(?:те)?|возьм[её]м|оставь(?:те)?|оставим|выбираем|выбери)",
    reason: "(?:потому что|так как|чтобы|поскольку|иначе)",
  },
];

const inOrder = ({ choice, reason }: Wording): RegExp =>
  new RegExp(
    `(?:^|[,;:–—]\\s*|\\b(?:and|und|et|y|e)\\s+)${choice}\\s+\\S.{0,200}?(?<!\\p{L})${reason}(?!\\p{L})\\s*\\S`,
    "iu",
  );

const CHOICES: readonly RegExp[] = [
  ...LIKE_ENGLISH.map(inOrder),
  /(?:^|[,，;；。]\s*)(?:我们|我們|我|请|就|先|那|还是)*(?:改?用|使用|选择?|選擇?|采用|採用|保留).{1,80}?(?:因为|因為|由于|由於|这样|這樣|以免)/u,
  /(?:因为|因為|由于|由於).{1,80}?(?:所以|因此|，就)(?:我们|我們|就|要|改)*(?:用|使用|选择|選擇|采用|採用)/u,
  /(?:ので|から|ため(?:に)?)[、,]?\s*.{1,80}?(?:を使(?:って|う|い|おう)|にし(?:て|ます|よう|ましょう)|を選)/u,
  /(?:니까|때문에|므로)\s*,?\s*.{1,80}?(?:사용|쓰자|쓰세요|쓸게요|써\s?줘|선택)/u,
];

/** Asked, supposed, or told of what was or goes wrong: nothing is chosen. */
const NO_CHOICE =
  /[?？]\s*$|^(?:if|when|should|could|would|whether|which|how|why|what|wenn|ob|warum|si|pourquoi|por qué|se|perché|если|почему|如果|为什么|もし|만약)(?!\p{L})/iu;

const LONGEST = 400;

export const isReasonedChoice = (sentence: string): boolean =>
  sentence.length <= LONGEST && !NO_CHOICE.test(sentence) && CHOICES.some((form) => form.test(sentence));
