// Where the conversation lives: in this process, as a library, or in a daemon that other programs share.
import { homedir } from "node:os";
import { join } from "node:path";

/** By default a home of its own: one home has one owner, and ~/.throughline may be the daemon's. */
async function inThisProcess(home = join(homedir(), ".forever-agent")) {
  const { openThroughline } = await import("throughline");
  const throughline = await openThroughline({ home });
  return {
    setProfile: (agent, profile) => throughline.agents.setProfile(agent, profile),
    append: (message) => throughline.conversation.append(message),
    context: (agent, options) => throughline.conversation.context(agent, options),
    close: () => throughline.close(),
  };
}

/** The same over HTTP. `throughline status --json` tells the url; the token lies in the daemon's home. */
function overHttp(url, token) {
  async function asked(method, agent, path, body) {
    const response = await fetch(`${url}/api/agents/${encodeURIComponent(agent)}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error?.message ?? `Throughline said ${response.status}`);
    return answer;
  }
  return {
    setProfile: (agent, profile) => asked("PUT", agent, "profile", profile),
    append: ({ agent, ...message }) => asked("POST", agent, "messages", message),
    context: (agent, options) => asked("GET", agent, `context?${new URLSearchParams(options)}`),
    close: async () => {},
  };
}

export const memoryOf = ({ THROUGHLINE_URL: url, THROUGHLINE_TOKEN: token, THROUGHLINE_HOME: home }) =>
  url ? overHttp(url.replace(/\/+$/, ""), token) : inThisProcess(home);
