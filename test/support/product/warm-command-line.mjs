// The command line in a process that has its program loaded: runs one command after the other, each with the
// environment and the folder that it would have as a process of its own.
import { runCommandLine } from "../../../dist/command-line.js";
import { takeEnvironment } from "./environment.mjs";

const written = { stdout: "", stderr: "" };
for (const name of ["stdout", "stderr"])
  process[name].write = (text) => {
    written[name] += text;
    return true;
  };

async function run({ args, env, cwd }) {
  takeEnvironment(env);
  process.chdir(cwd);
  await runCommandLine(args);
}

process.on("disconnect", () => process.exit(0));
process.on("message", async (command) => {
  Object.assign(written, { stdout: "", stderr: "" });
  process.exitCode = 0;
  await run(command).catch((error) => {
    process.exitCode = 1;
    written.stderr += error.stack;
  });
  process.send({ code: process.exitCode, ...written });
  process.exitCode = 0;
});
