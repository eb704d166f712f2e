import { folded, stem } from "../text/words.ts";

/*
 * Words that tell how a fact is built, whatever it is about. The roles are kept in English, by their stems; other languages are brought
 * to the same words first (see translations.ts), so that every rule is written once.
 */

const stemsOf = (words: string): ReadonlySet<string> =>
  new Set(
    words
      .trim()
      .split(/\s+/)
      .map((word) => stem(folded(word))),
  );
const wordsOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(folded));

export const ARTICLES = wordsOf(`the a an this that these those der die das den dem des ein eine einen einem einer eines
  le la les l un une el los las lo una unos unas`);

export const PREPOSITIONS =
  wordsOf(`in on at to of for from with by into onto over under after before between behind about as per via through
  during within against until till since near every than except without inside outside toward towards
  im am an auf bei beim mit fur von vom zum zur zu um ab seit nach aus durch pro uber unter
  a au aux de du d en dans sur chez avec pour par sous vers apres avant
  del al con por para desde hasta hacia sin
  в во на с со у к ко по из от до для при за под над о об через без`);

export const PRONOUNS = wordsOf(`i my me mine we our us you your he his him she her it its they their them one there
  ich mein meine meinen meinem meiner wir unser unsere unseren unserem du dein deine sie ihr ihre er sein seine es
  je j mon ma mes nous notre nos vous votre vos il elle ils elles sa ses on
  yo mi mis nosotros nuestro nuestra tu su sus el ella ellos le les se s
  я мои моя мое мы наш наша наше наши ты он она они его ее их меня мне нас нам`);

export const POSSESSIVES = wordsOf(
  "my our your his her its their mein meine unser unsere mon ma mes notre nos mi mis nuestro nuestra",
);

/** Words without weight: whether they stand there or not, the fact is the same. */
export const EMPTY =
  wordsOf(`do does did must should shall always yet current very really just please simply still currently
  quite exactly be been being so then can himself herself again`);

/** They tell how a fact relates to an older one, and are read for that. */
export const SIGNS = wordsOf(
  "longer now actually will always any more neu neue neuer nouveau nouvelle nueva nuevo новыи новая",
);

/** The speaker does not stand behind it, it holds only under a condition, or it is over: nothing is replaced by that. */
export const UNSURE =
  wordsOf(`maybe perhaps might could would if unless whether possibly probably presumably guess suppose think thinks
  thought consider considers considered considering planning propose proposes proposed suggest suggests suggested
  asked asks wonder wondering said says claims claimed believes heard rumour rumor hopefully almost nearly sometimes
  usually often mostly temporarily temporary except formerly previously once ago yesterday tomorrow today previous former last next
  eventually soon someday originally initially
  vielleicht vermutlich wahrscheinlich wenn falls konnte wurden fruher gestern morgen manchmal meistens glaubt denkt ware
  peut-etre probablement si pourrait hier demain parfois autrefois avant pense serait
  quizas quiza probablemente podria ayer manana antes piensa
  возможно наверное если раньше вчера завтра иногда может думает`);

export const ADDS =
  wordsOf(`also too additionally another both either plus besides furthermore other auch zusatzlich aussi egalement
  tambien ademas также тоже еще`);

export const PAST =
  wordsOf(`was were had did took ran slept ate went came saw got made found broke wrote met paid spent sold bought
  lost won sent gave drank felt kept became began left built held war waren hatte dauerte etait etaient avait pris fue fueron
  era eran tuvo tomo был была было были`);

export const JOINS = wordsOf("and or but und oder aber et ou mais y o pero и или но");

export const COPULA = new Set(["is", "are", "am", "equal", "remain", "stai"]);
export const NAMING = stemsOf("called named");
export const WORKING = stem("works");
export const DWELLING = stemsOf(
  "live lives living reside resides based located work works stay stays sit sits hosted stored situated kept",
);
/** What can hold of many things at once: tea and coffee are both liked. */
export const MANY =
  stemsOf(`like likes love loves enjoy hate hates dislike have has use uses support supports know knows speak speaks play plays
  own owns include includes contain contains handle handles accept accepts allow allows offer offers provide provides see sees
  visit visits eat eats drink drinks return returns throw throws pass passes fail fails test import imports export exports depend
  depends cover covers fix fixes close merge review add adds remove read reads write writes retry retries mean means cache caches
  show shows block blocks affect affects call calls buy buys watch watches own owns cook cooks help helps teach teaches`);
