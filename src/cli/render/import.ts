import type { AnswerOf } from "../../operations/index.ts";
import { counted, howMany, sized } from "../progress.ts";
import { colors, tilde, wrap } from "../terminal.ts";
import { firstOf, tableOf } from "./words.ts";

type Survey = AnswerOf<"import.survey">;
type Account = AnswerOf<"import.progress">;

const BROKEN_SHOWN = 10;
const PASSED_OVER_SHOWN = 50;
const NOTHING = "No histories were found. Give a path, or see `throughline import --help`.";

const day = (time: string | null): string => time?.slice(0, 10) ?? "";

function passedOverLines(passedOver: Account["passedOver"]): string[] {
  if (passedOver.length === 0) return [];
  const skipped = passedOver.length === 1 ? "was skipped" : "were skipped";
  return [
    colors.yellow(`${howMany(passedOver.length, "place")} could not be read and ${skipped}:`),
    ...firstOf(
      passedOver,
      PASSED_OVER_SHOWN,
      ({ path, why }) => wrap(`  ${tilde(path)}: ${why}`, "  "),
      (more) => `  and ${counted(more)} more: --json has all`,
    ),
  ];
}

function purgedLines(count: number): string[] {
  if (count === 0) return [];
  const skipped = count === 1 ? "was purged and is skipped" : "were purged and are skipped";
  return [wrap(`${howMany(count, "session")} ${skipped}: import the file by its path to bring one back.`)];
}

/** What to do after a dry run. */
function advice(rows: Survey): string {
  const fresh = rows.reduce((sum, one) => sum + one.newSessions, 0);
  const unread = rows.reduce((sum, one) => sum + one.unread, 0);
  if (fresh === 0 && unread === 0) return "Everything is already imported.";
  const what = fresh === 0 ? "to read the new parts" : "to import them";
  return `Nothing was changed: rerun without --dry-run ${what} (${sized(unread)} to read).`;
}

/** The preview of an import. */
export function importSurvey(rows: Survey): string {
  if (rows.length === 0) return NOTHING;
  const listed = tableOf(rows, {
    HARNESS: "title",
    SESSIONS: ({ sessions }) => counted(sessions),
    NEW: ({ newSessions }) => counted(newSessions),
    SIZE: ({ bytes }) => sized(bytes),
    UNREAD: ({ unread }) => sized(unread),
    OLDEST: ({ oldest }) => day(oldest),
    NEWEST: ({ newest }) => day(newest),
  });
  const purged = rows.reduce((sum, one) => sum + one.purgedSessions, 0);
  const leftOut = [...passedOverLines(rows.flatMap((one) => one.passedOver)), ...purgedLines(purged)];
  return [listed, ...leftOut, colors.dim(wrap(advice(rows)))].join("\n");
}

function brokenLines({ brokenCount, broken }: Account): string[] {
  if (brokenCount === 0) return [];
  const shown = broken
    .slice(0, BROKEN_SHOWN)
    .map(({ path, where, why }) => wrap(`  ${tilde(path)}, ${where}: ${why}`, "    "));
  const more = brokenCount - shown.length;
  return [
    colors.yellow(`${howMany(brokenCount, "line")} could not be read:`),
    ...shown,
    ...(more > 0 ? [`  and ${counted(more)} more`] : []),
  ];
}

const failures = ({ failures: failed }: Account): string[] =>
  failed.map(({ path, why }) => colors.red(wrap(`${tilde(path)} could not be read: ${why}`, "  ")));

const emptyLines = ({ emptySessions: count }: Account): string[] =>
  count === 0 ? [] : [wrap(`${howMany(count, "session")} had nothing to store: no readable messages.`)];

function outcome(account: Account): string {
  const { state, sessions, sessionsDone, newSessions, messages } = account;
  const brought = `${howMany(messages, "new message")}, ${howMany(newSessions, "new session")}`;
  if (state === "stopped")
    return `Stopped after ${counted(sessionsDone)} of ${howMany(sessions, "session")}: ${brought}. The next \`throughline import\` continues there.`;
  const isAllKnown = account.brokenCount + account.emptySessions + account.failures.length === 0;
  if (messages === 0) return isAllKnown ? "Everything was already imported." : "Nothing new was imported.";
  return `Imported ${brought}. They are being indexed; \`throughline status\` shows the progress.`;
}

const followedLines = ({ state, followed }: Account): string[] =>
  state === "done" && followed.length > 0
    ? [colors.dim(wrap("New sessions are imported automatically, within about a minute."))]
    : [];

/** The result of an import. */
export function importAccount(account: Account): string {
  const leftOut = [...passedOverLines(account.passedOver), ...purgedLines(account.purgedSessions)];
  if (account.sessions === 0) return [...leftOut, ...(account.purgedSessions === 0 ? [NOTHING] : [])].join("\n");
  const listed = tableOf(account.harnesses, {
    HARNESS: "title",
    SESSIONS: ({ sessions }) => counted(sessions),
    NEW: ({ newSessions }) => counted(newSessions),
    MESSAGES: ({ messages }) => counted(messages),
    READ: ({ bytes }) => sized(bytes),
  });
  const unread = [...brokenLines(account), ...leftOut, ...failures(account), ...emptyLines(account)];
  return [listed, ...unread, wrap(outcome(account)), ...followedLines(account)].join("\n");
}
