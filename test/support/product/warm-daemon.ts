import { z } from "zod";
import type { Home } from "../../../src/core/index.ts";
import { DAEMON_FLAGS, daemonEnvironment } from "../../../src/harnesses/client/start-daemon.ts";
import { WarmProcess } from "./warm-process.ts";

const answered = z.object({ error: z.string().optional(), code: z.string().optional() }).optional();
const free: WarmProcess[] = [];

/** The running daemon of one data folder, in a process that takes another folder afterwards. */
export class WarmDaemon {
  readonly #process: WarmProcess;

  private constructor(process: WarmProcess) {
    this.#process = process;
  }

  /** Undefined where another daemon has taken the folder meanwhile. */
  static async start(home: Home, env: NodeJS.ProcessEnv): Promise<WarmDaemon | undefined> {
    let process = free.pop();
    while (process && !process.isAlive) process = free.pop();
    process ??= new WarmProcess("warm-daemon.mjs", { execArgv: DAEMON_FLAGS, env: daemonEnvironment() });
    const answer = answered.parse(await process.ask({ home: home.dir, env }));
    if (answer === undefined) throw new Error("the daemon ended while it started");
    if (answer.error === undefined) return new WarmDaemon(process);
    free.push(process);
    if (answer.code === "home_in_use") return undefined;
    throw new Error(`the daemon did not start: ${answer.error}`);
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Nothing to do where it was stopped or killed meanwhile. */
  async stop(): Promise<void> {
    if (this.#process.isAlive && answered.parse(await this.#process.ask("stop")) !== undefined)
      free.push(this.#process);
  }
}
