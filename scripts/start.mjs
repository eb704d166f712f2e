// `npm start`: sets everything up and runs Throughline in the foreground, until Ctrl-C. One process: a terminal's
// signal reaches it once, and it leaves in order.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

setUp();
// npm passes signals to its shell only: when that is gone, so is whoever asked for this.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGTERM"), 1000).unref();
process.argv.splice(2, 0, "daemon");
createRequire(import.meta.url)(join(root, "bin", "throughline.cjs"));
