import { join } from "node:path";
import type { Connection, InstallPlan } from "../../contract.ts";
import { type FileChange, JsonText, readExact, withBlock } from "../../installing/index.ts";
import { isPluginEnabled, withHooks } from "./hooks.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { locate } from "./locations.ts";
import { withServer } from "./mcp-entry.ts";
import { SKILLS, type Skill, skillFiles } from "./skill.ts";
import { SLASH_COMMAND_NAMES, slashCommandFile } from "./slash-commands.ts";

const SKILL_WORDS: Readonly<Record<Skill, string>> = {
  continuity: "the skill that tells the agent when to save and recall",
  checkpoint: "the skill that tells the agent how to save a place under a name",
};

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
  for (const name of SLASH_COMMAND_NAMES)
    await plan(join(at.commands, `${name}.md`), `the command /throughline:${name}`, () =>
      slashCommandFile(name, cliCommand),
    );
  for (const skill of SKILLS)
    for (const { path, text } of skillFiles(at.skills, skill)) await plan(path, SKILL_WORDS[skill], text);

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
