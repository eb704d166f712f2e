import { edit, fail, HOURS, read, run, type Story, say, throwaway, write } from "../story.ts";

/** Half German, half English, as it is typed in offices; an instruction that holds for today only. */
export const vereinskasse: Story = {
  name: "vereinskasse",
  steps: [
    { start: "startup" },
    say(
      "moin, wir bauen die beitragsverwaltung für den ruderverein neu. django, die alte access-db wird abgelöst. von der access-datei lassen wir aber die finger, da arbeitet die kassenwartin noch bis sommer mit",
      "Alles klar, ich lese nur daraus. Ich schaue mir das Schema an.",
      [read("import/schema.txt", "Mitglied; Beitrag; Buchung"), write("beitraege/models.py")],
    ),
    say(
      "beträge bitte überall als integer in cent, mit float sind wir letztes jahr auf die nase gefallen",
      "Cent als Integer, auch im Import.",
      [edit("beitraege/models.py"), edit("import/lesen.py")],
    ),
    say(
      "für die SEPA datei nehmen wir pain.008 in version 08 und nicht die alte 02, die volksbank stellt im herbst um",
      "pain.008.001.08, der Writer ist angelegt.",
      [write("sepa/schreiben.py")],
    ),
    say("commit noch nicht, ich will erst selbst drüberschauen", "Ich committe nichts, sag Bescheid.", []),
    say(
      "lauf mal die tests",
      "Ein Test ist rot: bei Familienbeiträgen wird der Rabatt doppelt abgezogen. Als Nächstes würde ich rabatt() aus der Schleife in summe_familie ziehen.",
      [
        fail(
          "python manage.py test beitraege",
          "FAIL: test_familienrabatt (beitraege.tests.Familie)\nAssertionError: 8400 != 10200",
        ),
      ],
    ),
    { end: true },
    { wait: 0.4 },
    ...throwaway(
      say("was heisst nochmal quorum auf deutsch", "Beschlussfähigkeit, also die nötige Mindestzahl."),
      say("danke", "Gern."),
    ),
    { wait: 0.6 },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: rules said without “always” and “never” are given after a throwaway session",
          gives: {
            "old database": /lassen wir aber die finger|access-datei/i,
            "integer cents": /integer in cent|cent als integer/i,
          },
        },
        {
          promise: "K1: what holds for now is given while its work is open",
          gives: { "not yet": /commit noch nicht|committe nichts/i },
        },
        {
          promise: "K2: a decision is given with the version that was chosen",
          gives: { "pain.008": /pain\.008/, version: /version 08|001\.08/i },
        },
        {
          promise: "K3: goal, failing test and next step are given, the question in between is not",
          gives: {
            goal: /beitragsverwaltung/i,
            failure: /test_familienrabatt|8400/,
            next: /summe_familie|rabatt\(\)/,
          },
          lacks: { "the question": /quorum/i },
        },
      ],
    },
    say("mach weiter", "Der Rabatt wird nur noch einmal abgezogen, alles grün.", [
      edit("beitraege/rechnen.py"),
      run("python manage.py test beitraege", "Ran 23 tests\nOK"),
    ]),
    say(
      "habs mir angeschaut, passt. committen und pushen, dann sind wir mit der beitragsverwaltung durch",
      "Committet und gepusht, die Beitragsverwaltung ist fertig.",
      [run("git commit -am 'Beiträge'", "1 file changed"), run("git push", "ok")],
    ),
    say("super, danke dir", "Sehr gern."),
    { end: true },
    { wait: HOURS.week },
    {
      start: "startup",
      expect: [
        {
          promise: "K1: a week later the rules are given, “don't commit yet” is not",
          gives: {
            "old database": /lassen wir aber die finger|access-datei/i,
            "integer cents": /integer in cent|cent als integer/i,
          },
          lacks: { "not yet": /commit noch nicht|committe nichts/i },
        },
        {
          promise: "K3: finished work is not given as open, nor its failure",
          notOpen: { fees: /bauen die beitragsverwaltung|mach weiter/i },
          lacks: { "settled failure": /8400/ },
        },
      ],
    },
    say(
      "neues thema: mahnungen. erste nach 30 tagen per mail, freundlicher ton, wir sind ein verein und kein inkasso",
      "Erste Mahnung nach 30 Tagen per Mail, Vorlage angelegt; der Versand fehlt noch.",
      [write("mahnungen/vorlage.txt"), write("mahnungen/lauf.py")],
    ),
    {
      compact: "The user works on a Django app. A template for letters was added.",
      expect: [
        {
          promise: "K5: behind a summary in another language rules and topic are given",
          gives: {
            "old database": /lassen wir aber die finger|access-datei/i,
            "integer cents": /integer in cent|cent als integer/i,
            reminders: /mahnung/i,
            tone: /freundlicher ton/i,
          },
        },
      ],
    },
    say("doch 21 tage statt 30, der vorstand hats gestern so beschlossen", "21 Tage.", [edit("mahnungen/lauf.py")]),
    { end: true },
    { wait: HOURS.night },
    {
      start: "startup",
      expect: [
        {
          promise: "K4: the new period is given, the old one only together with it",
          gives: { period: /21 tage/i },
          replaced: { "old period": { old: /nach 30 tagen/i, by: /21 tage/i } },
        },
      ],
    },
    { end: true },
  ],
};
