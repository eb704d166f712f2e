/** Units by the word: after a number they make it a quantity. */
const UNITS = new Set(
  `% ‰ ° °c °f k km m cm mm µm nm mi mile miles ft feet foot inch inches yd yards kilometer kilometers kilometre kilometres
  meter meters metre metres km/h mph m² km² ha acres sqm m³ l ml cl dl litre litres liter liters gallon gallons gal cup cups
  tbsp tsp kg g mg µg mcg ug ng lb lbs oz pound pounds ounce ounces ton tons tonnes gram grams milligram milligrams kilogram
  kilograms kilo kilos iu ui ie units mmol mg/dl mmol/l bpm mmhg kcal cal calories kj pill pills tablet tablets drops puffs dose
  doses kb mb gb tb pb kib mib gib tib byte bytes bit bits kbps mbps gbps mb/s gb/s hz khz mhz ghz rpm fps dpi px pt em rem
  rps qps req/s ops/s w kw mw kwh wh v mv kv ma mah ohm pa kpa bar psi ns µs us ms s sec secs second seconds min mins minute
  minutes h hr hrs hour hours day days week weeks month months year years yr yrs night nights decade decades times usd eur gbp
  chf jpy cny rmb inr rub brl cad aud euro euros dollar dollars cent cents bucks pence franc francs yen yuan rubles percent
  points tokens lines files tests commits messages users rows requests errors warnings failures people persons guests pages
  words characters chars items steps miles reps sets credits gb/month
  sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren uhr prozent stück
  milligramm gramm liter tropfen tabletten zeilen dateien
  seconde secondes minute heure heures jour jours semaine semaines mois an ans année années pour-cent comprimés gouttes lignes
  segundo segundos minuto minutos hora horas día días semana semanas mes meses año años pastillas gotas dólares
  dia dias mês anos reais giorno giorni settimana settimane mesi anno anni ore compresse gocce lire
  сек мин ч час часа часов день дня дней неделя недели недель месяц месяца месяцев год года лет руб рублей рубля мг г кг км м
  см мл л процентов таблетки таблеток`.split(/\s+/),
);
/** Written right behind the number, without a space between words. */
const JOINED_UNIT =
  /(?:毫克|微克|公斤|千克|克|斤|毫升|升|公里|千米|厘米|毫米|米|平方米|个月|個月|个小时|個小時|小时|小時|分钟|分鐘|秒钟|秒|天|周|星期|年|岁|歳|元|块|塊|万元|万円|円|日元|美元|欧元|人民币|度|片|粒|次|个人|人|页|行|个|個|件|グラム|ミリグラム|キロ|メートル|リットル|時間|分間|分|週間|ヶ月|か月|カ月|回|錠|人分|ページ|本|匹|枚|원|만원|개월|시간|분|초|일|주|년|살|명|개|정|킬로|그램|밀리그램|퍼센트)/y;
/** What a bare number may belong to. */
const LABELS = new Set(
  `port room page line version chapter gate flight seat track step phase apartment apt suite floor bus tram exit platform size
  zimmer seite zeile gleis stock hausnummer chambre étage quai habitación piso página порт комната страница`.split(
    /\s+/,
  ),
);

const NUMBER = /[-−+]?\d{1,15}(?:[.,:'’\u00a0\u202f]\d{1,15}){0,8}(?:\s?[-–x×]\s?\d{1,15}(?:[.,]\d{1,15})?)?/y;
const UNIT =
  /[ \u00a0\u202f]?(?:[€$£¥₹₽₩%‰](?![\p{L}\d])|°[CF]?(?!\p{L})|-?\p{L}[\p{L}²³]{0,13}(?:\/\p{L}[\p{L}²]{0,8})?(?![\p{L}\p{N}_]))/uy;
const MONEY =
  /(?:[A-Z]{1,3})?[€$£¥₹₽₩]\s?\d{1,15}(?:[.,'’]\d{1,15}){0,8}(?:[ ]?(?:k|m|bn|million|billion|thousand)\b)?(?:\/\p{L}{1,8})?/iuy;

/** Where the quantity that begins at `at` ends; -1 where none does. */
export function quantityEnd(text: string, at: number): number {
  MONEY.lastIndex = at;
  if (MONEY.test(text)) return MONEY.lastIndex;
  NUMBER.lastIndex = at;
  if (!NUMBER.test(text)) return -1;
  const end = NUMBER.lastIndex;
  JOINED_UNIT.lastIndex = end;
  if (JOINED_UNIT.test(text)) return JOINED_UNIT.lastIndex;
  UNIT.lastIndex = end;
  const unit = UNIT.exec(text)?.[0];
  if (unit === undefined) return -1;
  const word = unit.replace(/^[\s\u00a0\u202f-]+/, "").toLowerCase();
  if (UNITS.has(word) || /^[€$£¥₹₽₩%‰°]/.test(word)) return end + unit.length;
  const first = word.split("/")[0] ?? "";
  return UNITS.has(first) ? end + unit.length : -1;
}

export const isLabel = (word: string): boolean => LABELS.has(word.toLowerCase());
