/*
 * Words that tell what a sentence does, whoever says it and about whatever: English, German, French, Spanish, Portuguese,
 * Italian and Russian by the word, scripts without spaces by what they contain. A word may signal more than one thing.
 */

export const SIGNALS = {
  /** The speaker speaks of themselves. */
  self: `i i'm i've i'll i'd ive me my mine myself
    ich mich mir mein meine meinen meinem meiner meines
    je j'ai j'habite j'aime j'étais j'utilise moi mon ma mes
    yo mí mi mis tengo soy estoy vivo trabajo quiero necesito prefiero nací
    eu meu minha meus minhas tenho sou estou moro preciso prefiro
    io mio mia miei sono ho abito lavoro
    я мне меня мой моя моё мои мою моей`,
  us: `we we're we've we'll we'd our ours us wir uns unser unsere unseren unserem unserer nous notre nos nosotros nuestro
    nuestra nosso nossa nostro nostra мы наш наша наши нас нам`,
  other: `you you're you've you'll your yours du dich dir dein deine deinen deiner sie ihr ihre ihren tu te toi ton ta tes
    vous votre vos tú usted tus você seu sua lei tuo tua ты тебя тебе твой вы вас вам ваш`,
  hedge: `maybe perhaps might possibly probably presumably guess suppose wondering unsure hopefully imagine
    vielleicht vermutlich wahrscheinlich eventuell peut-être sûrement quizás quizá talvez forse может наверное возможно`,
  prefers: `prefer prefers preferred favorite favourite favorites favourites love loves like likes hate hates dislike dislikes
    enjoy enjoys adore rather fan allergic vegetarian vegan
    bevorzuge lieber mag liebe hasse lieblings préfère préférerais aime adore déteste prefiero gusta gustan encanta odio
    prefiro gosto adoro odeio preferisco piace piacciono предпочитаю люблю нравится ненавижу`,
  /** What a person's life is made of. */
  life: `name named called birthday born age married wife husband partner spouse girlfriend boyfriend fiancé fiancée son
    daughter kid kids child children baby mother father mom mum dad parents sister brother siblings grandma grandmother
    grandpa grandfather aunt uncle cousin niece nephew friend friends neighbor neighbour roommate boss colleague coworker
    dog cat puppy kitten pet pets allergy allergies allergic intolerant medication medicine dose doses dosage pill pills
    tablet tablets insulin prescription prescribed diagnosed diagnosis diabetes asthma surgery doctor dentist therapist
    hospital appointment address street phone passport insurance rent salary mortgage job work works working company moved
    move live lives living house apartment flat hometown school university college degree graduated retired pregnant divorced
    anniversary wedding funeral holiday vacation trip flight hotel visa car bike
    heiße heißt geburtstag geboren verheiratet frau mann sohn tochter kind kinder mutter vater schwester bruder oma opa
    freund freundin nachbar hund katze allergie allergisch medikament dosis tablette tabletten arzt ärztin zahnarzt termin
    adresse straße wohne wohnt arbeite arbeitet miete gehalt urlaub reise flug hochzeit schule auto
    m'appelle appelle anniversaire né née marié mariée femme mari fils fille enfant enfants mère père sœur frère ami amie
    chien chat allergie allergique médicament comprimé médecin dentiste rendez-vous adresse rue habite travaille loyer vacances
    llamo llama cumpleaños casado casada esposa esposo marido hijo hija hijos madre padre hermana hermano amigo amiga perro
    gato alergia alérgico alérgica medicamento pastilla médico dentista cita dirección calle vivo vive trabajo trabaja alquiler
    chamo chama aniversário filho filha mãe pai irmã irmão cachorro alergia alérgico remédio médico consulta endereço rua moro
    chiamo chiama compleanno moglie marito figlio figlia madre padre sorella fratello cane gatto allergia allergico medicina
    medico appuntamento indirizzo abito lavoro
    зовут родился родилась жена муж сын дочь мама папа мать отец сестра брат друг собака кошка аллергия лекарство таблетки
    врач адрес живу работаю день рождения`,
  /** What must not be got wrong about a person. */
  vital: `allergic allergy allergies intolerant intolerance medication medicine dose dosage insulin prescription prescribed
    diagnosed diagnosis diabetes diabetic asthma epilepsy pregnant surgery blood mcg birthday born passport named
    allergie allergisch allergien medikament dosis unverträglichkeit schwanger diagnose geburtstag geboren heiße heißt
    allergique médicament enceinte diabète anniversaire né née m'appelle s'appelle
    alergia alérgico alérgica medicamento embarazada diabetes cumpleaños nació llamo llama remédio aniversário chama
    allergico allergica medicina incinta compleanno chiama аллергия аллергии лекарство диабет беременна родился родилась зовут`,
  /** Something that will be done, or should be. */
  todo: `todo fixme tbd next remaining pending later remind reminder deadline due follow-up
    noch offen erinnere nächste nächster ausstehend frist ensuite rappelle prochain prochaine reste échéance
    pendiente falta recuérdame próximo próxima luego pendente lembre próximo manca ricordami prossimo осталось напомни следующий`,
  done: `done fixed finished completed implemented resolved solved merged shipped deployed added removed created updated
    passes passed passing works booked called paid sent bought cancelled canceled bereits erledigt fertig behoben gebucht
    bezahlt gekauft abgeschlossen terminé fini corrigé réservé payé envoyé acheté hecho terminado arreglado reservado pagado
    enviado comprado feito pronto pago fatto finito prenotato pagato сделано готово исправлено оплатил купил`,
  now: `currently now ongoing halfway underway still meanwhile nowadays derzeit aktuell momentan gerade jetzt actuellement
    maintenant actualmente ahora actualmente agora atualmente adesso attualmente сейчас теперь`,
  /** Time that only the day on which it was said explains. */
  relative: `today tonight yesterday tomorrow ago last next monday tuesday wednesday thursday friday saturday sunday weekend
    recently heute gestern morgen übermorgen vorgestern letzte letzten letztes nächste nächsten montag dienstag mittwoch
    donnerstag freitag samstag sonntag wochenende aujourd'hui hier demain prochain prochaine dernier dernière lundi mardi
    mercredi jeudi vendredi samedi dimanche hoy ayer mañana próximo próxima pasado pasada lunes martes miércoles jueves viernes
    sábado domingo hoje ontem amanhã segunda terça quarta quinta sexta oggi ieri domani prossimo scorso lunedì martedì
    mercoledì giovedì venerdì сегодня вчера завтра понедельник вторник среду четверг пятницу субботу воскресенье`,
  failed: `failed fails fail failing failure broke broken breaks crashed crashes error errors wrong reverted revert unsuccessful
    unable impossible stuck fehlgeschlagen scheitert fehler kaputt échoué échoue erreur falló falla fallado error falhou fallito
    ошибка сломалось`,
  tried: `tried trying attempt attempted attempts versucht probiert essayé tenté intenté probé tentei provato пробовал пытался
    approach workaround`,
  found: `found turns root cause because caused culprit actually discovered confirmed verified measured realized realised
    noticed learned herausgefunden ursache weil denn découvert cause parce encontré causa porque descobri scoperto perché
    оказалось причина`,
  will: `will i'll we'll won't going gonna promise promised plan planning plans intend remind shall werde wird werden verspreche
    vorhabe mache rufe schicke bringe melde kümmere erledige buche schreibe erinnere rappellerai appellerai enverrai ferai
    dirai donnerai vais allons promets voy vamos prometo prometto farò vou llamo aviso mando escribo llamaré enviaré haré chiamo chiamerò manderò
    буду обещаю собираюсь позвоню сделаю пришлю напишу куплю закажу`,
  wants: `want wants need needs needed wish would hope hoping goal aim trying looking please help möchte will brauche bitte ziel
    veux voudrais besoin but quiero necesito quisiera quero preciso voglio vorrei bisogno хочу нужно надо`,
  /*
   * The last three only open the way to rules that look closer (decisions, demands, corrections and failures): most
   * sentences have none of these words and need not be looked at by them.
   */
  decides: `decision decided decide agreed chose chosen choosing opted settled settling concluded choice pick picking picked
    prefer let's lets let we'll i'll will shall should going go use keep store plan
    entschieden beschlossen nehmen décidé part utiliserons decidido decidimos usar usaremos решили решено выбрали`,
  rules: `must mustn't not never always cannot can't don't sure ensure important remember only without circumstances costs
    fall niemals immer darf dürfen muss müssen faut pas jamais toujours doit nunca siempre debe`,
  negates: `no not nope wrong incorrect mistaken mistake meant misspoke misremembered correction scratch actually sorry wait oops
    never didn't doesn't won't isn't tried attempted failed fails crashed crashes reverted rolled gave backed dead luck
    nein nicht kein keine keinen non pas não нет не échoué falló falhou fehlgeschlagen`,
} as const;
export type Signal = keyof typeof SIGNALS;

