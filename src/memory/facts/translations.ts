import { folded } from "../text/words.ts";

/*
 * Words and phrases that carry a fact's frame, brought to one English form: other tongues, and the many ways of saying that something
 * changed. What a fact is about stays as it was written.
 */

const PHRASES = `
now: from now on | as of now | as of today | these days | nowadays | jetzt | nun | inzwischen | mittlerweile | ab jetzt | ab sofort | neuerdings | aktuell
  | maintenant | desormais | dorenavant | a partir de maintenant | ahora | actualmente | a partir de ahora | теперь | сейчас | отныне
actually: in fact | correction , | update , | in reality | eigentlich | tatsachlich | korrektur , | en fait | en realite
  | en realidad | correccion , | de hecho | на самом деле | исправление ,
no longer: not any more | not any longer | no more | nicht mehr | nicht langer | ya no | больше не | уже не | stopped | quit | ceased | gave up | has stopped | have stopped
not: isn't | nicht | не | never | nie | niemals | nunca | jamas | никогда | cannot | without ever | kein | keine | keinen | keinem | keiner | mustn't
instead of: rather than | in place of | in lieu of | statt | anstatt | anstelle von | anstelle | au lieu de | au lieu du | au lieu d | plutot que | en lugar de
  | en vez de | вместо | as opposed to
always: immer | stets | toujours | siempre | всегда
→: was renamed to | is renamed to | has been renamed to | was renamed | renamed to | was moved to | has been moved to | is moved to | has moved to | moved to
  | was changed to | has been changed to | changed to | has changed to | changes to | was postponed to | postponed to | has been postponed to
  | was rescheduled to | rescheduled to | was pushed to | was pushed back to | was brought forward to | was switched to | switched to | switches to
  | was set to | was updated to | updated to | was raised to | raised to | was increased to | was lowered to | was reduced to | was extended to
  | was upgraded to | upgraded to | was bumped to | bumped to | was shortened to | relocated to | has relocated to | went up to | went down to | rose to
  | is now called | became | has become | turned into
  | wurde umbenannt in | ist umgezogen nach | ist nach | zog nach | wechselte zu | wurde geandert auf | geandert auf | wurde verschoben auf
  | a ete renomme en | a ete deplace a | a ete deplace au | a ete change en | est passe a | est passee a | a demenage a | a ete reporte au | a ete reportee au
  | fue renombrado a | se cambio a | cambio a | paso a | se mudo a | fue movido a | se movio a | se traslado a
  | переименован в | переименована в | перенесен на | перенесена на | изменен на | изменена на | переехал в | переехала в | перешли на
is: am | equals | ist | bin | betragt | lautet | est | suis | es | esta | soy | estoy | это | является | составляет
are: sind | sont | estan
called: named | heisst | s appelle | se llama | зовут | называется
lives: wohnt | lebt | wohne | habite | vit | vive | vivo | живет | живу
works: arbeitet | arbeite | travaille | trabaja | trabajo | работает | работаю
happens: findet | finden
takes: dauert | dauern | dure | dura | длится | занимает
password: mot de passe
runs: lauft | tourne | corre
uses: verwendet | verwenden | nutzt | nutzen | benutzt | benutzen | utilise | utilisons | utilisent | usa | usamos | usan | utiliza | utilizamos | использует | используем
  | используют
likes: mag | liebt | mochte gern | aime | adore | gusta | gustan | encanta | любит | нравится
hates: hasst | deteste | odia | ненавидит
speaks: spricht | parle | habla | говорит
knows: kennt | kann | connait | conoce | sabe | знает
has: hat | habe | haben | avons | tiene | tengo | tenemos
plays: spielt | joue | juega | играет
supports: unterstutzt | soporta | поддерживает
allowed: erlaubt | autorise | autorisee | permis | permitido | permitida | разрешено | разрешен
forbidden: verboten | untersagt | interdit | interdite | prohibido | prohibida | запрещено | запрещен
enabled: aktiviert | eingeschaltet | active | activee | actives | activees | activado | activada | activados | activadas | habilitado | включено | включен | включена
disabled: deaktiviert | ausgeschaltet | desactive | desactivee | desactives | desactivees | desactivado | desactivada | desactivados | desactivadas
  | deshabilitado | выключено | выключен | выключена | отключено | отключен
open: offen | geoffnet | ouvert | ouverte | abierto | abierta | открыт | открыта
closed: geschlossen | ferme | fermee | cerrado | cerrada | закрыт | закрыта
tomorrow: this week | this month | this year | this morning | this time | diese woche | dieses jahr | cette semaine | esta semana | tonight
maybe: plan to | plans to | planned to | want to | wants to | going to | used to | try to | trying to
because: since it | due to | so that | weil | denn | da es | parce que | parce qu | porque | потому что | так как
monday: montag | montags | lundi | lunes | понедельник | понедельникам
tuesday: dienstag | dienstags | mardi | martes | вторник | вторникам
wednesday: mittwoch | mittwochs | mercredi | miercoles | среду | среда | средам
thursday: donnerstag | donnerstags | jeudi | jueves | четверг | четвергам
friday: freitag | freitags | vendredi | viernes | пятницу | пятница | пятницам
saturday: samstag | samstags | sonnabend | samedi | sabado | субботу | суббота | субботам
sunday: sonntag | sonntags | dimanche | domingo | воскресенье | воскресеньям
january: januar | janvier | enero | января | январе
february: februar | fevrier | febrero | февраля | феврале | feb
march: marz | mars | marzo | марта | марте
april: avril | abril | апреля | апреле | apr
may: mai | mayo | мая | мае
june: juni | juin | junio | июня | июне | jun
july: juli | juillet | julio | июля | июле | jul
august: aout | agosto | августа | августе | aug
september: septembre | septiembre | сентября | сентябре | sep | sept
october: oktober | octobre | octubre | октября | октябре | oct | okt
november: novembre | noviembre | ноября | ноябре | nov
december: dezember | decembre | diciembre | декабря | декабре | dec | dez
`;

