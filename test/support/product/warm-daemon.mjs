// The daemon of a data folder, in a process that has its program loaded: `{ home, env }` starts one, `"stop"` stops
// it, and the process takes the next. To everybody else it is a daemon: one that ends for another reason ends the
// process.
import { startDaemon } from "../../../dist/run-daemon.js";
import { takeEnvironment } from "./environment.mjs";

let running;
let isAsked = false;

async function start({ home, env }) {
  takeEnvironment(env);
  process.chdir(home);
  isAsked = false;
  running = await startDaemon(home);
  running.closed.then(() => isAsked || process.exit(0));
}

async function stop() {
  isAsked = true;
  await running.stop();
  await running.closed;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => running?.stop());
process.on("disconnect", () => process.exit(0));
process.on("message", (message) =>
  (message === "stop" ? stop() : start(message)).then(
    () => process.send({}),
    (error) => process.send({ error: error.message, code: error.code }),
  ),
);
