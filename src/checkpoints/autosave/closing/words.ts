/*
 * How people end a sitting, in their own languages. Each line is a pattern for a whole clause, in lower case and without
 * punctuation; what may stand around it (thanks, names, "ok") is taken off before.
 */

export interface ClosingWords {
  /** An end wherever they are a clause of their own: "commit this and good night". */
  readonly farewells: readonly string[];
  /** An end only as the last word: they greet as well, or are the words of many a program. */
  readonly last: readonly string[];
  /** An end only as the whole message: alone they are orders, in a sentence they are what one works on. */
  readonly alone: readonly string[];
  /** What may stand before or behind any of them. */
  readonly around: readonly string[];
}

const ENGLISH_DAY =
  "(?:(?:tmrw|tmr|tomoz|another (?:day|time)|some other (?:day|time))|tomorrow(?: morning| afternoon| evening)?|later(?: today| tonight)?|soon|then|around|next (?:week|time|monday)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: morning)?|in the morning|after (?:the )?(?:weekend|holidays?))";
const ENGLISH_ME =
  "(?:i|we|i'm|i am|we're|we are|i'll|i will|we'll|we will|will|gonna|i've|we've|let's|lets|let us|i think|i guess)";

const ENGLISH_BREAK = "(?: for (?:a (?:bit|while|moment|minute|sec|second)|now|lunch|dinner|coffee|today))";
const ENGLISH_MACHINE = "(?:the|my) (?:laptop|computer|machine|pc|mac(?:book)?)(?: lid)?(?: down| off)?(?: now)?";

