import { edit, fail, HOURS, run, type Story, say, write } from "../story.ts";

/** A project whose folder gets another name, is cloned a second time, and has a neighbour. */
export const greenhouse: Story = {
  name: "greenhouse",
  steps: [
    { start: "startup" },
    say(
      "firmware for the greenhouse controller, esp32. want the vents to open by humidity not only by temperature. the frost guard wins over everything else, we lost 400 seedlings in april",
      "Vents get a humidity term; frost guard has the last word.",
      [write("main/vents.c"), write("main/frost.c")],
    ),
    say("we log to the sd card in csv, not to the cloud. my uncle opens it in excel", "CSV on the card.", [
      write("main/log.c"),
    ]),
    say(
      "and?",
      "The hysteresis test fails, vents flutter at 80 %. Next step: a dead band of 3 % around the set point.",
      [fail("idf.py test -T vents", "test_vents.c:88:FAIL: expected 1 opening, was 9")],
    ),
    { end: true },
    { renameFolder: "greenhouse-controller" },
    { wait: HOURS.night },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: a repository whose folder was renamed keeps its rules",
          gives: { frost: /frost guard/i },
        },
        { promise: "K2: and its decisions", gives: { card: /sd card/i } },
        {
          promise: "K3: and its open thread",
          gives: { goal: /humidity/i, failure: /-T vents|9 openings|was 9/i, next: /dead band/i },
        },
      ],
    },
    say("add the dead band", "Vents open once now.", [
      edit("main/vents.c"),
      run("idf.py test -T vents", "12 Tests 0 Failures"),
    ]),
    say(
      "good, next the pump: it may run 10 minutes per hour at most, the well is shallow",
      "Limit is in; the display does not show it yet.",
      [write("main/pump.c")],
    ),
    { end: true },
    { clone: "greenhouse-laptop" },
    { wait: 3 },
    {
      start: "startup",
      expect: [
        {
          promise: "K5: a second clone of the same origin is the same project",
          gives: { frost: /frost guard/i, pump: /10 minutes per hour/i, "what remains": /display does not show/i },
          lacks: { "settled failure": /was 9/ },
        },
      ],
    },
    { end: true },
    { project: "wine-labels" },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: another project is given none of it",
          lacks: { frost: /frost guard/i, pump: /well is shallow/i, card: /sd card/i },
        },
      ],
    },
    { end: true },
  ],
};
