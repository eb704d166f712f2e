import { edit, fail, HOURS, read, run, type Story, say } from "../story.ts";

/** What was said of a file or a command comes back when the agent is about to touch it. */
export const payroll: Story = {
  name: "payroll",
  steps: [
    { start: "startup" },
    {
      ...say(
        "hands off src/legacy/rates.ts, never edit it: finance owns that file and audits every change",
        "I leave it alone.",
        [edit("src/bonus.ts")],
      ),
      atPrompt: [
        {
          promise: "K6: when a prompt sounds like a rule, one short line asks the agent to record it",
          gives: { "asks to record": /rule|record/i },
          shortLine: { of: /./, chars: 300 },
        },
      ],
    },
    {
      ...say("whats next in the export?", "The SEPA file: BICs are missing for three people.", [
        fail("npm run export:sepa", "SepaError: BIC missing for 3 employees (EMP-12, EMP-40, EMP-77)"),
      ]),
      atPrompt: [{ promise: "K6: an ordinary question is answered without such a line", nothing: true }],
    },
    { end: true },
    { wait: HOURS.night },
    { start: "startup" },
    {
      ...say("why are the bonuses off by 2 percent?", "The rate of 2024 is still used in rates.ts.", [
        read("src/bonus.ts"),
        read("src/legacy/rates.ts", "export const RATE_2024 = 0.02;"),
      ]),
      atWork: [
        {
          promise: "K8: who reads a file that a rule names is given the rule, in one line",
          gives: { rule: /finance owns|hands off/i },
          shortLine: { of: /finance|hands off/i, chars: 300 },
        },
      ],
    },
    {
      ...say("look again, is there a 2025 one?", "No, only 2024.", [
        read("src/legacy/rates.ts", "export const RATE_2024 = 0.02;"),
      ]),
      atWork: [{ promise: "K8: once per session", lacks: { rule: /finance owns|hands off/i } }],
    },
    {
      ...say("ok. and the sepa export, does it run now?", "No, the BICs are still missing.", [
        fail("npm run export:sepa", "SepaError: BIC missing for 3 employees (EMP-12, EMP-40, EMP-77)"),
      ]),
      atWork: [
        {
          promise: "K8: who runs a command that failed before is given that failure",
          gives: { failure: /BIC missing/i },
          shortLine: { of: /BIC missing/i, chars: 400 },
        },
      ],
    },
    { end: true },
    { wait: HOURS.night },
    { start: "startup" },
    {
      ...say(
        "the rates for 2025 came in, put them where they belong",
        "They have to go into rates.ts, which finance owns: I ask first.",
        [run("git log --oneline -3", "a1 b2 c3"), read("src/legacy/rates.ts", "export const RATE_2024 = 0.02;")],
      ),
      atWork: [{ promise: "K8: another session is given it again", gives: { rule: /finance owns|hands off/i } }],
    },
    {
      ...say("right, ask them. what does src/bonus.ts export?", "applyBonus and bonusOf.", [read("src/bonus.ts")]),
      atWork: [{ promise: "K8: a file that nothing names brings nothing", nothing: true }],
    },
    { end: true },
  ],
};
