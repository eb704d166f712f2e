/*
 * Phrases by which people correct, prefer, promise, give up and leave open. Every scan is linear: whatever repeats is
 * bounded or followed by something it cannot match.
 */

/** "No, …": where nothing was asked, it sets right what was said. */
export const DENIES = [
  /^(?:no|nope|nein|non|нет|nee|não|いや|不对|不對)[,:;.!–—，。-]+\s*.*\d/iu,
  /^(?:no|nope|nein|non|нет|nee|não)[,:;.!–—-]+\s*(?:\S+\s+){0,12}?(?:not|wrong|instead|meant|said|nicht|sondern|pas|sino|не)(?!\p{L})/iu,
];

export const CORRECTS = [
  /\b(?:that|this|it|you)(?:['’]s|['’]re| is| are| was| were)\s+(?:all\s+|just\s+|simply\s+)?(?:not (?:correct|true|quite right|what i)|wrong|incorrect|mistaken)\b/i,
  /^(?:no[,.]? )?that(?:['’]s| is) not right\b(?! that)/i,
  /\b(?:i (?:actually |really )?(?:meant|misspoke|misremembered|was wrong)|correction\b|scratch that|my mistake|i made a mistake|i said (?:the )?wrong)\b/i,
  /^actually[, ].{0,200}\b(?:not|instead|rather|wrong|changed|is|was|it['’]s)\b/i,
  /^(?:sorry|wait|oops|hm+),\s.{0,200}\b(?:not|instead|rather|wrong|changed)\b/i,
  /\b(?:it|that|this|name|they|he|she)(?:['’]s|['’]re| is| are| was| were)\s[^,]{1,80},\s*(?:and\s+)?not\s+\S/i,
  /(?<!\p{L})(?:nicht|kein\p{L}{0,2})\s[^,]{1,80},?\s+sondern(?!\p{L})/iu,
  /(?:ce n['’]est pas|non pas)\s.{1,80}(?:mais|c['’]est)\s/iu,
  /(?<!\p{L})(?:no es|no era|não é)\s.{1,80}(?:,\s*(?:es|era|é)|sino)\s/iu,
  /^(?:нет|не)(?!\p{L}).{1,80},\s*а\s/iu,
  /不是.{1,40}是|不对|不對|搞错|弄错|应该是|ではなく|じゃなくて|違います|間違い|아니라|틀렸/,
];

export const PREFERS = [
  /\b(?:i|we)(?:['’]d| would)?\s+(?:(?:really|also|just|always|usually|generally|much)\s+){0,2}(?:prefer|rather)\b/i,
  /\b(?:i|we)\s+(?:(?:really|also|just|do|always|usually|generally|actually|still|both|all|absolutely|truly|don['’]t|can['’]t)\s+){0,2}(?:love|like|hate|dislike|enjoy|adore|stand)\b(?!\s+(?:that|this|it|how|your|to (?:know|see|hear|say|ask)|the (?:idea|sound))\b)/i,
  /\b(?:my|our|his|her|their)\s+(?:\w+\s+)?(?:favou?rites?|preference)\b/i,
  /\b(?:i|we)(?:['’]m| am|['’]re| are)\s+(?:not\s+)?(?:a |an )?(?:(?:big|huge|strict|lifelong)\s+)?(?:fan of|vegetarian|vegan|into)\b/i,
  /(?<!\p{L})(?:ich (?:bevorzuge|mag|liebe|hasse|esse kein\p{L}*|trinke (?:lieber|kein\p{L}*))|lieber|lieblings\p{L}+)(?!\p{L})/iu,
  /(?<!\p{L})(?:je (?:préfère|préférerais|n['’]aime pas|déteste|adore)|j['’](?:aime|adore))(?!\p{L})/iu,
  /(?<!\p{L})(?:prefiero|(?:no )?me (?:gustan?|encantan?)|odio|prefiro|gosto de|não gosto|preferisco|mi (?:piace|piacciono)|non mi piace)(?!\p{L})/iu,
  /(?<!\p{L})(?:я (?:предпочитаю|люблю|не люблю|ненавижу)|мне (?:больше |не )?нравится)(?!\p{L})/iu,
  /(?:更?喜欢|不喜欢|偏好|讨厌|宁愿|が好き|が嫌い|のほうがいい|方がいい|좋아(?:해|합)|싫어)/,
];

/** How the user wants to be talked to. */
export const STYLE = [
  /\b[Cc]all me\s+\p{Lu}|\b(?:[Aa]nswer|[Rr]eply|[Rr]espond|[Ww]rite|[Ss]peak|[Tt]alk)(?: to me)? in \p{Lu}\p{Ll}{3}/u,
  /\b(?:from now on|in (?:the )?future|whenever i|when i ask|going forward)\b/iu,
  /\b(?:keep|make|write|answer|reply|respond|speak|format|give me)\b.{0,60}\b(?:short|shorter|brief|concise|longer|detailed|simple|plain|formal|informal|casual|bullet|bullets|emojis?|jargon|metric|one (?:line|sentence|paragraph))\b/i,
  /(?<!\p{L})(?:nenn mich|du(?:z|zt) mich|antworte (?:bitte )?(?:auf|kurz|knapp)|halte? dich (?:bitte )?kurz|appelle-moi|tutoie-moi|réponds?(?:ez)?(?:-moi)? (?:en|de|plus)|llámame|tutéame|responde (?:en|con|más)|me chame|chiamami|rispondi (?:in|con|più)|называй меня|отвечай)(?!\p{L})/iu,
  /请用|回答.{0,6}(?:简短|简洁)|(?:简短|简洁).{0,8}回答|叫我|と呼んで|で答えて|短く(?:答|し)|라고 불러|짧게/,
];

export const PROMISES = [
  /\b(?:i|we)(?:['’]ll| will| shall| promise|['’]m going to| am going to|['’]re going to| are going to|['’]m gonna| won['’]t)\s+(?!(?:be (?:happy|glad|fine|ok|okay|honest|here)|say|admit|assume|guess|need|have|want|never|always|love|miss|just)\b)\p{L}/iu,
  /\b(?:i|we) promised?\b|\byou (?:promised|said you(?:['’]d| would|['’]ll))\b/i,
  /(?<!\p{L})ich (?:werde|rufe|schicke|mache|bringe|melde|kümmere|verspreche|erledige|buche|schreibe|erinnere)(?!\p{L})/iu,
  /(?<!\p{L})(?:je (?:vais|te promets|vous promets|m['’]en occupe)|je (?:\p{L}+ ){0,2}\p{L}{2,20}rai)(?!\p{L})/iu,
  /(?<!\p{L})(?:voy a|vamos a|te (?:llamo|aviso|mando|escribo|prometo)|llamaré|enviaré|vou (?:te )?\p{L}+r|prometo|ti (?:chiamo|mando|prometto)|chiamerò)(?!\p{L})/iu,
  /(?<!\p{L})(?:я (?:\p{L}+ )?(?:позвоню|сделаю|пришлю|напишу|буду|обещаю|закажу|куплю)|обещаю)(?!\p{L})/iu,
  /我(?:会|來|来|明天|下周|马上|这就|答应|保证)|(?:しておきます|ておくね|つもりです|約束します|電話します)|(?:할게|하겠습니다|약속)/,
];

export const FAILED = [
  /\b(?:tried|attempted)\b.{1,200}\b(?:but|without success|failed|didn['’]t|did not|doesn['’]t|no luck|still)\b/i,
  /\b(?:didn['’]t|did not|doesn['’]t|does not|won['’]t|isn['’]t|not|never)\s+(?:work|help|fix|compile|build|start|solve|working|worked|helping|helped)\b/i,
  /\b(?:failed|fails|crashed|crashes)\b.{0,100}\b(?:because|due to|with|when|since|again|on)\b/i,
  /\b(?:reverted|rolled back|gave up|backed out|dead end|no luck)\b/i,
  /(?:funktioniert(?:e)? (?:\p{L}+ )?nicht|nicht funktioniert|klappt(?:e)? nicht|geht nicht|nicht geholfen|fehlgeschlagen)/iu,
  /(?:ne (?:marche|fonctionne) pas|n['’]a pas (?:marché|fonctionné|aidé)|a échoué)/iu,
  /(?:no (?:funciona|funcionó|sirve|sirvió|ayudó)|não (?:funciona|funcionou|ajudou)|non (?:funziona|ha funzionato)|(?:falló|falhou))/iu,
  /не (?:работает|сработало|помогло|получилось)/iu,
  /不行|没用|不起作用|没成功|うまくいか|動かな(?:い|かった)|効かな|안 (?:돼|됐)|소용없/,
];

export const LEFT_OPEN = [
  /\b(?:TODO|FIXME)\b/,
  /^(?:next(?: steps?)?|remaining|still open|open (?:items?|questions?)|left to do|to do)\b\s*[:,–—-]/i,
  /(?:^|[.,;] |\b(?:please|you|and) )remind me\b/i,
  /\b(?:still (?:to do|open|pending|needs?|have to|has to|missing|to be|waiting)|left to do|remains to|waiting (?:for|on)|follow[- ]up on|(?:don['’]t|do not)(?: let me)? forget)\b/i,
  /\b(?:i|we)(?:['’]ve got to| also| really| still)?\s+(?:need to|have to|must|should|want to|plan to|(?:['’]d|would) like)\s+(?!(?:say|admit|be honest|know|understand)\b)\p{L}/iu,
  /\b(?:i|we)(?:['’]m| am|['’]re| are)\s+(?:\w+\s+)?(?:planning|hoping|aiming|supposed|about to|thinking (?:of|about)|looking forward)\b/i,
  /(?<!\p{L})(?:(?:muss|müssen) (?:\p{L}+ ){0,2}noch|noch (?:offen|zu tun|zu erledigen)|erinner[ne]? mich|vergiss nicht|als nächstes|ich (?:muss|will|möchte))(?!\p{L})/iu,
  /(?<!\p{L})(?:il reste|reste à|rappelle-moi|n['’]oublie pas|je dois|on doit|je veux|il faut qu(?:e je|['’]on))(?!\p{L})/iu,
  /(?<!\p{L})(?:faltan?|recuérdame|no (?:te )?olvides|tengo que|tenemos que|quiero|tenho que|preciso|me lembre|devo|ricordami|dobbiamo)(?!\p{L})/iu,
  /(?<!\p{L})(?:напомни|не забудь|осталось|мне (?:нужно|надо)|нам (?:нужно|надо)|хочу)(?!\p{L})/iu,
  /还(?:要|需要|没|得)|别忘|提醒我|下一步|我(?:想|要|打算)|忘れないで|リマインド|次は|しなければ|したいです|해야|잊지 마/,
];

export const REASON =
  /^(?:because|since|the reason|reason\s*:|why\s*:|that way|this way|so that|otherwise|weil|denn|sonst|grund\s*:|damit|parce que?|car|sinon|ainsi|porque|así|de lo contrario|perché|così|потому|иначе|так как|因为|因為|否则|这样|なぜなら|理由は|왜냐하면)(?![\p{sc=Latin}\p{sc=Cyrillic}])/iu;

/** "Got the tattoo last year", "Been busy": people leave out that it is they who did. */
export const SUBJECT_LEFT_OUT =
  /^(?:also |and |but |just |finally |recently )?(?:been|got|had|started|went|finished|gonna|gotta|made|took|bought|moved|met|saw|joined|signed|booked|won|lost|tried|visited|working on|living in|trying to|hab(?:e)?|war|bin)\b/i;

/** Intentions that are too vague to be held to. */
export const VAGUE =
  /\b(?:definitely|consider|keep|let you know|forget|reach out|do (?:my|our) best|focus on|look into|keep (?:that|this|it)|make sure|be able|try|ask|probably|start with|take (?:your|some|these)|follow (?:these|this|your))\b/i;

/** A sentence that is about what was just said: without it, nobody knows what. */
export const LEANS_BACK =
  /^(?:and |but |so |then |also |plus )?(?:it|its|it['’]s|he|he['’]s|his|she|she['’]s|her|they|they['’]re|their|them|that|that['’]s|this|these|those|there|then|both|er|sie|es|das|dies\p{L}*|sein\p{L}*|ihr\p{L}*|il|elle|ils|elles|c['’]est|ça|cela|él|ella|eso|esto|su|sus|ele|ela|isso|lui|lei|questo|он|она|оно|они|это|его|её|他|她|它|这|那|彼|彼女|それ|これ)(?![\p{sc=Latin}\p{sc=Cyrillic}])/iu;

/** Reactions: they say how somebody feels about what the other said. */
export const REACTS =
  /^(?:(?:wow|oh|ah|aw+|hm+|perfect|haha|yeah|yes|yep|hey|hi|hello|cool|great|nice|awesome|amazing|sweet|totally|absolutely|definitely|sure|ok|okay|right|good|glad|happy|sorry|thanks|thank|congrats|congratulations|welcome|sounds|looks|seems|love|so|such|what a|how|no (?:way|problem|worries)|hope|wish|can['’]t wait|exactly|indeed|i (?:agree|see|bet|hope|understand|know|get it|appreciate|totally)|i['’]m (?:so |really |very )?(?:glad|happy|sorry|proud|excited)|that['’]?s|it['’]?s (?:so|really|great|amazing|awesome)|you(?:['’]re| are|['’]ve| have|r)?|your)\b|schön|toll|super|génial|genial|ottimo|отлично|太好了|真的|すごい|좋네)/iu;
