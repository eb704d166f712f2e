import { edit, fail, HOURS, run, type Step, type Story, say, throwaway } from "../story.ts";

/** A request that is carried out and accepted within one session. */
const errand = (request: string, reply: string, file: string): readonly Step[] => [
  { start: "startup" },
  say(request, reply, [edit(file), run("make check", "ok")]),
  say("great, thanks", "You're welcome."),
  { end: true },
  { wait: 3 },
];

/** One thread that waits while a week of small errands and questions goes by. */
export const helpdesk: Story = {
  name: "helpdesk",
  steps: [
    { start: "startup" },
    say(
      "Migrate the ticket search to Meilisearch. Agents must never see tickets of another tenant, that is in every contract we have.",
      "I start with the index and a tenant token per request.",
      [edit("search/index.py"), edit("search/tenant.py")],
    ),
    say(
      "we'd go with one index per tenant instead of one big one, deleting a customer has to be a single call",
      "One index per tenant.",
      [edit("search/index.py")],
    ),
    say(
      "status",
      "Reindexing works, except for tenants with a dot in their name. Next: escape the name in index_uid().",
      [fail("pytest tests/test_reindex.py", "FAILED test_dotted_tenant - MeilisearchApiError: invalid_index_uid")],
    ),
    { end: true },
    { wait: 3 },
    ...errand("the favicon is missing on the login page, can you add it?", "Added.", "web/login.html"),
    ...errand("bump the copyright year in the footer", "2026 now.", "web/footer.html"),
    ...throwaway(say("explain ACID to me in two sentences", "Atomic, consistent, isolated, durable…")),
    ...errand("rename the button 'Submit' to 'Send ticket'", "Renamed.", "web/ticket.html"),
    ...errand("please sort the country list by name", "Sorted.", "web/countries.ts"),
    ...throwaway(say("which port does postgres use", "5432."), say("and mysql", "3306.")),
    ...errand("typo on the pricing page: 'recieve'", "Fixed.", "web/pricing.html"),
    ...errand("the csv export has a wrong header, 'Creatd'", "Fixed.", "export/csv.py"),
    ...throwaway(
      say("tell me a joke about databases", "A SQL query walks into a bar and asks two tables: may I join you?"),
    ),
    ...errand("make the session cookie SameSite=Lax", "Done.", "web/session.py"),
    ...errand("remove the old changelog entry from 2019", "Removed.", "CHANGELOG.md"),
    { wait: HOURS.week },
    {
      start: "startup",
      shown: [
        {
          promise: "K7: the user is shown one line that counts rules, decisions and open work",
          gives: { rules: /\d+ rules?/i, decisions: /\d+ decisions?/i, open: /\d+ open/i },
          shortLine: { of: /./, chars: 160 },
          once: { "one line": /.+/g },
        },
      ],
      expect: [
        {
          promise: "K5: a rule and a decision of ten sessions and a week ago are given",
          gives: { tenants: /another tenant/i, "one index": /(?:one )?index per tenant/i },
          aged: { tenants: /another tenant/i },
        },
        {
          promise: "K3: the thread that was never finished is open, with failure and next step",
          gives: {
            goal: /Meilisearch/i,
            failure: /test_reindex|test_dotted_tenant|invalid_index_uid/,
            next: /index_uid\(\)/,
          },
        },
        {
          promise: "K3: errands that were done are not given as open, answered questions not at all",
          notOpen: {
            favicon: /favicon/i,
            footer: /copyright year/i,
            button: /Send ticket/i,
            countries: /country list/i,
            pricing: /recieve/i,
            cookie: /SameSite/i,
            changelog: /entry from 2019/i,
          },
          lacks: { ACID: /\bACID\b/, port: /5432|which port/i, joke: /joke about/i },
        },
      ],
    },
    { end: true },
  ],
};

const ENDPOINTS =
  "orders carts invoices refunds vouchers parcels returns stock prices taxes users logins tokens roles teams audits exports imports reports charts alerts webhooks events queues jobs files images fonts themes menus pages blocks forms fields answers polls votes comments likes follows".split(
    " ",
  );
const budgetOf = (at: number): number => 40 + at * 7;

/** More rules than there is room for. */
export const latency: Story = {
  name: "latency",
  steps: [
    ...[0, 1, 2, 3, 4].flatMap((part): readonly Step[] => [
      { start: "startup" },
      say("Let us go on with the latency budgets of the gateway.", "Ready.", [edit("gateway/budgets.ts")]),
      ...ENDPOINTS.slice(part * 8, part * 8 + 8).map((name, at) =>
        say(
          `The ${name} endpoint must always answer within ${budgetOf(part * 8 + at)} ms, that is what the contract of the ${name} team says.`,
          `Noted, the budget of ${name} is in the table.`,
          [edit("gateway/budgets.ts")],
        ),
      ),
      { end: true },
      { wait: 6 },
    ]),
    {
      start: "startup",
      expect: [
        {
          promise: "K5: when not all rules fit, the newest are given and the rest is counted in one line",
          gives: {
            newest: /follows endpoint/i,
            "second newest": /likes endpoint/i,
            "the rest, counted": /\b\d+ (?:more|others?|older)\b|\b(?:and|plus) \d+\b/i,
          },
        },
        {
          promise: "K5: the room is used, and the goal has its place in it",
          gives: { goal: /latency budgets/i, "many rules": /(?:endpoint[\s\S]*?){6}/ },
        },
      ],
    },
    { end: true },
  ],
};
