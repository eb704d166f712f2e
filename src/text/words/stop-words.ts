import { folded, termsOf } from "./words.ts";

/** Words that say nothing about what is meant: they are neither indexed nor asked for. */
const ENGLISH = `s t d m ll ve re don didn doesn isn wasn aren wouldn couldn shouldn hasn haven a about above after again all also am an and any
  are as at be because been before being below between both but by can cannot could did do does doing done down during each even
  ever every few for from further get gonna got had has have having he hello her here hers herself hey hi him himself his how i
  if in into is it its itself just let like many me might more most much must my myself no nor not now of off oh ok okay on
  once only or other our ours ourselves out over own please quite rather really same shall she should since so some such than
  that the their theirs them themselves then there these they thing this those though through to too under until up us very
  wanna was we well were what when where which while who whom whose why with would yeah yes yet you your yours yourself`;

/** Of other languages, those that are no words of English. */
const OTHERS = `l j qu aber als auch auf aus bei dann das dass dein dem den der dich dir du ein eine einem einen einer er es fur hat
  habe ich ihr im ist ja kann mein mich mir mit nach nicht noch nur ob oder sein sich sie sind und uns von vor
  wenn wer wie wir wird wo zu zum zur haben hatte hatten wurde wurden waren werden warum wieso wann welche
  welcher welches pourquoi quand avons avez avait etait почему зачем aux avec ce ces dans de elle en est et il ils je la le les leur lui mais
  mon ne nos notre nous ou pas qu que qui sa se ses sur tes toi tu un une vos votre vous como con cual cuando
  donde ella ellos esta este fue muy para pero por porque quien si sobre una yo а без бы был была были было в вам
  вас вот вы да для до его ее если есть еще же за и из или им их к как ко когда кто ли меня мне мой моя мы на нам
  нас не него нет но ну о об он она они от по при с со так там то только ты у уже что чтобы это этот я`;

export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${OTHERS}`.split(/\s+/).map(folded));

/** The terms of a text but for its stop words. */
export const contentTerms = (text: string): string[] => termsOf(text, STOP_WORDS);