const english: ClosingWords = {
  farewells: [
    "(?:good ?night|g'?night|gn|nighty? night|night night)",
    "(?:have|enjoy) (?:a|your|the) (?:(?:good|great|nice|lovely|restful|relaxing) )?(?:night|evening|weekend|rest of (?:the|your) day|day|one)",
    `(?:see|cya|catch|talk to|speak to|meet) (?:you|ya|u|y'all)(?: all)? ${ENGLISH_DAY}`,
    `(?:cya|c u|cu) ${ENGLISH_DAY}`,
    `(?:until|till|til) (?!then$)${ENGLISH_DAY}`,
    "(?:ttyl|ttfn|cheerio|farewell)",
    "(?:that'll|that will|this'll|this will) do(?: it)?(?: from me)? for (?:today|tonight|the day|this evening|now)",
    "(?:i'm |i am |im )?out for (?:today|tonight|the day|the night|the evening|the weekend)",
    "(?:that's|that is|thats|that'll be|it's) (?:it|all|everything|enough|a wrap)(?: from me)? (?:for )?(?:today|tonight|the day|this evening|now)",
    "(?:enough|done|finished|all|it) for (?:today|tonight|the day)",
    `${ENGLISH_ME}(?: all)? (?:done|finished|through) (?:for|with work for) (?:today|tonight|the day|now)`,
    `(?:${ENGLISH_ME} )?(?:call|calling|called|gonna call|going to call) it (?:a day|a night|quits)`,
    `(?:${ENGLISH_ME} )?(?:stop|stopping|finish|end|quit|wrap(?:ping)? (?:it |this |things )?up|leave it|leave this|leave it there|leave it here|leave it at that|pause)(?: here| there| now)? (?:for (?:today|tonight|the day|now)|until tomorrow)`,
    `(?:${ENGLISH_ME} )?(?:can |should |could )?(?:continue|carry on|go on|resume|keep going|pick (?:this|it|things) up|pick up|get back to (?:this|it)|finish (?:this|it)|do the rest)(?: this| it| here| again| there| with (?:this|it|the rest))? ${ENGLISH_DAY}`,
    `(?:tomorrow|next week|on monday) (?:i|we|i'll|we'll|i will|we will) (?:continue|carry on|go on|resume|finish|pick)(?: .{1,40})?`,
    "(?:(?:i'm|i am|i'll be|im|and) )?(?:going|off|heading|gonna go|about to go) (?:to (?:bed|sleep|home)|home|out|off)(?: now| for (?:today|the day|the night))?",
    "(?:i'm |i am |time |it's time |past time )?(?:for|to go to) bed",
    "(?:i )?(?:gotta|got to|have to|need to|must|should|'ve got to) (?:go|run|leave|dash|head (?:out|home)|sleep|get some sleep|go to (?:bed|sleep))(?: now| home)?",
    "(?:i'm |i am |im )?(?:signing|logging|clocking|heading|shutting|dropping|knocking)(?: it)? (?:off|out|down)(?: for (?:today|tonight|the day|the night|now))?",
    "(?:i'm |i am |im )off(?: now| for (?:today|tonight|the day))?",
  ],
  last: [
    ...["(?:good )?bye(?:[ -]?bye)?", "goodbye", "see (?:you|ya|u)", "cya", "laters?", "night", "ciao", "peace out"],
    `(?:let's|lets|let us|we can|we could|we should|i'll|i will|we'll|i'd|i want to|i need to) (?:stop|pause|leave it|take a break|halt)(?: right)?(?: here| there)?${ENGLISH_BREAK}?(?<!stop|pause|leave it|halt)`,
    `(?:brb|bbl|bbs|afk)(?: (?:lunch|dinner|food|coffee|phone|\\d+ ?min(?:utes?)?))?`,
    `(?:(?:i'll|i will|will|gonna) )?(?:be )?(?:right back|back (?:soon|shortly|later|tomorrow|in (?:\\d+|five|ten|twenty|thirty)|in (?:a|an|half an|\\d+|five|ten|twenty|thirty)(?: (?:bit|while|moment|minute|min|hour|sec|second))s?))`,
    `(?:i'm |i am |im |i'll |gonna |going to |i )?(?:clos(?:e|ing)|shut(?:ting)?(?: down| off)?|turn(?:ing)? off|power(?:ing)? (?:off|down)) ${ENGLISH_MACHINE}`,
    `(?:i'm |i am |im )?(?:stepping|going|taking) (?:away|out|afk|off|a break|for (?:a walk|lunch|dinner|coffee))${ENGLISH_BREAK}?`,
    "(?:it's |its )?time (?:for me )?to (?:go|leave|head (?:out|home))",
    "(?:i )?(?:gotta|got to|have to|need to|must|'ve got to) (?:catch (?:a|my|the) (?:train|bus|flight|plane|tram)|pick up (?:the|my) (?:kids?|children|son|daughter|wife|husband)|(?:get|go) to (?:a|the|my) (?:meeting|doctor|dentist|appointment))",
  ],
  alone: [
    "(?:exit|quit|log ?out|log ?off|sign ?out|sign ?off)",
    "(?:end|close|exit|quit|finish|stop) (?:(?:the|this|our) )?(?:session|conversation|chat)",
    "[/:](?:exit|quit|logout|bye|q|wq|q!|x)",
    "that's all for now",
  ],
  around:
    "ok|okay|k|alright|all right|right|well|so|then|anyway|great|good|nice|perfect|cool|awesome|yes|yep|no|and|but|now|please|thanks|thank you|thx|ty|cheers|thanks a lot|thank you so much|thank you very much|many thanks|for everything|for all (?:of )?your help|for your help|for the help|today|everyone|everybody|all|guys|folks|team|buddy|mate|friend|my friend|claude|codex|gemini|gpt|chatgpt|assistant|dear|i think|i guess|i'm tired|time to".split(
      "|",
    ),
};

const GERMAN_DAY =
  "(?:morgen(?: früh| abend)?|später|dann|bald|nachher|übermorgen|nächste woche|nächstes mal|(?:am )?(?:mon|diens|donners|frei|sams|sonn)tag|(?:am )?mittwoch|(?:nach dem )?wochenende)";

