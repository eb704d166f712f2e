import { z } from "zod";
import { counted, sized } from "../progress.ts";
import { colours, table, tilde, wrap } from "../terminal.ts";

const surveyShape = z.array(
  z.object({
    title: z.string(),
    sessions: z.number(),
    newSessions: z.number(),
    bytes: z.number(),
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
  }),
);

const accountShape = z.object({
  state: z.string(),
  sessions: z.number(),
  sessionsDone: z.number(),
  newSessions: z.number(),
  messages: z.number(),
  harnesses: z.array(
    z.object({
      title: z.string(),
      sessions: z.number(),
      newSessions: z.number(),
      messages: z.number(),
      bytes: z.number(),
    }),
  ),
  brokenCount: z.number(),
  broken: z.array(z.object({ path: z.string(), where: z.string(), why: z.string() })),
  failures: z.array(z.object({ path: z.string(), why: z.string() })),
});
type Account = z.infer<typeof accountShape>;

const BROKEN_SHOWN = 10;
const NOTHING = "No histories were found. Give a path, or see `throughline import --help`.";

const day = (time: string | null): string => time?.slice(0, 10) ?? "";

/** What there is to import. */
export function importSurvey(value: unknown): string {
  const rows = surveyShape.parse(value);
  if (rows.length === 0) return NOTHING;
  const listed = table(
    ["HARNESS", "SESSIONS", "NEW", "SIZE", "OLDEST", "NEWEST"],
    rows.map((one) => [
      one.title,
      counted(one.sessions),
      counted(one.newSessions),
      sized(one.bytes),
      day(one.oldest),
      day(one.newest),
    ]),
  );
  return `${listed}\n${colours.dim("Nothing was changed: run it again without --dry-run to take them in.")}`;
}

function brokenLines({ brokenCount, broken }: Account): string[] {
  if (brokenCount === 0) return [];
  const shown = broken
    .slice(0, BROKEN_SHOWN)
    .map(({ path, where, why }) => wrap(`  ${tilde(path)}, ${where}: ${why}`, "    "));
  const more = brokenCount - shown.length;
  return [
    colours.yellow(`${counted(brokenCount)} lines could not be read:`),
    ...shown,
    ...(more > 0 ? [`  and ${counted(more)} more`] : []),
  ];
}

const failures = ({ failures: failed }: Account): string[] =>
  failed.map(({ path, why }) => colours.red(wrap(`${tilde(path)} could not be read: ${why}`, "  ")));

function outcome({ state, sessions, sessionsDone, newSessions, messages }: Account): string {
  const brought = `${counted(messages)} new messages, ${counted(newSessions)} new sessions`;
  if (state === "stopped")
    return `Stopped after ${counted(sessionsDone)} of ${counted(sessions)} sessions: ${brought}. The next \`throughline import\` goes on from there.`;
  if (messages === 0) return "All of it was known already.";
  return `Took in ${brought}. They are being indexed; \`throughline status\` tells how far that is.`;
}

/** What came of an import. */
export function importAccount(value: unknown): string {
  const account = accountShape.parse(value);
  if (account.sessions === 0) return [...failures(account), NOTHING].join("\n");
  const listed = table(
    ["HARNESS", "SESSIONS", "NEW", "MESSAGES", "READ"],
    account.harnesses.map((one) => [
      one.title,
      counted(one.sessions),
      counted(one.newSessions),
      counted(one.messages),
      sized(one.bytes),
    ]),
  );
  return [listed, ...brokenLines(account), ...failures(account), outcome(account)].join("\n");
}
