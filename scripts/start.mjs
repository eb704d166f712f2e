// `npm start`: sets everything up and runs Throughline in the foreground, until Ctrl-C.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root, setUp } from "./setup.mjs";

setUp();
const product = spawn(process.execPath, [join(root, "bin", "throughline.cjs"), "daemon"], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => product.kill(signal));
product.on("exit", (code, signal) => process.exit(code ?? (signal ? 0 : 1)));