const german: ClosingWords = {
  farewells: [
    "gute? nacht|gut nacht|schlaf gut|gn8",
    `(?:wir (?:sehen|hören|sprechen) uns |bis )${GERMAN_DAY}`,
    "(?:schönen|schoenen) (?:feierabend|abend|tag)(?: noch)?|schönes wochenende|feierabend|(?:ich )?(?:mach(?:e)?|machen wir|wir machen) (?:jetzt )?feierabend",
    "(?:das|dies) (?:war'?s|wars|war es|ist alles|wäre alles|reicht)(?: dann)?(?: jetzt)? für heute|das ist alles für heute",
    "(?:für heute )?(?:reicht'?s|reicht es|ist schluss|schluss|genug|fertig|war'?s das)(?: jetzt)? für heute|für heute (?:reicht'?s|reicht es|ist schluss|bin ich fertig|war'?s das|machen wir schluss|genug)",
    "(?:ich |wir )?(?:mache?|machen|mach)(?: ich| wir)? (?:jetzt |für heute )?schluss(?: für heute)?",
    "(?:lass uns |lasst uns |wir |ich )?(?:machen?|mache|mach)?(?: wir| ich)? ?(?:morgen|nächste woche|am montag|später)(?: früh)? (?:weiter(?:machen)?|damit weiter)",
    "(?:wir |ich )?(?:machen?|mache|setzen? das)(?: wir| ich)? (?:morgen|am montag|nächste woche) (?:weiter|fort)",
    "weiter geht'?s morgen|morgen geht'?s weiter|morgen (?:machen wir|mache ich) weiter",
    "(?:ich )?(?:geh|gehe|muss|bin)(?: jetzt| dann)?(?: mal)? (?:schlafen|ins bett|nach hause|heim|los|weg|dann weg)",
    "(?:ich )?(?:melde|logge) mich (?:ab|aus)",
    "(?:ich )?bin (?:dann |jetzt |mal )*raus(?: für heute)?",
  ],
  last: [
    ...[
      "bis gleich",
      "(?:ich )?(?:mach(?:e)? |geh(?:e)? in die |jetzt )?(?:mittags|kaffee)pause",
      "tschüss?i?",
      "tschau",
      "ciao",
      "servus",
      "auf wiedersehen",
      "wiedersehen",
      "mach'?s gut",
    ],
    "(?:lass uns|lasst uns|wir können|ich will|ich möchte) hier(?: mal| erst(?: ein)?mal)? (?:aufhören|stoppen|schluss machen|unterbrechen|pausieren|pause machen)|(?:hören wir|wir hören|ich höre?) hier(?: mal| erst(?: ein)?mal)? auf|(?:machen wir|wir machen|ich mache?) (?:hier )?(?:mal )?(?:eine )?pause",
    "(?:(?:ich )?bin|bin ich) (?:kurz |mal |gleich |bald )+(?:weg|afk|wieder da|zurück|zurueck)|(?:ich )?(?:komme|bin) (?:gleich|bald|später|in (?:einer|\\d+) (?:stunden?|minuten?)) (?:wieder|zurück)",
    "(?:ich )?(?:mach(?:e)?|klapp(?:e)?|fahr(?:e)?) (?:jetzt |mal )?(?:den|meinen) (?:laptop|rechner|computer|pc) (?:zu|aus|runter|herunter)",
    "(?:ich )?(?:muss|sollte) (?:jetzt |dann |leider |mal )*(?:los|weg|gehen|zum zug|zur bahn)",
  ],
  alone: ["beenden", "abmelden", "ausloggen", "sitzung beenden|beende die sitzung"],
  around:
    "ok|okay|gut|super|prima|alles klar|ja|nein|danke|danke dir|danke schön|vielen dank|besten dank|und|also|so|dann|noch|jetzt|claude|leute|alle|zusammen|für alles|mal|ich denke".split(
      "|",
    ),
};

const FRENCH_DAY =
  "(?:demain(?: matin| soir)?|plus tard|plus|bientôt|tout à l'heure|la prochaine|la semaine prochaine|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ce soir)";

