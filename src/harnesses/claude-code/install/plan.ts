import type { Connection, InstallPlan } from "../../contract.ts";
import { type FileChange, JsonText, readExact, withBlock } from "../../installing/index.ts";
import { isPluginEnabled, withHooks } from "./hooks.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { locate } from "./locations.ts";
import { withServer } from "./mcp-entry.ts";
import { rideFile } from "./ride-command.ts";
import { skillFile } from "./skill.ts";

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
  await plan(at.skill, "the skill that tells the agent when to save and recall", skillFile);

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
