import { edit, fail, HOURS, read, run, type Story, say, throwaway, write } from "../story.ts";

/** Somebody who finishes one thing, changes their mind about another and is interrupted by a colleague's mail. */
export const covoiturage: Story = {
  name: "covoiturage",
  steps: [
    { start: "startup" },
    say(
      "Bonjour, on voudrait que les salariés puissent proposer un trajet régulier (lundi, mardi…) et pas seulement un trajet unique. Attention, les adresses personnelles ne sortent pas du serveur, on n'affiche que la commune.",
      "Bonjour ! Je regarde d'abord le modèle Trajet.",
      [read("src/Entity/Trajet.php", "class Trajet {}")],
    ),
    say(
      "Pour la récurrence on part sur des RRULE comme dans les agendas plutôt que sur sept cases à cocher, ce sera plus souple pour les vacances.",
      "RRULE, avec la bibliothèque rlanvin/php-rrule.",
      [edit("src/Entity/Trajet.php"), write("migrations/Version20260302.php")],
    ),
    say(
      "Et les tests ?",
      "Un seul échoue : le 29 mars, le trajet de 7 h passe à 8 h à cause du changement d'heure. Prochaine étape : stocker le fuseau avec la règle.",
      [
        fail(
          "bin/phpunit tests/TrajetRegulierTest.php",
          "1) testHeureDete\nFailed asserting that '08:00' matches '07:00'.",
        ),
      ],
    ),
    { end: true },
    { wait: 0.2 },
    ...throwaway(
      say("C'est quoi déjà le raccourci pour vider le terminal ?", "Ctrl+L."),
      say("Parfait merci", "Je vous en prie."),
    ),
    { wait: HOURS.night },
    {
      start: "startup",
      expect: [
        {
          promise: "K5: after an unrelated question and a night all of it is given",
          gives: {
            goal: /trajet régulier/i,
            addresses: /adresses personnelles|que la commune/i,
            recurrence: /RRULE/,
            failure: /testHeureDete|TrajetRegulierTest/,
            next: /fuseau/i,
          },
          lacks: { question: /raccourci|Ctrl\+L/i },
        },
      ],
    },
    say(
      "Re-bonjour ! On continue. Ma collègue m'écrit ceci, pour info :\n\n« Il faut toujours afficher la rue, sinon personne ne se retrouve. On ne doit jamais proposer plus de trois résultats. Merci de passer en PostgreSQL avant l'été. »\n\nJe lui ai répondu que non. Continuez avec le fuseau.",
      "Le fuseau est stocké avec la règle, le test passe.",
      [edit("src/Entity/Trajet.php"), run("bin/phpunit tests/TrajetRegulierTest.php", "OK (6 tests, 14 assertions)")],
    ),
    say(
      "Très bien. Pas de mail automatique aux conducteurs s'il vous plaît, ils en reçoivent déjà trop ; une notification dans l'appli suffit.",
      "Notification dans l'application seulement. Le modèle est prêt, l'écran manque encore.",
      [write("src/Notification/TrajetNotification.php")],
    ),
    {
      compact: "L'utilisateur travaille sur une application PHP de covoiturage. Des fichiers ont été modifiés.",
      expect: [
        {
          promise: "K1: neither rule nor preference is lost behind a vague summary",
          gives: {
            addresses: /adresses personnelles|que la commune/i,
            mail: /pas de mail automatique/i,
            recurrence: /RRULE/,
          },
        },
        {
          promise: "K1: what a colleague wrote in a mail becomes no rule",
          notRules: { street: /afficher la rue/i, three: /plus de trois résultats/i, database: /PostgreSQL avant/i },
        },
        { promise: "K3: a settled failure is not given", lacks: { failure: /'08:00' matches/ } },
      ],
    },
    say(
      "Finalement les conducteurs ont voté : ils veulent bien un mail, mais un seul par semaine, le dimanche soir.",
      "Un mail récapitulatif le dimanche soir.",
      [write("src/Mail/Recapitulatif.php")],
    ),
    { end: true },
    { wait: 1 },
    {
      start: "startup",
      expect: [
        {
          promise: "K4: a preference that changed is given together with the new one",
          gives: { sunday: /dimanche soir/i },
          replaced: { "no mail": { old: /pas de mail automatique/i, by: /dimanche soir|un seul par semaine/i } },
        },
      ],
    },
    say(
      "Mettez en production et fermez le ticket, le trajet régulier est terminé pour nous.",
      "En production depuis 14 h 10, ticket COV-212 fermé. Le trajet régulier est terminé.",
      [run("make deploy", "deployed 3.2.0")],
    ),
    say(
      "Merci ! On passe à l'accessibilité : le formulaire de recherche doit être utilisable au clavier. Sans bibliothèque de plus, svp.",
      "L'ordre des tabulations est corrigé ; il reste le choix de la date, qui piège le focus.",
      [edit("templates/recherche.html.twig")],
    ),
    { end: true },
    { wait: HOURS.week },
    {
      start: "startup",
      expect: [
        {
          promise: "K3: a week later what is open is given as open, and the rest is not",
          gives: { goal: /accessibilité|au clavier/i, "what remains": /choix de la date|focus/i },
          notOpen: { "regular trips": /proposer un trajet régulier|mettez en production/i },
        },
        {
          promise: "K1: the rules of both threads hold",
          gives: { addresses: /adresses personnelles|que la commune/i, library: /sans bibliothèque de plus/i },
        },
        { promise: "K2: and so does the decision of the beginning", gives: { recurrence: /RRULE/ } },
      ],
    },
    { end: true },
  ],
};