const french: ClosingWords = {
  farewells: [
    "bonne (?:nuit|soirée|fin de journée)(?: à (?:toi|vous|tous|toutes))?|bonsoir et à demain|dors bien",
    "bon(?: week-?end| weekend|ne journée)",
    `à ${FRENCH_DAY}|(?:on se (?:voit|parle|retrouve) )${FRENCH_DAY}`,
    "(?:c'est|ce sera) (?:tout|fini|bon|terminé|assez) pour (?:aujourd'hui|ce soir|maintenant)",
    "(?:on |je )?(?:s'arrête|m'arrête|arrête|arrêtons|arrêtons-nous)(?: là| ici)?(?: là)? (?:pour (?:aujourd'hui|ce soir))",
    "on s'arrête là",
    `(?:on |je |nous )?(?:reprend|reprends|reprendra|reprenons|continue|continuera|continuerai|continuons|continuerons|finit|finira|poursuit)(?: ça| cela)? (?:demain|lundi|la semaine prochaine|plus tard)(?: matin)?`,
    "je (?:vais me coucher|vais dormir|vais au lit|file|m'en vais|te laisse|vous laisse|dois (?:y aller|partir|filer)|pars|rentre)(?: maintenant)?",
    "(?:ça suffit|assez) pour (?:aujourd'hui|ce soir)|j'ai (?:fini|terminé) pour (?:aujourd'hui|ce soir)",
  ],
  last: [
    ...["au revoir", "salut", "ciao", "adieu", "tchao"],
    "(?:on |je )(?:va |vais |peut |veux )?(?:s'arrêter|m'arrêter|arrête|m'arrête|s'arrête|arrêter|faire une pause|fait une pause|fais une pause)(?: là| ici)(?: un (?:moment|instant))?|arrêtons(?:-nous)? (?:là|ici)|restons-en là|on en reste là",
    "je reviens(?: (?:tout de suite|vite|bientôt|plus tard|dans (?:une|un|\\d+|cinq|dix) (?:heures?|minutes?|instant|moment)))?|je m'absente(?: un (?:moment|instant))?",
    "je (?:ferme|éteins|vais fermer|vais éteindre) (?:le |mon |l')(?:portable|ordinateur|ordi|pc|laptop)(?: maintenant)?",
    "(?:il )?faut que (?:j'y aille|je (?:parte|file|m'en aille|te laisse))",
  ],
  alone: ["quitter|déconnexion|se déconnecter|ferme la session|termine la session"],
  around:
    "ok|d'accord|bon|bien|super|parfait|oui|non|merci|merci beaucoup|merci pour tout|merci bien|et|alors|donc|maintenant|claude|tous|tout le monde".split(
      "|",
    ),
};

const SPANISH_DAY =
  "(?:mañana|luego|pronto|después|entonces|más tarde|otro día|la próxima|la vista|ahora|(?:el )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|la semana que viene)";

