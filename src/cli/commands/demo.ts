import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { type Home, homeAt } from "../../core/index.ts";
import { ask, ensureDaemon, findDaemon, stopDaemon } from "../../daemon/index.ts";
import { Player } from "../demo/player.ts";
import { STORY } from "../demo/story.ts";
import { timelineTable } from "../render/index.ts";
import { colors, lineWidth, print, wrap } from "../terminal.ts";

/** Time to read, on a terminal. */
const pause = (ms: number): Promise<void> =>
  process.stdout.isTTY ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();

const printLine = (line: string): void => print(wrap(`  ${line}`, "       "));

async function step(title: string, ...lines: string[]): Promise<void> {
  print(`\n${colors.bold(colors.cyan(title))}`);
  for (const line of lines) printLine(line);
  await pause(1500);
}

const said = (who: string, text: string): string => `${colors.dim(`${who}:`)} ${text}`;

const QUOTE_WIDTH = Math.min(lineWidth ?? 110, 110) - 6;

function quote(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/throughline-context/.test(line))
    .flatMap((line) => wrap(line, "  ", QUOTE_WIDTH).split("\n"))
    .map((line) => `  ${colors.green("│")} ${line}`)
    .join("\n");
}

async function play(home: Home, project: string): Promise<void> {
  const first = new Player(home, project);
  try {
    await first.start("startup");
    await step("1. An agent works", said("user ", STORY.goal), said("user ", STORY.decision));
    await first.user(STORY.goal);
    await first.user(STORY.decision);
    await first.tool("Edit", { ...STORY.edited, file_path: join(project, STORY.edited.file_path) }, "ok");
    await first.tool("Bash", STORY.test, STORY.failure, true);
    first.agent(STORY.finding);
    printLine(said("agent", `edits ${STORY.edited.file_path}, runs \`${STORY.test.command}\` (fails)`));
    printLine(said("agent", STORY.finding));
    await pause(1500);

    await step(
      "2. Its context window is full: the client compacts",
      said("summary", `"${STORY.summary}"`),
      colors.yellow("The decision, the rule, the failing test: gone."),
    );
    const afterCompaction = await first.compact(STORY.summary);
    print("\n  Throughline gives back:");
    print(quote(afterCompaction));
    await pause(3000);
    const leftOut = await first.user(STORY.thanks);
    print("\n  And with the next prompt, now that it has read the summary:");
    print(quote(leftOut));
    await pause(3000);

    await first.kill();
    await step(
      "3. The process is killed: kill -9, no goodbye",
      "No hook ran: Throughline got no notice that the session ended.",
    );
  } finally {
    await first.kill();
  }

  const next = new Player(home, project);
  try {
    const restored = await next.start("startup");
    await step("4. A new session starts in the same project", "Before its first prompt it gets:");
    print(quote(restored));
    await pause(3000);
  } finally {
    await next.kill();
  }

  const { body } = await ask(home, { method: "GET", path: `/api/sessions/${first.id}/timeline` });
  await step("5. What Throughline kept of the killed session");
  print(timelineTable(JSON.parse(body)));
}

async function demo(): Promise<void> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "throughline-demo-"));
  const home = homeAt(join(folder, "home"));
  const project = join(folder, "acme");
  for (const path of [home.dir, project]) mkdirSync(path, { recursive: true, mode: 0o700 });
  writeFileSync(home.config, "daemon: { port: 0 }\n");
  print(
    wrap(`A session that dies and comes back, in a temporary data folder (${folder}). Your own data is not touched.`),
  );
  const cleanUp = async () => {
    const daemon = await findDaemon(home);
    if (daemon) await stopDaemon(home, daemon);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
  }
  try {
    await ensureDaemon(home);
    await play(home, project);
    const init = colors.bold("throughline init");
    print(wrap(`\nThis used the real daemon and the real hook. To connect your own agent: ${init}`));
  } finally {
    await cleanUp();
  }
}

export const demoCommand = new Command("demo")
  .description("Watch a session end and come back, step by step.")
  .action(demo);
