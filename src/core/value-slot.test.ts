import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slotOf } from "./value-slot.ts";

const isReplacedBy = (older: string, newer: string): boolean => {
  const [was, is] = [slotOf(older), slotOf(newer)];
  return was !== undefined && is !== undefined && was.key === is.key && was.value !== is.value;
};

const pairs = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split(" => "));

const REPLACED = pairs(`
timeout=30 => timeout=60
timeout = 30s => timeout=45s
retries: 3 => Retries: 5
**Node version:** 18 => Node version: 20.11.1
log level: debug => log level: warn
"port": 8080 => "port": 9090
DB_HOST = db.internal => DB_HOST = db2.internal
Primary region: eu-west-1 => primary region: us-east-1
Team lead: Marta Ruiz => Team lead: Jonas Weber
The staging port is 8080. => The staging port is 9090
- The staging port is \`8080\` => The staging port is 9090
The rent is $1,450 a month. => The rent is $1,600 a month.
The default timeout is 30 seconds => The default timeout is 60 seconds
The coverage threshold is 80% => The coverage threshold is 90%
The package version is 1.4.2 => The package version is 2.0.0-rc.1
The CEO is Anna Schmidt => The CEO is Ben Carter
The database is MySQL => The database is PostgreSQL
The config file is config.json => The config file is settings.json
The auth endpoint is /login => The auth endpoint is /v2/session
The staging URL is https://a.example/x?y=1 => The staging URL is https://b.example/x?y=1
The greeting is "Hello there" => The greeting is "Good morning"
The meeting room is B204 => The meeting room is C310
MAX_RETRIES is 3 => MAX_RETRIES is 5
Carlos Ruiz is 41 years old => Carlos Ruiz is 42 years old
Staging runs on port 3000 => Staging runs on port 3001
The stand-up is at 9:30 => The stand-up is at 10:00
The worker pool has a limit of 16 GB => The worker pool has a limit of 32 GB
Der Server läuft auf Port 8080 => Der Server läuft auf Port 9090
Das Zeitlimit ist 30 Sekunden => Das Zeitlimit ist 45 Sekunden
Le budget est 5000 euros => Le budget est 6500 euros
El servidor usa el puerto 8080 => El servidor usa el puerto 9090
Il limite è 100 => Il limite è 250
O prazo é 2026-03-01 => O prazo é 2026-04-01
Порт стенда: 8080 => Порт стенда: 9090
部署端口是8080 => 部署端口是 9090
数据库是 MySQL => 数据库是 PostgreSQL
端口：8080 => 端口：9090
ポートは8080です => ポートは9090です
`);

const BOTH_STAY = pairs(`
See src/part1.ts. => See src/part2.ts.
Never edit src/generated/a.ts => Never edit src/generated/b.ts
We use Vue => We use React
The user likes to work with Rust => The user likes to work with Go
Anna owns the billing service => Ben owns the billing service
Service 1 is down => Service 2 is down
The health check of service 7 is red => The health check of service 8 is red
The production port of service 7 was checked. => The production port of service 8 was checked.
The staging port is 8080 => The production port is 9090
Fixed issue 12 => Fixed issue 13
We do not support Node 16 => We do not support Node 18
The port is not 8080 => The port is not 9090
We met the customer on 2026-03-14 => We met the customer on 2026-04-02
It is 8080 => It is 9090
This is Anna => This is Ben
An option is Redis => An option is Memcached
Eine Option ist Redis => Eine Option ist Memcached
The port is 8080 => Is the port 9090?
The port is 8080 => The port is 9090?
The port is 8080 => Maybe the port is 9090
The port is 8080 => If TLS is on, the port is 9090
The port is 8080 => The port was 9090
The port is 8080 => The port will be 9090
The port is 8080 => The port is also 9090
The port is 8080. TLS ends at the proxy. => The port is 9090
The port is 8080 => The port is 9090. The proxy listens there.
Decision: use Postgres for the queue => Decision: use pnpm for the workspace
Fix: restart the worker first => Fix: clear the cache first
The limit is 30 seconds => The limit is 30 minutes
Deploys happen on Fridays => Deploys happen on Tuesdays
Tom lives in Berlin => Tom moved to Hamburg
Use https://a.example/?q=1 => Use https://b.example/?q=2
a == 1 => a == 2
小王住在北京 => 小王住在上海
Danach gibt es Kaffee => Danach gibt es Kuchen
`);

describe("K4: a statement that gives the same thing another value", () => {
  test.each(REPLACED)("%s / %s: the later one replaces, whichever it is", (one = "", other = "") => {
    expect(isReplacedBy(one, other)).toBe(true);
    expect(isReplacedBy(other, one)).toBe(true);
  });

  test.each(BOTH_STAY)("%s / %s: both stay", (one = "", other = "") => {
    expect(isReplacedBy(one, other)).toBe(false);
    expect(isReplacedBy(other, one)).toBe(false);
  });
});

const noun = fc.constantFrom("gateway", "billing service", "Kasse", "кухня", "garage");
const attribute = fc.constantFrom("port", "limit", "budget", "code", "timeout");
const number = fc.integer({ min: 1, max: 99_999 });

test("K4: of two values of the same thing one replaces the other; never of different things", () => {
  fc.assert(
    fc.property(noun, noun, attribute, number, number, (one, other, what, a, b) => {
      const isOther = one === other && a !== b;
      for (const says of [
        (thing: string, value: number) => `The ${thing} ${what} is ${value}.`,
        (thing: string, value: number) => `${thing} ${what} = ${value}`,
        (thing: string, value: number) => `- **${thing} ${what}**: ${value}`,
      ])
        expect(isReplacedBy(says(one, a), says(other, b))).toBe(isOther);
    }),
  );
});

const WORDS = [
  ...["the", "port", "API", "is", "=", ":", "are", "8080", "9:30", "v1.2", "`x y`", "not", "and", ".", "?", ","],
  ...["ist", "est", "是", "は", "端口", "é", "src/a.ts", "https://a.b/?c=d", "\u0000", "\uD800", "😀", "\n", "**", "-"],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(" ")),
  fc.string({ maxLength: 80 }),
);

test("K4: no statement replaces itself, however it is spaced, and a slot has a name and a value", () => {
  fc.assert(
    fc.property(text, (statement) => {
      expect(isReplacedBy(statement, statement)).toBe(false);
      expect(slotOf(`  ${statement}  `)).toEqual(slotOf(statement));
      const found = slotOf(statement);
      if (found) expect([found.name.trim(), found.value.trim()]).not.toContain("");
    }),
    { numRuns: 3000 },
  );
});

test("K4: what is pasted is read in no time", () => {
  for (const bit of ["a ", "a: ", "= ", "8080 ", "`", "是", "is "]) expect(slotOf(bit.repeat(50_000))).toBeUndefined();
});