/** What an event does when it has its time. */
export const SCHEDULED =
  stemsOf(`happen happens place occur occurs start starts begin begins end ends leave leaves arrive arrives depart departs
  run runs deploy deploys release releases ship ships meet meets due expire expires land lands scheduled renew renews refresh
  refreshes rotate rotates open opens close closes set`);
/** What has one amount at a time. */
export const MEASURED =
  stemsOf(`expire expires last lasts cost costs weigh weighs take takes hold holds require requires need needs
  listen listens run runs serve serves wait waits keep keeps pay pays earn earns capped limited set leave leaves start starts live lives
  target targets pin pinned timeout times store stores send sends sleep sleeps measure measures restart restarts
  stay stays retain retains poll polls allow allows`);
export const DEMANDING = stemsOf("require requires need needs target targets pinned");
export const CHOOSING = stemsOf("prefer prefers");
export const OTHER_VERBS =
  stemsOf(`want wants make makes go goes get gets give gives do put puts log logs ask asks answer answers build builds commit push pull mark
  throws stop stops say says find finds study studies indent`);

/** Switching, by whatever word: what follows takes the place of what was. */
export const CHANGE = "→";
export const CHANGING =
  stemsOf(`switch switched migrate migrated move moved change changed rename renamed convert converted replace replaced
  transition upgrade upgraded downgrade downgraded raise raised increase increased lower lowered reduce reduced bump bumped`);

/** What has one value at a time, and of which little else is said than this value. */
export const ATTRIBUTES =
  stemsOf(`port version name title address street birthday deadline policy default limit timeout budget status colour color
  favourite favorite branch region plan tier level number endpoint url uri host hostname domain path language locale timezone size
  password passcode code pin threshold maximum minimum max min ttl interval rent salary price fee rate age height weight platform gate
  seat dose dosage currency theme font license licence strategy capital directory folder filename format encoding algorithm width
  length depth bucket schedule
  frist adresse geburtstag farbe lieblingsfarbe budget grenze limit zeitlimit passwort miete gehalt version standard status
  adresse anniversaire couleur delai budget limite passe loyer salaire version echeance statut
  puerto direccion cumpleanos color plazo presupuesto limite contrasena alquiler salario version estado
  порт порту адрес цвет срок бюджет лимит пароль аренда зарплата версия таймаут статус`);
/** Persons and things of which there is one at a time, but of which much can be said: "my wife is Eva", "my wife is ill". */
export const HOLDERS =
  stemsOf(`owner lead leader manager boss chief ceo cto doctor dentist therapist husband wife spouse partner girlfriend boyfriend
  maintainer assignee reviewer captain president landlord provider employer school gym phone room linter formatter bundler database
  queue ci framework editor ide shell medication runtime registry file car insurance runner
  chef chefin arzt arztin zimmer raum datenbank termin medecin salle patron medico sala jefe jefa врач начальник начальница`);
/** Capitals that say of what kind somebody is, not who. */
export const PEOPLES: ReadonlySet<string> = new Set(
  `american english british scottish irish welsh german french italian spanish portuguese dutch belgian swiss austrian danish swedish
  norwegian finnish polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian chinese japanese korean indian
  vietnamese thai brazilian mexican canadian australian african asian european christian jewish muslim hindu buddhist catholic
  protestant`.split(/\s+/),
);
export const ATTRIBUTES_UNSPACED =
  /端口|版本|名字|地址|生日|截止|超时|限制|预算|密码|房租|颜色|状态|ポート|バージョン|住所|誕生日|締め切り|締切|タイムアウト|上限|予算|パスワード|家賃|色|会議室|会议室/;

/** Who somebody is among others: there is one at a time when it is said with "the". */
export const ROLES = stemsOf(
  "owner lead leader manager boss maintainer captain president ceo cto assignee contact head chair",
);

