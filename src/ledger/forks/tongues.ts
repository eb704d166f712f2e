import { folded } from "../../memory/index.ts";

/*
 * What carries a sentence's frame in other tongues, brought to the English word, so that every rule is written once. What the sentence
 * is about stays as it was written.
 */

const WORDS = `
not: nicht nie niemals kein keine keinen keinem keiner nunca jamas pas jamais aucun aucune
without: ohne sin sans
with: mit con avec
for: fur para pour
in: im en dans
as: als como comme
on: auf am sur
from: aus desde depuis
of: von vom de du del
instead: statt anstatt anstelle
before: vor avant
after: despues apres
use: verwenden verwende nutzen nutze benutzen benutze einsetzen nehmen nehme usar utilizar utiliser employer
store: speichern speichere guardar garder stocker enregistrer ablegen halten
set: setzen setze stelle poner mettre fixer
start: starten starte iniciar demarrer lancer
run: lauft corre tourne
change: andern andere cambiar cambio changer
switch: wechseln wechsle umstellen pasar passer
add: hinzufugen anadir agregar ajouter
remove: entfernen entferne loschen losche streichen eliminar borrar quitar supprimer retirer enlever
replace: ersetzen ersetze reemplazar sustituir remplacer
is: ist sind sera bleibt son est sont
always: immer stets siempre toujours
now: jetzt nun ahora maintenant
the: der die das dem den des ein eine einen einem einer le la les l un une el los las una unos unas ne n ich wir je j nous yo
`;

const UNSPACED = `
not: 不要 | 不会 | 不再 | 不用 | 不使用 | 禁止 | 从不 | 絕不 | 绝不 | しない | ません | 使わない | ではなく
use: 使用 | 采用 | 採用 | 改用 | 用 | を使うことにします | を使うことにする | を使います | を使う | を使用します | 使います | 使う | 採用します
remove: 删除 | 刪除 | 移除 | 去掉 | を削除します | を削除する | 削除します | 削除 | 除去 | をやめます
set: 改为 | 改為 | 改成 | 设为 | 設為 | 设置为 | 调整为 | に変更します | に変更する | に変更 | に設定します | に設定
is: 是 | 为 | です | である
instead of: 而不是 | 而非 | の代わりに
from: 从 | から
,: 的 | 了 | 来 | 把 | 将 | 會 | 会 | 我们 | 我們 | 我 | を | に | は | が | の | で | へ | と | ことにします | します | しましょう | する
`;

const spaced = new Map<string, string>();
for (const line of WORDS.trim().split("\n")) {
  const [meaning = "", forms = ""] = line.split(": ");
  for (const form of forms.split(" ")) spaced.set(form, meaning);
}

const unspaced = new Map<string, string>();
for (const line of UNSPACED.trim().split("\n")) {
  const [meaning = "", forms = ""] = line.split(": ");
  for (const form of forms.split("|")) unspaced.set(folded(form.trim()), meaning);
}
const longestFirst = [...unspaced.keys()].sort((a, b) => b.length - a.length).join("|");
const FORM = new RegExp(longestFirst, "gu");
const SIGN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const OTHER_SCRIPT_NEXT =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])(?=[a-z\d])|(?<=[a-z\d])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu;

export const isUnspaced = (text: string): boolean => SIGN.test(text);

/** Words set apart: what stands between particles is taken as one word. */
export const spacedOut = (text: string): string =>
  text.replace(FORM, (form) => ` ${unspaced.get(form) ?? form} `).replace(OTHER_SCRIPT_NEXT, " ");

export const inEnglish = (word: string): string => spaced.get(word) ?? word;
