import type { Node } from "jsonc-parser";
import type { Connection } from "../../client-contract.ts";
import { JsonText, member, members } from "../../installing/index.ts";

const SERVER = "throughline";

/** The keys that lead to the servers of everything, or of one project. */
const serversPath = (project: string | undefined): string[] =>
  project === undefined ? ["mcpServers"] : ["projects", project, "mcpServers"];

/** The client's state file with our server in it. */
export function withServer(
  path: string,
  text: string,
  project: string | undefined,
  server: Connection["mcpCommand"],
): string {
  const state = new JsonText(path, text);
  const { command, args, env } = server;
  state.set([...serversPath(project), SERVER], { type: "stdio", command, args, env });
  return state.text;
}

export function installedServer(state: JsonText, project: string | undefined): Node | undefined {
  const servers = serversPath(project).reduce<Node | undefined>(member, state.root);
  return member(servers, SERVER);
}

function anyServer(state: JsonText): Node | undefined {
  const projects = members(member(state.root, "projects")).map(([, project]) => project);
  return [state.root, ...projects].map((holder) => member(member(holder, "mcpServers"), SERVER)).find(Boolean);
}

/** The client's state file without our server, for everything and for every project. */
export function withoutServer(path: string, text: string): string {
  if (text.trim() === "") return text;
  const state = new JsonText(path, text);
  for (let server = anyServer(state); server; server = anyServer(state)) state.remove(server);
  return state.text;
}