/** Who is meant was said elsewhere. */
export const POINTING = wordsOf("it he she they him er sie es il elle ils elles ella ellos он она оно они 他 她 它 彼");

export const UNITS =
  stemsOf(`second seconds sec s ms minute minutes min hour hours h day days week weeks month months year years mg g kg mcg ml l km
  m cm mm px rem em kb mb gb tb percent euro euros dollar dollars pound eur usd requests request characters character columns
  column retries times old workers worker cores core entries items sekunden sekunde minuten stunden tage wochen monate jahre
  secondes heures jours semaines mois ans segundos minutos horas dias semanas meses anos pesos
  секунд минут минуту часов дней недель рублей евро`);

export const DURATIONS = stemsOf(
  "second seconds sec s ms minute minutes min hour hours h day days week weeks month months year years",
);
export const PLACES = stemsOf("address street adresse strasse rue direccion calle адрес");

export const WEEKDAYS = stemsOf(
  "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays",
);
export const MONTHS = stemsOf("january february march april may june july august september october november december");
export const FREQUENCIES = stemsOf("hourly daily nightly weekly biweekly monthly quarterly yearly annually");
export const COLOURS =
  stemsOf(`red blue green yellow black white orange purple pink brown grey gray turquoise violet silver gold
  grun blau rot gelb schwarz weiss verde rojo azul amarillo negro blanco rouge vert bleu noir jaune blanc`);

/** Says how something is, not which it is: "the deadline is tight" gives no other deadline. */
const DESCRIPTIVE =
  wordsOf(`slow fast tight big small large good bad great nice fine ok okay wrong right correct down up full empty late early busy
  tall funny old new high low long short hot cold expensive cheap safe secure strict important critical easy hard unknown
  missing unclear secret stable ready fair weird ugly clean simple complex strange known optional mandatory required same different
  once twice often weak shared
  friendly popular sick ill tired happy sad kind great strong weak flaky deep wide huge tiny not`);
const DESCRIPTIVE_ENDING = /.{3}(?:able|ible|ful|ous|less|ive|ing|[^e]ed|ly|ical)$/;
export const describes = (word: string): boolean => DESCRIPTIVE.has(word) || DESCRIPTIVE_ENDING.test(word);

/** The second says the opposite of the first; of a state only where it is stated ("is public"), not where it tells things apart. */
const OPPOSITE_VERBS = `enable:disable allow:forbid,prohibit,disallow,ban like,love,enjoy,adore:hate,dislike,detest pass,succeed:fail include:exclude
  accept:reject show:hide activate:deactivate`;
const OPPOSITE_STATES = `enabled,activated,active:disabled,deactivated,inactive allowed,permitted:forbidden,prohibited,disallowed,banned
  stateful:stateless open,opened:closed public:private paid:unpaid married:single,unmarried,divorced on:off optional:mandatory,required,compulsory
  synchronous,sync:asynchronous,async short,brief,concise:long,verbose,detailed safe:unsafe stable:unstable
  mutable:immutable online:offline visible:hidden,invisible available:unavailable valid:invalid nullable:non-nullable true:false
  working:broken supported:unsupported encrypted:unencrypted possible:impossible strict:lenient manual:automatic alive:dead
  full-time:part-time pending,unfinished,incomplete:done,finished,complete locked:unlocked`;

export interface Opposite {
  readonly concept: string;
  readonly flips: boolean;
}
function oppositesOf(table: string, keyOf: (word: string) => string): ReadonlyMap<string, Opposite> {
  const found = new Map<string, Opposite>();
  for (const entry of table.trim().split(/\s+/)) {
    const [same = "", other = ""] = entry.split(":");
    const concept = `±${same}`;
    for (const word of same.split(",")) found.set(keyOf(word), { concept, flips: false });
    for (const word of other.split(",")) found.set(keyOf(word), { concept, flips: true });
  }
  return found;
}
export const OPPOSED_VERBS = oppositesOf(OPPOSITE_VERBS, stem);
export const OPPOSED_STATES = oppositesOf(OPPOSITE_STATES, (word) => word);
