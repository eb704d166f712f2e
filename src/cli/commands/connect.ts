import { confirm, isCancel } from "@clack/prompts";
import { Command, Option } from "commander";
import { type Home, homeAt, homeDir, notFound, refused } from "../../core/index.ts";
import { ensureDaemon, findDaemon, stopDaemon } from "../../daemon/index.ts";
import {
  applyChanges,
  type Harness,
  harnesses,
  harnessNamed,
  planReversal,
  renderChange,
  revertChanges,
} from "../../harnesses/index.ts";
import { connectionOf, type InstallScope, placeOf } from "../connection.ts";
import { colors, print } from "../terminal.ts";

interface ConnectOptions {
  readonly harness: string;
  readonly scope: InstallScope;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const NAMES = [...harnesses.map((one) => one.name), "all"];

const scopeOption = new Option("--scope <scope>", "for all your projects, or only for the project in this folder")
  .choices(["user", "project"])
  .default("user");

function withOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--harness <name>", "which client; by default all on this machine").choices(NAMES).default("all"),
    )
    .option("--dry-run", "show what would change, and change nothing")
    .option("--yes", "do not ask");
}

async function wanted(options: ConnectOptions): Promise<Harness[]> {
  if (options.harness !== "all") return [harnessNamed(options.harness)];
  const { userHome } = placeOf(options.scope);
  const isHere = await Promise.all(harnesses.map(({ installer }) => installer.detect(userHome)));
  return harnesses.filter((_, at) => isHere[at]);
}

/** Asks a person; without a terminal, `--yes` is required. */
async function agreed(options: Pick<ConnectOptions, "yes">, question: string): Promise<boolean> {
  if (options.yes) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw refused("not a terminal, so this needs --yes", "Rerun with --yes, or with --dry-run for a preview.");
  }
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}

async function connect(options: ConnectOptions): Promise<void> {
  const home = homeAt(homeDir());
  const clients = await wanted(options);
  if (clients.length === 0) {
    throw notFound(
      "no supported client was found on this machine",
      `Install one first, or name it: --harness ${NAMES.join(" | ")}.`,
    );
  }
  const plans = await Promise.all(
    clients.map(async (client) => ({
      client,
      ...(await client.installer.planInstall(connectionOf(home, options.scope))),
    })),
  );
  for (const { client, changes, warnings } of plans) {
    const state = changes.length > 0 ? `${changes.length} files to change` : "already connected";
    print(colors.bold(`${client.title}: ${state}`));
    for (const change of changes) print(`\n${renderChange(change)}`);
    for (const warning of warnings) print(colors.yellow(`\nwarning: ${warning}`));
  }
  if (options.dryRun) return print("\nNothing was changed (--dry-run).");
  if (plans.some(({ changes }) => changes.length > 0) && !(await agreed(options, "Make these changes?"))) {
    return print("Nothing was changed.");
  }
  await ensureDaemon(home);
  for (const client of clients) {
    // A running client may rewrite its files at any time, so the changes are planned again.
    const { changes } = await client.installer.planInstall(connectionOf(home, options.scope));
    await applyChanges(home, client.name, changes, client.installer.strip);
  }
  print(`\n${colors.green("Connected")}: ${clients.map((client) => client.title).join(", ")}.`);
  if (options.scope === "project") {
    print("The new files contain paths of this machine: keep them out of git, for example with .git/info/exclude.");
  }
  print(
    "Start a new session of your agent and work as usual. `throughline doctor` checks the connection; `throughline uninstall` restores every file.",
  );
}

/** Stops the daemon, because no client uses it any more. */
async function stopped(home: Home): Promise<string> {
  const found = await findDaemon(home);
  if (!found) return "No daemon is running.";
  await stopDaemon(home, found);
  return "Stopped the daemon.";
}

const whatIsLeft = (home: Home): string =>
  [
    `Your data stays in ${home.dir}, and the checkpoints of each project in its .throughline folder.`,
    `To erase everything: rm -rf '${home.dir.replaceAll("'", "'\\''")}', and .throughline in each project.`,
  ].join("\n");

async function disconnect(options: Omit<ConnectOptions, "scope">): Promise<void> {
  const home = homeAt(homeDir());
  const clients = options.harness === "all" ? harnesses : [harnessNamed(options.harness)];
  const plans = await Promise.all(
    clients.map(async (client) => {
      const places = [placeOf("user"), placeOf("project")];
      const knownFiles = (await Promise.all(places.map((place) => client.installer.knownFiles(place)))).flat();
      const reversals = await planReversal(home, client.name, client.installer.strip, knownFiles);
      return { client, knownFiles, reversals };
    }),
  );
  const pending = plans.filter(({ reversals }) => reversals.length > 0);
  if (pending.length === 0) {
    if (options.dryRun) return print("Nothing to undo: no client is connected.");
    return print(`Nothing to undo: no client is connected. ${await stopped(home)}\n${whatIsLeft(home)}`);
  }
  for (const { client, reversals } of pending) {
    print(colors.bold(client.title));
    for (const { path, detail } of reversals) print(`  ${path}: ${detail}`);
  }
  if (options.dryRun) return print("\nNothing was changed (--dry-run).");
  if (!(await agreed(options, "Restore these files?"))) return print("Nothing was changed.");
  const done = await Promise.all(
    pending.map(({ client, knownFiles }) => revertChanges(home, client.name, client.installer.strip, knownFiles)),
  );
  const failed = done.flat().filter(({ action }) => action === "failed");
  for (const { path, detail } of failed) print(colors.red(`failed: ${path}: ${detail}`));
  if (failed.length > 0) throw refused("some files could not be restored", "Fix the failures above, then rerun it.");
  const isLast = options.harness === "all";
  print(`\n${colors.green("Disconnected.")}${isLast ? ` ${await stopped(home)}` : ""}\n${whatIsLeft(home)}`);
}

const init = withOptions(
  new Command("init")
    .description(
      "Connect your agent: install hooks, the MCP server, four commands, two skills and a short instruction text.",
    )
    .addOption(scopeOption),
).action(connect);
const uninstall = withOptions(
  new Command("uninstall").description("Disconnect your agent, for you and in every project, and restore each file."),
).action(disconnect);

export const connectCommands = [init, uninstall];
