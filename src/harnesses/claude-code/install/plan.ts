import { type FileChange, JsonText, readExact, withBlock } from "../../installing/index.ts";
import type { Command } from "./hook-table.ts";
import { isPluginEnabled, withHooks } from "./hooks.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { locate, type Place } from "./locations.ts";
import { type McpCommand, withServer } from "./mcp-entry.ts";
import { rideFile } from "./ride-command.ts";

/** How Throughline shall be connected: where, and what the client is to run. */
export type Connection = Place & {
  readonly hookCommand: Command;
  readonly mcpCommand: McpCommand;
  /** How the command line is called, quoted for the shell. */
  readonly cliCommand: string;
};

export interface InstallPlan {
  readonly changes: FileChange[];
  /** What the user should know beforehand, in plain words. */
  readonly warnings: string[];
}

/** What has to change in the user's files; nothing is written. */
export async function planInstall(connection: Connection): Promise<InstallPlan> {
  const { hookCommand, mcpCommand, cliCommand } = connection;
  const at = await locate(connection);
  const changes: FileChange[] = [];
  const plan = async (path: string, description: string, edit: (text: string) => string) => {
    const before = await readExact(path);
    const after = edit(before ?? "");
    if (after !== before) changes.push({ path, before, after, description });
  };
  await plan(at.settings, "Throughline's hooks", (text) => withHooks(at.settings, text, hookCommand));
  await plan(at.state, "Throughline's MCP server", (text) => withServer(at.state, text, at.project, mcpCommand));
  await plan(at.instructions, "when to use Throughline", (text) => withBlock(at.instructions, text, INSTRUCTIONS));
  await plan(at.rideCommand, "the command /throughline:ride", () => rideFile(cliCommand));

  const warnings: string[] = [];
  const settings = new JsonText(at.settings, (await readExact(at.settings)) ?? "");
  if (!settings.isStrict) {
    warnings.push(
      `${at.settings} has comments or trailing commas. Claude Code does not load such a file: no hook in it runs, neither yours nor Throughline's, until they are removed. Throughline leaves them as they are.`,
    );
  }
  if (isPluginEnabled(settings)) {
    warnings.push(
      "The Throughline plugin is enabled in Claude Code as well. One of the two is enough: `claude plugin uninstall throughline` removes the plugin.",
    );
  }
  return { changes, warnings };
}
