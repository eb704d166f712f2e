import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { homeAt, makeHome } from "../core/index.ts";
import { scratchFolder } from "../scratch.test-kit.ts";
import { NAME, VERSION } from "../version.ts";
import { callApi } from "./api.ts";

/** The socket of a daemon that answers the handshake and then ends on any request. */
async function daemonThatGoes() {
  const home = homeAt(scratchFolder());
  makeHome(home);
  const server = createServer((request, response) => {
    if (request.url === "/health")
      response.end(JSON.stringify({ name: NAME, version: VERSION, pid: process.pid, home: home.dir }));
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(home.socket, resolve));
  onTestFinished(() => void server.close());
  return home;
}

test("W3: when the daemon ends during a request, the hint says to retry, and that a change may be done", async () => {
  const home = await daemonThatGoes();
  const asked = { code: "daemon_unreachable", message: "the daemon stopped while handling this" };
  await expect(callApi(home, "GET", "/api/status")).rejects.toMatchObject({
    ...asked,
    hint: "Run the same command again: it starts the daemon.",
  });
  await expect(callApi(home, "POST", "/api/memories", {})).rejects.toMatchObject({
    ...asked,
    hint: expect.stringMatching(/^Run the same command again: .*may already be done/),
  });
});
