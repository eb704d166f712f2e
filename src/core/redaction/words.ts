/**
 * How familiar each pair of letters is (row: first letter, column: second letter), 0 to 9, where 6 is what chance
 * gives. Counted over the words of English technical prose and of identifiers.
 */
const FAMILIAR = [
  "46774553625768261878554352",
  "86668623743843741764721251",
  "85658518617632841657621041",
  "76669644832534740664632241",
  "65786652422668454886354642",
  "76668811801633720655611160",
  "74439567721657741765733043",
  "91239120803454832647602050",
  "65766661114669751577260425",
  "81338004734202841395737000",
  "74459445823535752575624051",
  "84459433813832740266642070",
  "86349221823662781363620140",
  "73777583735435641478542042",
  "55663553524779660866666332",
  "82448236713733860867622140",
  "25422002600720302450904000",
  "84559452805465740677542060",
  "62638427705544763478744351",
  "71539327901543740776503162",
  "66656561613768360877330332",
  "82429261802333610254411210",
  "83448047804537730775304332",
  "64748524801564580358412553",
  "75557553713767780476535144",
  "83339206804442740043522356",
].join("");

const SCORES = Uint8Array.from(FAMILIAR, Number);

const CHANCE = 6;
/** Names have a number or two in them; random strings soon have more. */
const MOST_NUMBERS = 2;
/** So many characters are enough; the rest of a long value would not change the result. */
const TELLING = 48;

/** Words of two letters, by the place of the pair in the table above. */
const SHORT = new Uint8Array(26 * 26);
for (const word of "to of in on is it id by no my db js ts ui up do go at as an or if me we us".split(" ")) {
  SHORT[(word.charCodeAt(0) - 97) * 26 + word.charCodeAt(1) - 97] = 1;
}

const OTHER = 0;
const DIGIT = 1;
const LOWER = 2;
const UPPER = 3;

const KINDS = new Uint8Array(128);
for (let code = 48; code <= 57; code++) KINDS[code] = DIGIT;
for (let code = 65; code <= 90; code++) KINDS[code] = UPPER;
for (let code = 97; code <= 122; code++) KINDS[code] = LOWER;

function kindOf(code: number): number {
  return code < 128 ? (KINDS[code] ?? OTHER) : OTHER;
}

/** Where the piece that begins here ends: a number, `Word`, `word`, or `WORD` before another piece. */
function pieceEnd(text: string, start: number, limit: number, kind: number): number {
  let end = start + 1;
  let next = end < limit ? kindOf(text.charCodeAt(end)) : OTHER;
  const same = kind === UPPER && next === LOWER ? LOWER : kind;
  while (next === same) {
    end += 1;
    next = end < limit ? kindOf(text.charCodeAt(end)) : OTHER;
  }
  return same === UPPER && next === LOWER && end - start > 1 ? end - 1 : end;
}

/** Does this run of letters read like a word, or like letters drawn from a hat? */
function readsLikeWord(value: string, start: number, end: number): boolean {
  const length = end - start;
  if (length < 2) return false;
  let before = (value.charCodeAt(start) | 32) - 97;
  if (length === 2) return SHORT[before * 26 + (value.charCodeAt(start + 1) | 32) - 97] === 1;
  let sum = 0;
  for (let i = start + 1; i < end; i++) {
    const letter = (value.charCodeAt(i) | 32) - 97;
    sum += SCORES[before * 26 + letter] ?? 0;
    before = letter;
  }
  return sum >= (length - 1) * (length === 3 ? CHANCE + 0.3 : length < 8 ? CHANCE - 0.4 : CHANCE);
}

/** Whether the characters from one place to another are words, by as many of them as are enough. */
export function areWords(text: string, from: number, limit: number): boolean {
  const to = Math.min(limit, from + TELLING);
  let letters = 0;
  let familiar = 0;
  let digits = 0;
  let numbers = 0;
  for (let start = from; start < to; ) {
    const kind = kindOf(text.charCodeAt(start));
    if (kind === OTHER) {
      start += 1;
      continue;
    }
    const end = pieceEnd(text, start, limit, kind);
    if (kind === DIGIT) {
      digits += end - start;
      numbers += 1;
      if (numbers > MOST_NUMBERS) return false;
    } else {
      letters += end - start;
      if (readsLikeWord(text, start, end)) familiar += end - start;
    }
    start = end;
  }
  return letters > 0 && familiar >= 0.75 * letters && digits <= Math.max(4, (to - from) / 4);
}