const spanish: ClosingWords = {
  farewells: [
    `hasta ${SPANISH_DAY}|nos vemos(?: ${SPANISH_DAY})?|te veo ${SPANISH_DAY}`,
    "que (?:descanses|duermas bien|tengas (?:buena noche|buen día|buen fin de semana))|buen fin de semana|buen descanso",
    "(?:eso|esto)(?: ya)? es todo(?: por| para) (?:hoy|ahora)|(?:ya )?(?:está|basta|es suficiente|suficiente)(?: ya)? por hoy|por hoy (?:ya está|es todo|basta|es suficiente|lo dejamos(?: aquí)?|terminamos|hemos terminado|he terminado)",
    "(?:lo )?(?:dejamos|dejémoslo|dejo|paramos|paro|terminamos|terminé|acabamos|he terminado|hemos terminado)(?: aquí| ya| así)?(?: por hoy| hasta mañana)",
    "(?:ya )?(?:terminé|he terminado|hemos terminado|terminamos|acabé) por hoy",
    "(?:seguimos|continuamos|seguiremos|continuaremos|seguiré|continuaré|sigo|continúo|retomo|retomamos|retomaré)(?: con esto| esto)? (?:mañana|el lunes|luego|más tarde)|mañana (?:seguimos|continuamos|sigo|continúo|seguiré|continuaré|seguiremos|continuaremos|retomo|retomamos)(?: con esto| esto)?",
    "me voy(?: ya)?(?: a (?:dormir|la cama|casa|acostar))?|me (?:tengo que|debo) ir|tengo que irme|me desconecto|a dormir",
  ],
  last: [
    ...["buenas noches", "adiós", "adios", "cha[ou]", "chaíto"],
    "(?:vamos a |podemos |mejor )?(?:paremos|parar|paramos|dejémoslo|dejarlo|lo dejamos|lo dejo|detengámonos) (?:aquí|acá)(?: por ahora| un rato)?|hagamos una pausa",
    "ahora vuelvo|(?:ya |ahora )?(?:vuelvo|regreso) (?:enseguida|pronto|luego|más tarde|mañana|en (?:un|una|\\d+) (?:rato|momento|minutos?|horas?))",
    "(?:voy a )?(?:cierro|apago|cerrar|apagar) (?:el|la|mi) (?:portátil|ordenador|computadora|laptop|compu)(?: ya| ahora)?",
    "(?:ya )?(?:tengo que|debo) (?:salir|marcharme)",
  ],
  alone: ["salir|cerrar sesión|cierra (?:la )?sesión|desconectar|terminar(?: la)? sesión"],
  around:
    "ok|vale|bien|bueno|perfecto|genial|sí|no|gracias|muchas gracias|gracias por todo|mil gracias|y|entonces|pues|ya|claude|a todos|todos|equipo".split(
      "|",
    ),
};

const portuguese: ClosingWords = {
  farewells: [
    "até (?:amanhã|logo|mais|breve|já|depois|a próxima|segunda|segunda-feira)|a gente se vê(?: amanhã)?|nos vemos amanhã",
    "(?:por hoje )?(?:é só|é tudo|chega|basta|já chega)(?: por hoje)|por hoje (?:é só|é tudo|chega|basta|já chega|terminamos|paramos)(?: isso)?",
    "(?:eu )?(?:continuamos|continuo|continuarei|vou continuar|vamos continuar|seguimos|retomamos|retomo)(?: isso| isto)? amanhã(?: (?:de|pela) manhã| cedo)?|amanhã (?:continuamos|continuo|seguimos|a gente continua|retomamos)|a gente continua amanhã",
    "(?:eu )?vou (?:dormir|embora|deitar|para a cama|nessa)|(?:eu )?(?:tenho que|preciso) ir(?: embora)?|bom fim de semana|durma bem",
    "(?:paramos|vamos parar|terminamos)(?: aqui)? por hoje",
  ],
  last: [
    ...["boa noite", "tchau", "adeus"],
    "(?:vamos |podemos )?(?:parar|paramos|pararmos|ficar|ficamos) (?:por )?aqui(?: por agora| um pouco)?|vamos fazer uma pausa",
    "(?:eu )?(?:já volto|volto (?:já|logo|em breve|mais tarde|daqui a (?:pouco|uma hora|\\d+ minutos)|em (?:uma hora|\\d+ minutos)))",
    "(?:eu )?(?:vou |estou )?(?:fechar|fechando|fecho|desligar|desligando|desligo) (?:o|meu|o meu) (?:laptop|notebook|computador|portátil|pc)(?: agora)?",
  ],
  alone: ["sair|encerrar(?: a)? sessão|terminar(?: a)? sessão"],
  around: "ok|certo|bom|bem|ótimo|sim|não|obrigad[oa]|muito obrigad[oa]|por tudo|valeu|e|então|claude|pessoal".split(
    "|",
  ),
};

