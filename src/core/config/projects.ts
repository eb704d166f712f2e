import { stat } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig, PROJECT_FILE } from "./load.ts";
import type { Config } from "./schema.ts";

const LOOK_AGAIN_AFTER_MS = 1000;
/** More projects than anybody works in at a time; the one that was asked for longest ago is forgotten first. */
const MOST_KNOWN = 100;

interface Known {
  readonly lookedAt: number;
  readonly changed: number | undefined;
  readonly config: Config;
}

/** The configuration as it holds in each project: the home's, with the project's own file laid over it. */
export class ProjectConfigs {
  readonly #home: Config;
  readonly #homeConfig: string;
  readonly #onRefused: (project: string, error: unknown) => void;
  readonly #known = new Map<string, Known>();

  constructor(home: Config, homeConfig: string, onRefused: (project: string, error: unknown) => void) {
    this.#home = home;
    this.#homeConfig = homeConfig;
    this.#onRefused = onRefused;
  }

  /** Never fails: where a project's file is refused, the home's settings hold and the refusal is told once. */
  async of(project: string | null): Promise<Config> {
    if (project === null) return this.#home;
    const known = this.#known.get(project);
    const now = performance.now();
    // Asked for with every prompt, and the file hardly ever changes.
    if (known && now - known.lookedAt < LOOK_AGAIN_AFTER_MS) return known.config;
    const file = await stat(join(project, PROJECT_FILE)).catch(() => undefined);
    const changed = file?.isFile() ? file.mtimeMs : undefined;
    const config = known?.changed === changed && known ? known.config : await this.#load(project, changed);
    this.#know(project, { lookedAt: now, changed, config });
    return config;
  }

  get size(): number {
    return this.#known.size;
  }

  #know(project: string, known: Known): void {
    this.#known.delete(project);
    this.#known.set(project, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  async #load(project: string, changed: number | undefined): Promise<Config> {
    if (changed === undefined) return this.#home;
    try {
      return await loadConfig({ homeConfig: this.#homeConfig, project });
    } catch (error) {
      this.#onRefused(project, error);
      return this.#home;
    }
  }
}
