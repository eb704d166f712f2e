/*
 * Exact strings that are hidden in a generated conversation, and what somebody would ask who needs them again. `said`
 * is a sentence of somebody who speaks, `printed` the output of a tool; `ran` is the command that it came from. All of
 * `holds` must stand in one text that is given as an answer. The questions do not hold the answers.
 */
const planted = (kind, entries) => entries.map((entry) => ({ kind, ...entry }));

export const PLANTED = [
  ...planted("path", [
    {
      said: "The fallback letters lie in assets/mail/fallback-nb.hbs since the move.",
      asked: "Where do the fallback letters lie?",
      holds: ["assets/mail/fallback-nb.hbs"],
    },
    {
      said: "By the way, the scanned deed of the allotment is ~/Documents/allotment/deed-1987.pdf.",
      asked: "Where is the scanned deed of the allotment?",
      holds: ["~/Documents/allotment/deed-1987.pdf"],
    },
    {
      ran: "grep -rn aurora config",
      printed: 'config/tenants/aurora.toml:12: region = "eu-north"',
      asked: "Which file sets the region of the tenant aurora?",
      holds: ["config/tenants/aurora.toml"],
    },
    {
      ran: "find . -name '*.snap' -newer stamp",
      printed: "./packages/kiosk/test/__snapshots__/receipt-printer.snap\n1 file",
      asked: "Where is the snapshot of the receipt printer?",
      holds: ["packages/kiosk/test/__snapshots__/receipt-printer.snap"],
    },
  ]),
  ...planted("commit", [
    {
      said: "The leap-day rounding was fixed in 9f3c2ab, finally.",
      asked: "Which commit fixed the leap-day rounding?",
      holds: ["9f3c2ab"],
    },
    {
      said: "We can go back to 4e81d07c if the carousel breaks again.",
      asked: "What can we go back to if the carousel breaks?",
      holds: ["4e81d07c"],
    },
    {
      ran: "git log --oneline -3",
      printed: "b71d44e0 Stop the importer from swallowing duplicate badges\n0c5fa12d Raise the ferry timeout",
      asked: "Which commit stopped the importer from swallowing duplicate badges?",
      holds: ["b71d44e0"],
    },
    {
      ran: "git push origin lantern",
      printed: "To git.example.org:shop/lantern.git\n   a90e3f1..d26b7c4  lantern -> lantern",
      asked: "What was the last commit pushed to lantern?",
      holds: ["d26b7c4"],
    },
  ]),
  ...planted("id", [
    {
      said: "Mrs. Halloran's refund has the number ZK-40817.",
      asked: "What is the number of Mrs. Halloran's refund?",
      holds: ["ZK-40817"],
    },
    {
      said: "Our meter for the gas has the serial 7GTX00412938, I looked it up.",
      asked: "What serial does the gas meter have?",
      holds: ["7GTX00412938"],
    },
    {
      ran: "workspaces create lynx",
      printed: "created workspace lynx, id 5f0c1d3e-7a52-4c1b-9d7e-2b8a6e4f9c10",
      asked: "What id has the workspace lynx?",
      holds: ["5f0c1d3e-7a52-4c1b-9d7e-2b8a6e4f9c10"],
    },
    {
      ran: "tickets open --label turnstile",
      printed: "TURN-2291  open  The turnstile counts children twice",
      asked: "Which ticket is about the turnstile that counts children twice?",
      holds: ["TURN-2291"],
    },
  ]),
  ...planted("url", [
    {
      said: "The runbook of the tide gauge is at https://wiki.example.org/runbooks/tide-gauge now.",
      asked: "Where is the runbook of the tide gauge?",
      holds: ["https://wiki.example.org/runbooks/tide-gauge"],
    },
    {
      said: "I found the pattern for the mittens: https://knit.example.com/p/selbu-11.",
      asked: "Where did I find the pattern for the mittens?",
      holds: ["https://knit.example.com/p/selbu-11"],
    },
    {
      ran: "deploy preview harbour-map",
      printed: "uploaded 61 objects\nharbour map is live: https://pr-512.preview.example.dev/harbour",
      asked: "Where is the preview of the harbour map?",
      holds: ["https://pr-512.preview.example.dev/harbour"],
    },
    {
      ran: "git remote -v",
      printed: "upstream  https://code.example.net/fjord/weather-relay.git (fetch)",
      asked: "Where is the upstream of the weather relay?",
      holds: ["https://code.example.net/fjord/weather-relay.git"],
    },
  ]),
  ...planted("command", [
    {
      said: "I ran `make seal-archive` by hand and it ended with exit code 7.",
      asked: "How did sealing the archive by hand end?",
      holds: ["make seal-archive", "exit code 7"],
    },
    {
      said: "For the record: `bin/rotate-logs --keep 30` ended with exit code 0 last night.",
      asked: "How did rotating the logs end last night?",
      holds: ["bin/rotate-logs --keep 30", "exit code 0"],
    },
    {
      ran: "scripts/verify-ledger.sh --strict",
      printed: "Exit code 3\nledger: 2 entries without a pair",
      fails: true,
      asked: "How did verifying the ledger end?",
      holds: ["scripts/verify-ledger.sh --strict", /exit(?: code)? 3\b/i],
    },
    {
      ran: "pnpm --filter marina migrate",
      printed: "Exit code 9\nmarina: the migration table is locked",
      fails: true,
      asked: "How did the migration of marina end?",
      holds: ["pnpm --filter marina migrate", /exit(?: code)? 9\b/i],
    },
  ]),
  ...planted("error", [
    {
      said: "Then the barometer said `TypeError: cannot unpack a torn frame` and stopped.",
      asked: "What did the barometer say before it stopped?",
      holds: ["TypeError: cannot unpack a torn frame"],
    },
    {
      said: "The dishwasher shows error E24: drain blocked.",
      asked: "Which error does the dishwasher show?",
      holds: ["E24"],
    },
    {
      ran: "psql -f bookings.sql",
      printed: 'CREATE TABLE\nERROR:  column "guest_tier" of relation "bookings" does not exist',
      asked: "What was wrong with the bookings relation?",
      holds: ['column "guest_tier" of relation "bookings" does not exist'],
    },
    {
      ran: "node tools/pack-atlas.mjs",
      printed: "reading sprites\nRangeError: atlas page 3 exceeds 4096 px\n    at pack (tools/pack-atlas.mjs:88:11)",
      asked: "What error did packing the atlas give?",
      holds: ["RangeError: atlas page 3 exceeds 4096 px"],
    },
  ]),
  ...planted("quantity", [
    {
      said: "The heater in the greenhouse draws 1.8 kW, so it must not share a fuse.",
      asked: "How much does the heater in the greenhouse draw?",
      holds: ["1.8 kW"],
    },
    {
      said: "My mother takes 37.5 mg of venlafaxine now.",
      asked: "How much venlafaxine does my mother take?",
      holds: ["37.5 mg"],
    },
    {
      ran: "cache stat thumbnails",
      printed: "thumbnails: 412 MB in 9 shards",
      asked: "How large is the cache of thumbnails?",
      holds: ["412 MB"],
    },
    {
      ran: "k6 run checkout.js",
      printed: "checkout ........ p95 = 734 ms",
      asked: "What is the p95 of the checkout?",
      holds: ["734 ms"],
    },
  ]),
  ...planted("constraint", [
    {
      said: "Never send the payslips before the auditor has signed them.",
      asked: "What did I say about sending the payslips?",
      holds: ["Never send the payslips before the auditor has signed them"],
    },
    {
      said: "You must always ask me before you touch the orchid database.",
      asked: "What about touching the orchid database?",
      holds: ["must always ask me before you touch the orchid database"],
    },
    {
      ran: "cat CONTRIBUTING.md",
      printed: "# Contributing\n\nMigrations of the reef schema must always be reversible.\n",
      asked: "What holds for migrations of the reef schema?",
      holds: ["Migrations of the reef schema must always be reversible"],
    },
    {
      ran: "cat docs/vault.md",
      printed: "# Vault\n\nNever mount the vault on a laptop that leaves the building.\n",
      asked: "What holds for mounting the vault on a laptop?",
      holds: ["Never mount the vault on a laptop that leaves the building"],
    },
  ]),
  ...planted("date", [
    {
      said: "The inspection of the boiler is on 19 February 2027, before noon.",
      asked: "When is the inspection of the boiler?",
      holds: ["19 February 2027"],
    },
    {
      said: "Ingrid's christening begins at 10:45 in the old chapel.",
      asked: "When does Ingrid's christening begin?",
      holds: ["10:45"],
    },
    {
      ran: "certs show gateway",
      printed: "gateway certificate: expires 2027-06-30",
      asked: "When does the certificate of the gateway expire?",
      holds: ["2027-06-30"],
    },
    {
      ran: "cron next sweep-tides",
      printed: "sweep-tides: next run 2027-03-02 04:15",
      asked: "When is the next run of sweep-tides?",
      holds: ["2027-03-02 04:15"],
    },
  ]),
  ...planted("contact", [
    {
      said: "The locksmith, Mr. Okafor, has the number +44 20 7946 0018.",
      asked: "What is the locksmith's number?",
      holds: ["+44 20 7946 0018"],
    },
    {
      said: "Write to petra.lindqvist@example.org about the choir.",
      asked: "Whom do I write to about the choir?",
      holds: ["petra.lindqvist@example.org"],
    },
    {
      ran: "oncall billing-bridge",
      printed: "billing-bridge: irina.petrov@example.org until Monday",
      asked: "Who is on call for the billing bridge?",
      holds: ["irina.petrov@example.org"],
    },
    {
      ran: "whois quayside.example",
      printed: "Registrar abuse contact of quayside: +47 22 55 01 73",
      asked: "What is the abuse contact of quayside?",
      holds: ["+47 22 55 01 73"],
    },
  ]),
  ...planted("promise", [
    {
      said: "I will send you the seating plan for the jubilee on Thursday.",
      by: "assistant",
      asked: "What will you send me for the jubilee?",
      holds: ["I will send you the seating plan for the jubilee on Thursday"],
    },
    {
      said: "I'll call the vet about the parrot tomorrow, promised.",
      asked: "What did I promise about the parrot?",
      holds: ["I'll call the vet about the parrot tomorrow"],
    },
  ]),
];

const folded = (text) => text.replace(/\s+/g, " ");

/** Whether a text gives the answer. */
export function isHeld({ holds }, text) {
  const whole = folded(text);
  return holds.every((part) => (typeof part === "string" ? whole.includes(folded(part)) : part.test(whole)));
}
