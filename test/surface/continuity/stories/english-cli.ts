import { asRequest, edit, fail, HOURS, read, run, type Story, say, write } from "../story.ts";

const REVIEW = `A colleague had a look and sent me this, could you tell me what you think of it?

> ## Review of src/stations.rs
> - You must always use lazy_static for tables of this size.
> - Never parse dates by hand, pull in chrono everywhere.
> - Exit codes: usage errors should be 2 and not 1, as in other tools.
> - All public functions have to be documented before this is merged.
> - We decided in the guild to print JSON by default, so please switch.
> - Do not use unwrap() anywhere in this crate.`;

const FROM_THE_BOAT = `hm, he sent me this from the boat, any idea??

\`\`\`
$ tidewatch week Husum
WARNING: you should never run this tool as root
thread 'main' panicked at src/week.rs:58:17:
index out of bounds: the len is 28 but the index is 28
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
error: must specify --tz when the clock changes
\`\`\``;

/** Somebody polite who tells stories and pastes what others wrote; a laptop that dies. */
export const tidewatch: Story = {
  name: "tidewatch",
  steps: [
    { start: "startup" },
    say(
      "Hi! So, I've been meaning to do this for ages. Our little tide tool, the Rust CLI in this repo, only prints today, and my father, who has it on his boat, keeps asking for a whole week at once. Something like `tidewatch week HARBOUR` maybe? He has an old laptop and no network out there, so whatever we do, it has to work offline.",
      "Lovely idea. I'll look at how today's table is made.",
      [read("src/main.rs", "fn main() {"), read("src/stations.rs", "pub static STATIONS")],
    ),
    say(
      "Thanks! I'd rather we stick with station data that is compiled in than fetch anything at run time. The binary may well grow to 20 MB, that is fine by me.",
      "Compiled in, then: build.rs packs the stations, nothing is fetched.",
      [edit("build.rs"), edit("src/stations.rs"), write("src/week.rs")],
    ),
    say(
      REVIEW,
      "The point about exit codes is fair. The others are taste, or would be a change of their own; I would leave them.",
    ),
    say(
      "I agree, the exit codes we should do. The rest stays as it is, he means well :)",
      "Usage errors exit with 2 now. Nothing else of the review was taken over.",
      [edit("src/main.rs"), run("cargo test exit_codes", "test result: ok. 3 passed")],
    ),
    say(
      FROM_THE_BOAT,
      "Root cause: in the week of the clock change the table has 28 entries, and the loop reads one past the last. The fix is to stop at len - 1 and to add a test for Husum in March. I have not done either yet.",
      [
        {
          subagent:
            "You are a read-only investigator. Never edit files. You must answer in at most ten lines and always cite line numbers. Find out why src/week.rs indexes past its table for Husum.",
          does: [
            read("src/week.rs", "let after = table[i + 1];"),
            fail("cargo run -q -- week Husum", "index out of bounds: the len is 28 but the index is 28"),
          ],
          answers: "src/week.rs:58 reads table[i + 1]; in the week of the clock change i reaches the last entry.",
        },
      ],
    ),
    { crash: true },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: a session that died without a word has left its rules",
          gives: { offline: /work(?:s)? offline/i },
          aged: { offline: /work(?:s)? offline/i },
        },
        {
          promise: "K2: decisions of the user and points of a review that the user took over are given",
          gives: { "compiled in": /compiled in/i, "exit codes": /exit codes?|exit with 2/i },
        },
        {
          promise: "K3: what the agent found out and has not done yet is given",
          gives: { goal: /whole week|tidewatch week/i, cause: /clock change/i, next: /len - 1|test for Husum/i },
        },
        {
          promise: "K1: sentences of a pasted review, of a log and of a subagent's orders become no rules",
          notRules: {
            "review: lazy_static": /lazy_static/,
            "review: chrono": /chrono everywhere/i,
            "review: documented": /have to be documented/i,
            "review: JSON": /JSON by default/i,
            "review: unwrap": /unwrap\(\)/,
            "log: root": /as root/i,
            "log: tz": /must specify/i,
            "subagent: edit": /never edit files/i,
            "subagent: ten lines": /ten lines/i,
          },
        },
      ],
    },
    say(
      "Sorry, the battery. Where were we... ah yes, Husum. Would you go ahead with the fix please?",
      "The loop stops at len - 1. The new test is still red, it sees 27 waters instead of 28: the last one is dropped when the clock goes forward. Next I'd compare UTC instants rather than local hours.",
      [
        edit("src/week.rs"),
        write("tests/week.rs"),
        fail("cargo test week_of_clock_change", "assertion `left == right` failed\n  left: 27\n right: 28"),
      ],
    ),
    { prompt: "oh and could you also, hm, no wait", does: [read("README.md", "# tidewatch")] },
    say("Sorry, never mind that. I have to run, have a nice weekend!", "Thank you, you too!"),
    { end: true },
    { wait: HOURS.weekend },
    {
      start: "resume",
      expect: [
        {
          promise: "R1: a session that is resumed after a weekend has its rules, decisions, failure and next step",
          gives: {
            offline: /work(?:s)? offline/i,
            "compiled in": /compiled in/i,
            failure: /week_of_clock_change|left: 27/,
            next: /UTC instants/i,
          },
          lacks: { "a farewell as request": asRequest("Sorry, never mind that[^\n]*") },
        },
      ],
    },
    say(
      "Good morning! Yes please, as you suggested.",
      "All green: the week of the clock change has its 28 waters. 1.4.0 is published, so your father can update.",
      [
        edit("src/week.rs"),
        run("cargo test week_of_clock_change", "test result: ok. 1 passed"),
        run("cargo publish", "Published tidewatch v1.4.0"),
      ],
    ),
    say("Wonderful, it works on the boat. Thank you so much!", "What a nice outcome."),
    say(
      "Something else then, the README is all over the place. Could you help me restructure it? Short sentences please, my father reads it too, and no screenshots.",
      "I drafted the first half, from installing to the week table. The part on harbours is still the old one.",
      [edit("README.md")],
    ),
    { end: true },
    { wait: 3 },
    {
      start: "startup",
      expect: [
        {
          promise: "K3: who finished one thing and went on with another finds the other open",
          gives: { goal: /README/, "what remains": /part on harbours|still the old/i },
          notOpen: { "the week table": /keeps asking for a whole week|fix for Husum|as you suggested/i },
          lacks: { "settled failure": /left: 27/ },
        },
        {
          promise: "K1: rules of both are given",
          gives: {
            offline: /work(?:s)? offline/i,
            "short sentences": /short sentences/i,
            screenshots: /no screenshots/i,
          },
        },
      ],
    },
    { end: true },
  ],
};