const italian: ClosingWords = {
  farewells: [
    "buona ?notte|buona serata|buon fine settimana|buon weekend|sogni d'oro",
    "(?:a|ci vediamo|ci sentiamo) (?:domani|presto|dopo|lunedì|più tardi|la prossima)(?: mattina)?|ci vediamo|alla prossima",
    "(?:è tutto|basta|basta così|abbiamo finito|ho finito|fermiamoci|ci fermiamo)(?: qui)? per oggi|per oggi (?:è tutto|basta(?: così)?|abbiamo finito|ho finito|ci fermiamo(?: qui)?)",
    "(?:continuiamo|continuo|continuerò|continueremo|riprendiamo|riprendo|riprenderò|proseguiamo) (?:domani|lunedì)(?: mattina)?|domani (?:continuiamo|continuo|riprendiamo|riprendo|proseguiamo)",
    "(?:vado a (?:dormire|letto|casa|nanna)|devo andare|me ne vado|stacco)",
  ],
  last: [
    ...["ciao(?: ciao)?", "arrivederci", "addio"],
    "(?:ci fermiamo|fermiamoci|possiamo fermarci|mi fermo|facciamo una pausa)(?: qui| qua)(?: per ora| un attimo)?|facciamo una pausa",
    "(?:torno|ritorno) (?:subito|presto|dopo|più tardi|tra (?:poco|un'ora|\\d+ minuti))",
    "(?:sto )?(?:chiudo|spengo|chiudendo|spegnendo) (?:il|il mio) (?:portatile|computer|pc|laptop)(?: ora| adesso)?",
    "(?:ora )?devo (?:scappare|andare via|uscire|staccare)",
  ],
  alone: ["esci|chiudi (?:la )?sessione|disconnetti"],
  around: "ok|va bene|bene|perfetto|ottimo|sì|no|grazie|grazie mille|di tutto|e|allora|claude|a tutti|tutti".split("|"),
};

const russian: ClosingWords = {
  farewells: [
    "(?:спокойной|доброй) ночи|хороших выходных|хорошего вечера",
    "до (?:завтра|встречи|скорого|понедельника|утра|связи)|увидимся(?: завтра| позже| в понедельник)?",
    "(?:на сегодня )?(?:всё|все|хватит|достаточно|закончили|закончим|закончил|закончила)(?: на сегодня)|на сегодня (?:всё|все|хватит|достаточно|закончили|закончим|закончил|закончила)",
    "(?:я )?(?:продолжим|продолжу|закончим|доделаем|доделаю) (?:завтра(?: утром| вечером)?|в понедельник|позже)|завтра (?:продолжим|продолжу|закончим|доделаем)",
    "(?:я )?(?:пошёл |пошла |иду |пойду |ложусь )?(?:спать|домой)|мне пора|я ухожу|я пош[её]л",
  ],
  last: [
    ...["пока(?:-пока| пока)?", "до свидания", "прощай(?:те)?", "бывай"],
    "(?:давай(?:те)? )?(?:здесь |тут |на этом )(?:остановимся|закончим|прерв[её]мся)|(?:давай(?:те)? )?(?:остановимся|закончим|прерв[её]мся) (?:здесь|тут|на этом)|сделаем (?:паузу|перерыв)",
    "(?:я )?(?:скоро|сейчас|позже|через (?:час|минуту|\\d+ минут)) вернусь|(?:я )?вернусь (?:скоро|позже|через (?:час|\\d+ минут))|отойду(?: ненадолго)?|я отош[её]л",
    "(?:я )?(?:закрываю|выключаю) (?:свой )?(?:ноутбук|ноут|компьютер|комп)",
    "(?:мне )(?:надо|нужно|пора) (?:идти|бежать|уходить|уйти|ехать)",
  ],
  alone: ["выход|выйти|выйди|заверши сессию|завершить сессию"],
  around: "ок|окей|ладно|хорошо|отлично|да|нет|спасибо|большое спасибо|за всё|и|ну|тогда|клод|всем".split("|"),
};

/** Languages with spaces between their words. */
export const SPACED: readonly ClosingWords[] = [english, german, french, spanish, portuguese, italian, russian];