const names = Object.keys(SIGNALS) as Signal[];

export const bitOf = Object.fromEntries(names.map((name, index) => [name, 1 << index])) as Record<Signal, number>;

const bits = new Map<string, number>();
for (const name of names)
  for (const word of SIGNALS[name].split(/\s+/)) bits.set(word, (bits.get(word) ?? 0) | bitOf[name]);

/** The same for scripts that put no spaces between words. */
const WITHOUT_SPACES: readonly (readonly [RegExp, Signal])[] = [
  [/我|咱|私|僕|俺|저는|저의|제가|나는|내가|우리/, "self"],
  [/决定|決定|就用|採用|采用|に決め|ことにし/, "decides"],
  [/必须|不要|禁止|总是|绝不|必ず|しないで|してはいけない/, "rules"],
  [/不|没|沒|错|錯|应该是|ではなく|じゃなくて|違|間違|ない|なかった|うまくいか|効かな|아니|틀렸|안 |소용없/, "negates"],
  [/你|您|あなた|당신/, "other"],
  [/也许|可能|大概|たぶん|かもしれ|아마/, "hedge"],
  [/喜欢|喜歡|偏好|讨厌|討厭|更愿意|宁愿|最爱|好き|嫌い|好む|좋아|싫어|선호/, "prefers"],
  [
    /生日|叫|名字|妻子|丈夫|老婆|老公|儿子|女儿|孩子|妈妈|爸爸|母亲|父亲|姐姐|妹妹|哥哥|弟弟|朋友|狗|猫|过敏|药|剂量|医生|牙医|预约|地址|住在|工作|房租|誕生日|名前|妻|夫|息子|娘|母|父|犬|アレルギー|薬|医者|歯医者|予約|住所|住んで|働いて|생일|이름|아내|남편|아들|딸|강아지|고양이|알레르기|약|병원|주소/,
    "life",
  ],
  [/生日|过敏|剂量|吃药|毫克|微克|怀孕|糖尿病|誕生日|アレルギー|妊娠|糖尿病|名前|생일|알레르기|임신|당뇨/, "vital"],
  [/待办|下一步|提醒|还要|截止|次は|リマインド|締め切り|다음|마감/, "todo"],
  [/完成了|已完成|搞定|修好|已经|完了|終わっ|できました|완료|끝났/, "done"],
  [/目前|现在|正在|現在|今は|지금|현재/, "now"],
  [/今天|昨天|明天|后天|下周|上周|星期|周[一二三四五六日]|今日|昨日|明日|来週|先週|曜日|오늘|어제|내일/, "relative"],
  [/失败|报错|出错|失敗|エラー|실패|오류/, "failed"],
  [/试过|尝试|試し|試みた|시도/, "tried"],
  [/发现|原因|因为|因為|原来|わかった|分かりました|ため|때문/, "found"],
  [/会|将|我来|我明天|我下周|我马上|打算|计划|答应|つもり|予定|します|しておき|ておくね|할게|겠습니다/, "will"],
  [/想|要|需要|希望|请|したい|欲しい|ほしい|ください|싶어|필요|주세요/, "wants"],
];
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const WORD = /[\p{L}\p{M}](?:[\p{L}\p{M}'-]*[\p{L}\p{M}])?/gu;

export const hasNoSpaces = (text: string): boolean => SPACELESS.test(text);

/** What the words of a sentence signal, as bits. */
export function signalsOf(sentence: string): number {
  let found = 0;
  for (const word of sentence.toLowerCase().replaceAll("’", "'").match(WORD) ?? []) found |= bits.get(word) ?? 0;
  if (SPACELESS.test(sentence))
    for (const [pattern, signal] of WITHOUT_SPACES) if (pattern.test(sentence)) found |= bitOf[signal];
  return found;
}
