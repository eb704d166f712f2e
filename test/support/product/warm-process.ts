import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/**
 * A process that has loaded a program of the product and serves one user after the other: most of the time of a short
 * process is spent on loading. It ends with this one.
 */
export class WarmProcess {
  readonly #child: ChildProcess;

  constructor(script: string, options: { execArgv?: readonly string[]; env?: NodeJS.ProcessEnv } = {}) {
    this.#child = fork(join(import.meta.dirname, script), {
      ...{ execArgv: [...(options.execArgv ?? [])], env: options.env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child.setMaxListeners(0);
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** One request at a time. The answer is undefined where the process ended before it gave one. */
  ask(request: object | string): Promise<unknown> {
    return new Promise((resolve) => {
      const done = (answer?: unknown) => {
        this.#child.off("message", done);
        this.#child.off("exit", gone);
        this.#child.channel?.unref();
        resolve(answer);
      };
      const gone = () => done();
      this.#child.channel?.ref();
      this.#child.on("message", done);
      this.#child.on("exit", gone);
      this.#child.send(request, (error) => error && done());
    });
  }
}
