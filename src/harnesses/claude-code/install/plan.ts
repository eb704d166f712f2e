import { join } from "node:path";
import type { Connection, InstallPlan } from "../../client-contract.ts";
import { type FileChange, JsonText, readExact, withBlock } from "../../installing/index.ts";
import { hasHooks, withHooks } from "./hooks.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { locate } from "./locations.ts";
import { withServer } from "./mcp-entry.ts";
import { enabledPlugin } from "./plugin.ts";
import { SKILLS, type Skill, skillFiles } from "./skill.ts";
import { SLASH_COMMAND_NAMES, slashCommandFile } from "./slash-commands.ts";

const SKILL_WORDS: Readonly<Record<Skill, string>> = {
  continuity: "the skill that tells the agent when to save and recall",
  checkpoint: "the skill that tells the agent how to save a named checkpoint",
};

/** What has to change in the user's files; nothing is written. */
export async function planInstall(connection: Connection): Promise<InstallPlan> {
  const { hookCommand, mcpCommand, cliCommand } = connection;
  const at = await locate(connection);
  const settings = new JsonText(at.settings, (await readExact(at.settings)) ?? "");
  const plugin = await enabledPlugin(connection);
  const removal = plugin && `\`claude plugin uninstall ${plugin.name}\``;
  // A second set of hooks next to the plugin's would report everything twice.
  if (plugin && !hasHooks(settings)) {
    return {
      changes: [],
      warnings: [`The plugin ${plugin.name} connects it. To connect it by settings instead, run ${removal} first.`],
    };
  }
  const changes: FileChange[] = [];
  const plan = async (path: string, description: string, edit: (text: string) => string) => {
    const before = await readExact(path);
    const after = edit(before ?? "");
    if (after !== before) changes.push({ path, before, after, description });
  };
  await plan(at.settings, "Throughline's hooks", (text) => withHooks(at.settings, text, hookCommand));
  await plan(at.state, "Throughline's MCP server", (text) => withServer(at.state, text, at.project, mcpCommand));
  await plan(at.instructions, "when to use Throughline", (text) => withBlock(at.instructions, text, INSTRUCTIONS));
  for (const name of SLASH_COMMAND_NAMES)
    await plan(join(at.commands, `${name}.md`), `the command /throughline:${name}`, () =>
      slashCommandFile(name, cliCommand),
    );
  for (const skill of SKILLS)
    for (const { path, text } of skillFiles(at.skills, skill)) await plan(path, SKILL_WORDS[skill], text);

  const warnings: string[] = [];
  if (!settings.isStrict) {
    warnings.push(
      `${at.settings} has comments or trailing commas. Claude Code does not load such a file: no hook in it runs, neither yours nor Throughline's, until they are removed. Throughline leaves them as they are.`,
    );
  }
  if (plugin)
    warnings.push(`The plugin ${plugin.name} is enabled too. Keep one of the two: ${removal} removes the plugin.`);
  return { changes, warnings };
}
