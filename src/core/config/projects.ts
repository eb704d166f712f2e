import { stat } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig, PROJECT_FILE } from "./load.ts";
import type { Config } from "./schema.ts";

/** The configuration as it holds in each project: the home's, with the project's own file laid over it. */
export class ProjectConfigs {
  readonly #home: Config;
  readonly #homeConfig: string;
  readonly #onRefused: (project: string, error: unknown) => void;
  readonly #known = new Map<string, { changed: number; config: Config }>();

  constructor(home: Config, homeConfig: string, onRefused: (project: string, error: unknown) => void) {
    this.#home = home;
    this.#homeConfig = homeConfig;
    this.#onRefused = onRefused;
  }

  /** Never fails: where a project's file is refused, the home's settings hold and the refusal is told once. */
  async of(project: string | null): Promise<Config> {
    if (project === null) return this.#home;
    const file = await stat(join(project, PROJECT_FILE)).catch(() => undefined);
    if (!file?.isFile()) return this.#home;
    const known = this.#known.get(project);
    if (known?.changed === file.mtimeMs) return known.config;
    const config = await this.#load(project);
    this.#known.set(project, { changed: file.mtimeMs, config });
    return config;
  }

  async #load(project: string): Promise<Config> {
    try {
      return await loadConfig({ homeConfig: this.#homeConfig, project });
    } catch (error) {
      this.#onRefused(project, error);
      return this.#home;
    }
  }
}