/** Of scripts without spaces, wherever they stand. The longest is taken first. */
const UNSPACED = `
now: 现在 | 目前 | 如今 | 今は | 現在は | 現在 | 今では | 从现在起 | 今後は
actually: 其实 | 更正 | 实际上 | 実は | 訂正
longer: もう
no longer: 不再 | 停止了 | をやめ
not: 不是 | 不会 | 不能 | 不要 | 不 | 没有 | 从不 | 绝不 | ません | ない | 禁止
instead of: 而不是 | 而非 | 代替
→: 改为 | 改成 | 改到 | 变成 | 变为 | 搬到了 | 搬到 | 更名为 | に変更され | に変わり | に引っ越し
is: 是 | 为 | は
is at: 在
lives in: 住在
runs on: 运行在
uses: 使用 | 用 | 改用 | 使
likes: 喜欢 | 喜歡 | 爱 | 好き
hates: 讨厌 | 嫌い
has: 有 | あり
speaks: 会说 | 話し
knows: 知道 | 知って
enabled: 启用 | 开启 | 有効
disabled: 禁用 | 关闭 | 無効
allowed: 允许 | 許可
always: 总是 | 必ず | 始终
we: 我们
i: 我
用户: 用户
because: 因为 | ので
maybe: 可能 | 也许 | 如果 | かもしれ | たぶん | もし
also: 也 | 还 | 同时
past: 曾经 | 以前 | 过去 | 昨天 | ました | でした
monday: 星期一 | 周一 | 月曜日 | 月曜
tuesday: 星期二 | 周二 | 火曜日 | 火曜
wednesday: 星期三 | 周三 | 水曜日 | 水曜
thursday: 星期四 | 周四 | 木曜日 | 木曜
friday: 星期五 | 周五 | 金曜日 | 金曜
saturday: 星期六 | 周六 | 土曜日 | 土曜
sunday: 星期日 | 星期天 | 周日 | 日曜日 | 日曜
of: の
replaced: の代わりに | ではなく | じゃなくて
is: 已经 | 已
,: 了 | です | ます | でい | を | が
`;

function formsOf(table: string): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  let meaning = "";
  for (const line of table.trim().split("\n")) {
    const start = /^(\S[^:|]*): /.exec(line);
    if (start !== null) meaning = start[1] ?? "";
    for (const form of line.slice(start?.[0].length ?? 0).split("|"))
      if (form.trim() !== "") forms.set(folded(form.trim()), meaning);
  }
  return forms;
}

const alternatives = (forms: ReadonlyMap<string, string>): string =>
  [...forms.keys()].sort((a, b) => b.length - a.length).join("|");

const phrases = formsOf(PHRASES);
const unspaced = formsOf(UNSPACED);
const PHRASE = new RegExp(`(?<= )(?:${alternatives(phrases)})(?= )`, "g");
const UNSPACED_PHRASE = new RegExp(alternatives(unspaced), "g");

/** Takes a text of words with single spaces around each, and gives such a text. */
export const translated = (text: string): string => text.replace(PHRASE, (found) => phrases.get(found) ?? found);

export const translatedUnspaced = (text: string): string =>
  text.replace(UNSPACED_PHRASE, (found) => ` ${unspaced.get(found) ?? found} `);
