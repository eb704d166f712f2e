import { asRequest, edit, fail, HOURS, read, run, type Story, say, throwaway, write } from "../story.ts";

/** Somebody who types as little as possible. */
export const turnstile: Story = {
  name: "turnstile",
  steps: [
    { start: "startup" },
    say(
      "new service: ticket validation for the stadium turnstiles. scan -> ok or denied. go, http api. use sqlite. no orm.",
      "Plain net/http with database/sql and the pure Go sqlite driver. Schema first.",
      [write("schema.sql"), write("cmd/turnstile/main.go")],
    ),
    say(
      "a ticket gets in once. second scan = denied, also when two gates scan it in the same second",
      "A conditional UPDATE on used_at decides, and I look at the number of changed rows.",
      [edit("internal/scan/scan.go")],
    ),
    say(
      "which http code for denied",
      "409 fits: the ticket is fine but its state is not. 403 would read as a login problem.",
    ),
    say("409 then. and no personal data in the logs, ticket ids only", "409, and the logger gets ids only.", [
      edit("internal/scan/handler.go"),
    ]),
    say(
      "run it",
      "TestTwoGates fails: sqlite's deferred transaction reads before it locks. Next I open it with BEGIN IMMEDIATE.",
      [
        fail(
          "go test ./internal/scan",
          "--- FAIL: TestTwoGates (0.02s)\n    scan_test.go:41: both gates let ticket 7781 in\nFAIL",
        ),
      ],
    ),
    say("ok", "I'll start there."),
    { end: true },
    { wait: 0.3 },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: what has to hold is given to the next session, also when it was said in half sentences",
          gives: {
            "one entry per ticket": /gets in once|second scan/i,
            "no personal data": /no personal data/i,
            "no orm": /no orm/i,
          },
          aged: { "no personal data": /no personal data/i },
        },
        { promise: "K2: decisions of few words are given", gives: { sqlite: /sqlite/i, "status code": /409/ } },
        {
          promise: "K3: the open thread is given with goal, failing test and next step; “ok” is no request",
          gives: { goal: /turnstile/i, failure: /TestTwoGates|both gates let/, next: /BEGIN IMMEDIATE/ },
          lacks: { "ok as a request": asRequest("ok") },
        },
        { promise: "R1: it stands under its heading", gives: { heading: /^## Session Recovery Context/m } },
      ],
    },
    say("hm wrong window", "No problem."),
    { end: true },
    ...throwaway(
      say("how do i undo the last git commit but keep the changes", "git reset --soft HEAD~1"),
      say("thx", "You're welcome."),
    ),
    { wait: 0.5 },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: rules said in the first session are given after a throwaway session",
          gives: { "one entry per ticket": /gets in once|second scan/i, "no personal data": /no personal data/i },
        },
        {
          promise: "K3: a question that was answered opens no thread and hides none",
          gives: { goal: /turnstile/i, failure: /TestTwoGates|both gates let/, next: /BEGIN IMMEDIATE/ },
          lacks: { "the question": /undo the last|reset --soft/i, "the wrong window": /wrong window/i },
        },
      ],
    },
    say(
      "go on with the gates thing",
      "TestTwoGates passes with BEGIN IMMEDIATE. Gates without network would be next.",
      [edit("internal/scan/scan.go"), run("go test ./internal/scan", "ok  \tturnstile/internal/scan\t0.310s")],
    ),
    say(
      "yes do offline. gates hold a signed list of valid tickets, refreshed every 5 min",
      "Signed with ed25519, refreshed every five minutes. It is not wired into cmd/gate yet, that is what remains.",
      [
        write("internal/offline/list.go"),
        run("go test ./internal/offline", "ok  \tturnstile/internal/offline\t0.120s"),
      ],
    ),
    {
      clear: true,
      expect: [
        {
          promise: "K5: /clear keeps rules, decisions and what is being worked on",
          gives: {
            "one entry per ticket": /gets in once|second scan/i,
            "no personal data": /no personal data/i,
            "no orm": /no orm/i,
            "signed list": /signed list/i,
            "what remains": /cmd\/gate|wired/i,
          },
        },
        {
          promise: "K3: a failure is gone once the same command passes",
          lacks: { failure: /both gates let|FAIL: TestTwoGates/ },
        },
      ],
    },
    say("wire it into the gate", "Wired. go vet complains about a lost cancel; next I return it from newRefresher.", [
      read("cmd/gate/main.go", "func main() {"),
      edit("cmd/gate/main.go"),
      fail("go vet ./cmd/gate", "cmd/gate/main.go:33:2: lostcancel: the cancel function is not used on all paths"),
    ]),
    { end: true },
    { wait: HOURS.night },
    {
      start: "startup",
      expect: [
        {
          promise: "K5: a night later rules, decisions, failure and next step are all there",
          gives: {
            "one entry per ticket": /gets in once|second scan/i,
            "no personal data": /no personal data/i,
            sqlite: /sqlite/i,
            "status code": /409/,
            "offline list": /offline|signed list/i,
            failure: /lostcancel|go vet/,
            next: /newRefresher/,
          },
        },
      ],
    },
    say("refresh every 60 seconds instead, ops says 5 min is too long", "60 seconds now.", [
      edit("internal/offline/list.go"),
    ]),
    { end: true },
    { wait: 1 },
    {
      start: "startup",
      expect: [
        {
          promise: "K4: a new value is given, the old one only together with it",
          gives: { "new interval": /60 ?s/i },
          replaced: { "old interval": { old: /(?:5 min|five minutes)/i, by: /60 ?s/i } },
        },
      ],
    },
    say(
      "fix the vet thing and tag v0.3.0, then we are done here",
      "vet is clean and v0.3.0 is tagged: the service is complete.",
      [edit("cmd/gate/main.go"), run("go vet ./cmd/gate", ""), run("git tag v0.3.0", "")],
    ),
    say("good. done.", "Glad it runs."),
    { end: true },
    { wait: HOURS.week },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: rules outlive the work in which they were said, by a week and more",
          gives: { "one entry per ticket": /gets in once|second scan/i, "no personal data": /no personal data/i },
        },
        { promise: "K2: decisions do as well", gives: { sqlite: /sqlite/i, "status code": /409/ } },
        {
          promise: "K3: finished work is not given as open, nor are its failures",
          notOpen: { "the tag": /tag v0\.3\.0/i, "the wiring": /wire it into/i, "the list": /signed list of valid/i },
          lacks: { "settled failure": /lostcancel/ },
        },
      ],
    },
    { end: true },
  ],
};
