import { join } from "node:path";
import type { Node } from "jsonc-parser";
import { z } from "zod";
import type { EnabledPlugin, InstallPlace } from "../../client-contract.ts";
import { JsonText, member, members, nodeValue, readExact } from "../../installing/index.ts";
import { configDir } from "./locations.ts";

const OUR_PLUGIN = /^throughline@/;

/** The settings that can enable a plugin; a later file has the last word. */
function settingsFiles(place: InstallPlace): string[] {
  const user = join(configDir(place.userHome, place.env ?? process.env), "settings.json");
  if (place.scope === "user") return [user];
  const project = join(place.projectDir, ".claude");
  return [user, join(project, "settings.json"), join(project, "settings.local.json")];
}

/** What a file of the client says. One that cannot be read enables nothing: the client ignores it too. */
async function rootOf(path: string): Promise<Node | undefined> {
  try {
    return new JsonText(path, (await readExact(path)) ?? "").root;
  } catch {
    return undefined;
  }
}

async function enabledName(place: InstallPlace): Promise<string | undefined> {
  const enabled = new Map<string, boolean>();
  for (const path of settingsFiles(place)) {
    for (const [name, value] of members(member(await rootOf(path), "enabledPlugins")))
      if (OUR_PLUGIN.test(name)) enabled.set(name, nodeValue(value) === true);
  }
  return [...enabled].find(([, isOn]) => isOn)?.[0];
}

const registry = z.object({
  plugins: z.record(z.string(), z.array(z.object({ installPath: z.string(), projectPath: z.string().optional() }))),
});

async function installPath(place: InstallPlace, name: string): Promise<string | undefined> {
  const path = join(configDir(place.userHome, place.env ?? process.env), "plugins", "installed_plugins.json");
  const installs = registry.safeParse(nodeValue(await rootOf(path))).data?.plugins[name] ?? [];
  const isHere = (project: string | undefined) =>
    project === undefined || (place.scope === "project" && project === place.projectDir);
  return installs.find(({ projectPath }) => isHere(projectPath))?.installPath;
}

/** Throughline's plugin, where the client's settings switch it on. */
export async function enabledPlugin(place: InstallPlace): Promise<EnabledPlugin | undefined> {
  const name = await enabledName(place);
  if (name === undefined) return undefined;
  const installCommand = `claude plugin install ${name}`;
  const root = await installPath(place, name);
  if (root === undefined) return { name, programs: undefined, installCommand };
  const program = (file: string) => ({ command: join(root, "bin", file), args: [], env: {} });
  return { name, installCommand, programs: { hookCommand: program("hook"), mcpCommand: program("mcp") } };
}
