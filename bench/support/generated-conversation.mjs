import { createHash } from "node:crypto";
import { PLANTED } from "./planted.mjs";

/*
 * A conversation of somebody who works on code and tells of their days, as long as one likes and always the same. A
 * message is {role: "user" | "assistant", text}, or a tool's call with its output: {ran | read | edited, printed,
 * fails}.
 */

const AREAS = [
  "checkout",
  "search",
  "billing",
  "login",
  "import",
  "export",
  "mailer",
  "gallery",
  "calendar",
  "notifier",
];
const PARTS = ["parser", "cache", "queue", "view", "store", "router", "worker", "client", "schema", "policy"];
const WISHES = [
  "is too slow",
  "drops entries",
  "shows the wrong total",
  "needs a test",
  "should be split",
  "leaks memory",
];
const REASONS = ["it blocks the release", "two customers complained", "the retry hides it", "it is hard to read"];
const CHOICES = ["a plain map", "one transaction", "a queue of its own", "the older format", "a stream", "a lock file"];
const PEOPLE = ["Jonas", "Amira", "Tom", "Keiko", "Luis", "Freya", "Anton", "Nadia", "Owen", "Paula"];
const PLACES = [
  "the market",
  "the lake",
  "the library",
  "Bergen",
  "the old mill",
  "the station",
  "Porto",
  "the clinic",
];
/** What makes one evening differ from another: thousands of pairs, as in life. */
const QUALITIES =
  `amber ancient blue borrowed brass broken bright chipped copper cracked crooked dented dusty faded folded
frayed gilded glazed green grey heavy hollow iron knitted lacquered leaning loose marble mended narrow oaken oval painted
pale patched pewter plain polished quilted ragged red rusty scarlet second-hand short silver slanted spare speckled square
striped tall tangled tiled tin twisted velvet violet wicker wooden worn woven yellow`.split(/\s+/);
const OBJECTS =
  `anchor armchair basket bell bench blanket boiler bookcase bottle bowl bucket cabinet candle canoe carpet
chest clock compass cradle cupboard curtain desk door drum easel fence flute fountain gate glove hammock harp hedge helmet
hinge hook jar kettle kite ladder lantern lock loom mantel mat mirror mug needle oar oven pan pear-tree pipe plough pond
pulley quilt rake ribbon roof rope rug saddle sail saucer saw scarf shed shelf shovel sink sleigh sofa spoon stool stove
swing table teapot tile tray trunk tub umbrella urn vase violin wagon wardrobe wheel whistle window wreath`.split(
    /\s+/,
  );
const MOODS = ["tired", "in good spirits", "a bit worried", "curious", "relieved", "impatient"];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A small generator of even quality: the same figures on every machine. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hex = (text, length) => createHash("sha256").update(text).digest("hex").slice(0, length);

function* codeTalk(at, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const [area, part, number] = [pick(AREAS), pick(PARTS), Math.floor(random() * 900) + 100];
  const module = `${pick(QUALITIES)}-${pick(OBJECTS)}`;
  const path = `src/${area}/${module}-${part}.ts`;
  yield { role: "user", text: `The ${part} of ${module} ${pick(WISHES)}: please look at ${path}, ${pick(REASONS)}.` };
  yield { role: "assistant", text: `I'll read ${path} first.` };
  const lines = Array.from(
    { length: 12 },
    (_, line) => `${line + 1}\t  const ${part}${line} = ${area}(${number + line});`,
  );
  yield { read: path, printed: lines.join("\n") };
  yield { edited: path, printed: `The file ${path} has been updated.` };
  const fails = random() < 0.3;
  const tests = `npx vitest run test/${area}/${module}-${part}.test.ts`;
  const outcome = fails
    ? `Exit code 1\nAssertionError: expected ${number} to be ${number + 1}\n ❯ test/${area}/${module}-${part}.test.ts:${number}:7`
    : ` Test Files  1 passed (1)\n      Tests  ${(number % 30) + 1} passed\n   Duration  ${number} ms`;
  yield { ran: tests, printed: outcome, fails };
  if (fails)
    yield {
      role: "user",
      text: `That is because the fixture of ${module} still says ${number}. Use ${number + 1} there.`,
    };
  yield {
    ran: "git commit -qam wip && git log --oneline -1",
    printed: `${hex(`commit ${at}`, 8)} Mend the ${part} of ${module}`,
  };
  const choice = pick(CHOICES);
  yield {
    role: "assistant",
    text: `The ${part} of ${module} is mended. For ${module} we decided on ${choice} because ${pick(REASONS)}. Next: measure ${module} with ${number} rows.`,
  };
}

function* dailyTalk(_at, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const [person, place, day] = [pick(PEOPLE), pick(PLACES), pick(DAYS)];
  const thing = `the ${pick(QUALITIES)} ${pick(OBJECTS)}`;
  const price = Math.floor(random() * 9000) / 100 + 5;
  yield {
    role: "user",
    text: `I am ${pick(MOODS)} today. ${person} and I went to ${place} and bought ${thing} for €${price.toFixed(2)}.`,
  };
  yield { role: "assistant", text: `That sounds like a good day at ${place}! What will you do with ${thing}?` };
  yield {
    role: "user",
    text: `${thing[0].toUpperCase()}${thing.slice(1)} is for ${pick(PEOPLE)}. On ${day} at ${8 + Math.floor(random() * 10)}:30 I bring ${thing} to ${pick(PLACES)}.`,
  };
  yield { role: "assistant", text: `Have a good time on ${day}. Tell me how ${person} liked ${thing}.` };
  if (random() < 0.5) yield { role: "user", text: "Thanks, I will!" };
}

const plantedMessage = ({ said, by = "user", ran, printed, fails = false }) =>
  said === undefined ? { ran, printed, fails } : { role: by, text: said };

/**
 * A conversation that takes `length` places in a ledger, the planted strings in equal steps through all but its last
 * twentieth, which stays in sight anyway. A call with its output takes `callPlaces`.
 */
export function conversation(length, { callPlaces = 1, seed = 1 } = {}) {
  const random = randomFrom(seed);
  const step = (0.95 * length) / PLANTED.length;
  const messages = [];
  let places = 0;
  let planted = 0;
  const say = (message) => {
    messages.push(message);
    places += message.text === undefined ? callPlaces : 1;
  };
  for (let at = 0; places < length; at++) {
    for (const message of (random() < 0.5 ? codeTalk : dailyTalk)(at, random)) say(message);
    while (planted < PLANTED.length && places >= planted * step) say(plantedMessage(PLANTED[planted++]));
  }
  return messages;
}