const chinese: ClosingWords = {
  farewells: [
    "(?:大家)?晚安(?:好梦|好夢)?|好梦|早点休息",
    "(?:我们|我們)?(?:明天|明早|回头|回頭|下次|下周|下週|改天|周一|週一|星期一|礼拜一|晚点|一会儿?)(?:再)?(?:见|見|聊)",
    "(?:今天|今晚|今日)?(?:就|先)?(?:做|聊|写|搞|弄)?(?:到这里?|到這裡?|到这儿|到此为止|到此為止|先这样|先這樣|这样|結束|结束)(?:为止)?",
    "(?:今天|今晚|今日)(?:我)?(?:就|先)?(?:这些|這些|够了|夠了|完成了|收工|结束了?|到此)",
    "(?:我们|我們|我)?(?:明天|明早|下周|下週|周一|回头|改天)(?:再)?(?:继续|繼續|接着做|接着来|弄|做|搞)",
    "(?:我)?(?:要|先|该|得|准备)?(?:去)?(?:睡觉?|睡覺?|休息|下班|下线|下線|回家|走|撤|闪|下)",
    "收工|打烊",
    "(?:祝(?:你|您|大家)?)?(?:周末|週末|假期|节日|節日)(?:愉快|快乐|快樂)",
  ],
  last: [
    "再见|再見|拜拜?|掰掰|88|886",
    "(?:我们|我們|我|咱们)?(?:今天)?(?:就|先|暂时)*停(?:在|到)?(?:这里|這裡|这儿|这|這)(?:一下)?",
    "(?:我)?(?:马上|馬上|一会儿?|等会儿?|待会儿?|稍后|很快|过会儿?)(?:就)?(?:再)?回来?",
    "(?:我)?(?:要|先|准备|得)?(?:关|關|合上|关掉)(?:上)?(?:我的)?(?:电脑|電腦|笔记本|机)(?:了)?",
    "(?:我)?(?:要|先|得)?(?:离开一下|离开一会儿?|出门|出去一下|去(?:吃饭|开会|接孩子|赶车))",
  ],
  alone: ["退出|登出|注销|結束會話|结束会话|关闭会话|退出登录"],
  around:
    "好的?|好吧|那么?|嗯|行|可以|没问题|谢谢(?:你|您|大家)?|謝謝(?:你|您)?|多谢|感谢|辛苦(?:了|你了)?|今天|然后|就|吧|啦|了|哦|啊|呀|咯|喽|嘞|哈|呢|先|claude".split(
      "|",
    ),
};

const japanese: ClosingWords = {
  farewells: [
    "お(?:やすみ|休み)(?:なさい)?(?:ませ)?",
    "(?:また|では|じゃあ?)*(?:明日|あした|来週|今度|後で|あとで|月曜(?:日)?)(?:また)?(?:会いましょう|お会いしましょう|お願いします|よろしく(?:お願いします)?)?",
    "(?:今日|本日|今晩)は?(?:もう)?(?:ここまで|この辺(?:で|まで)?|このへん(?:で|まで)?|これで(?:終わり|おしまい|終了)?|終わり|おしまい|以上)(?:に(?:します|しましょう|しよう|する))?",
    "(?:続きは?|残りは?)(?:また)?(?:明日|あした|来週|今度|後で)(?:やります|やりましょう|やる|します|しましょう|にします|にしましょう|で)?",
    "(?:明日|来週)(?:また)?(?:続き(?:を(?:やり|し)(?:ます|ましょう)|をやる|から)?|続け(?:ます|ましょう|る))",
    "(?:もう|そろそろ|先に|今日は)*(?:寝ます|寝る|寝よう|帰ります|帰る|落ちます|落ちる|上がります|あがります)",
    "(?:お先に)?失礼(?:いた)?します",
    "お(?:疲れ|つかれ)(?:様|さま)でした",
  ],
  last: [
    "(?:今日は|いったん|一旦)?(?:ここ(?:まで|で))(?:終わり|終了|おしまい|止め|やめ|ストップ|中断|休憩)?(?:に)?(?:します|しましょう|しよう|ましょう|ます|よう)",
    "(?:ちょっと|少し|一旦|いったん)?(?:離席|休憩|退席)(?:します|しますね)|(?:すぐ(?:に)?|後で|あとで|また)戻(?:ります|る)(?:ね)?",
    "(?:もう|そろそろ|じゃあ?)?(?:行かないと|行かなきゃ|行かなければ|出かけます|出ます|行きます)",
    "(?:もう|そろそろ)?(?:パソコン|pc|ノート|ノートパソコン|ノートpc)を?(?:閉じ|切り|落とし)ます",
    "さようなら|さよなら|バイバイ|ばいばい|じゃあ?(?:ね|な|また)|またね|では(?:また)?",
  ],
  alone: ["終了|ログアウト|退出|セッション(?:を)?終了"],
  around:
    "はい|ok|了解(?:です)?|ありがとう(?:ございま(?:す|した))?|どうも|では|じゃあ?|それでは|それじゃあ?|今日は?|ね|よ|な|さん|みなさん|皆さん|claude".split(
      "|",
    ),
};

