import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { Stage } from "../../engine.test-kit.ts";
import { scratchFolder } from "../../scratch.test-kit.ts";

export const asLines = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** A user who imports the files of their clients. */
export class User {
  readonly stage: Stage;
  readonly home = scratchFolder();

  private constructor(stage: Stage) {
    this.stage = stage;
  }

  static async open(): Promise<User> {
    const stage = await Stage.open();
    onTestFinished(() => stage.engine.close());
    return new User(stage);
  }

  get request() {
    return { paths: [], place: { userHome: this.home, env: {} } };
  }

  async importAll() {
    const { imports } = this.stage.engine;
    await imports.start(this.request);
    while (imports.account.state === "running") await new Promise((resolve) => setImmediate(resolve));
    return imports.account;
  }

  put(path: string, ...lines: object[]): string {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, asLines(lines));
    return file;
  }
}