const korean: ClosingWords = {
  farewells: [
    "(?:안녕히 ?)?(?:주무세요|잘 ?자(?:요)?|잘 ?주무세요|굿나잇|굿밤)",
    "(?:내일|나중에|다음에|월요일에|이따)(?: ?또)? ?(?:봐(?:요)?|봬요|뵐게요|뵙겠습니다|만나요|보자)",
    "오늘은? ?(?:여기까지|이만|그만|끝)(?:만)?(?: ?(?:할게(?:요)?|하자|하죠|하겠습니다|합시다|입니다|이에요))?",
    "(?:내일|다음에|월요일에) ?(?:다시 ?|이어서 ?)?(?:계속|이어서) ?(?:할게(?:요)?|하자|하죠|합시다|하겠습니다|해요)?",
    "(?:이제 ?|나 ?|저 ?)?(?:자러 ?(?:갈게(?:요)?|가요|간다)|퇴근(?:할게(?:요)?|합니다)?|가볼게(?:요)?|들어갈게(?:요)?)",
    "수고(?:하셨습니다|하셨어요|했어(?:요)?|하세요)",
  ],
  last: [
    "(?:이제 ?|일단 ?|우리 ?)?여기(?:까지|서)(?:만)? ?(?:그만|멈추|멈출|끝내|마치|중단|쉬)?(?:할게(?:요)?|하자|하죠|하겠습니다|합시다|게(?:요)?|자|죠|겠습니다|ㅂ시다)",
    "(?:잠깐 ?|잠시 ?)(?:자리 ?(?:를 ?)?비울게(?:요)?|나갔다 ?올게(?:요)?|쉴게(?:요)?)|(?:금방|곧|이따가?|나중에|잠시 ?후에?) ?(?:다시 ?)?(?:올게(?:요)?|돌아올게(?:요)?|오겠습니다|돌아오겠습니다)",
    "(?:이제 ?|나 ?|저 ?)?(?:노트북|컴퓨터|pc)(?:을|를)? ?(?:닫|끄|끌)(?:을게(?:요)?|습니다|게(?:요)?|ㅂ니다)",
    "(?:이제 ?|나 ?|저 ?|전 ?)?(?:가야 ?(?:겠(?:어요?|다|습니다)|해(?:요)?|합니다|돼(?:요)?)|나가야 ?(?:해(?:요)?|합니다))",
    "안녕히 ?(?:계세요|가세요)|잘 ?가(?:요)?|안녕|바이(?:바이)?",
  ],
  alone: ["종료|로그아웃|나가기|세션 ?종료"],
  around: "네|예|응|좋아(?:요)?|알겠습니다|감사합니다|고마워(?:요)?|고맙습니다|그럼|이제|claude".split("|"),
};

/** Languages whose clauses are matched without minding spaces. */
export const UNSPACED: readonly ClosingWords[] = [chinese, japanese, korean];
