import { statSync } from "node:fs";
import { join } from "node:path";
import { readTextIfAny } from "../files.ts";
import { RecentMap } from "../recent-map.ts";
import { type Config, configSchema } from "./default-settings.ts";
import { LOA_FILE } from "./loa.ts";
import { loadConfig, PROJECT_FILE } from "./load.ts";

/** More projects than anybody works in at a time; the least recently used one is dropped first. */
const MOST_KNOWN = 100;

interface Loaded {
  readonly config: Config;
  /** Why the project's own file is refused. */
  readonly refusal?: unknown;
}

interface Known extends Loaded {
  /** When the project's files last changed; undefined where it has none. */
  readonly changed: string | undefined;
}

/** Called with every prompt: a synchronous stat takes microseconds, through the thread pool milliseconds. */
function lastChanged(project: string): string | undefined {
  const times = [PROJECT_FILE, LOA_FILE].map((name) => {
    try {
      const file = statSync(join(project, name), { throwIfNoEntry: false });
      return file?.isFile() ? file.mtimeMs : "";
    } catch {
      return "";
    }
  });
  return times.every((time) => time === "") ? undefined : times.join(" ");
}

const STRICT = /^[^#\n]*\benforcement["']?\s*:\s*["']?strict\b/mu;
const LAYOUT = /^\s*\{?\s*["']?layout["']?\s*:\s*["']?(\w+)/mu;

/**
 * The home's settings with what is certain in a refused file: that its project is strict, and where its ledgers are. A
 * typing mistake must neither loosen the first nor create a second set of ledger files.
 */
function salvaged(home: Config, text: string): Config {
  const layout = configSchema.shape.layout.safeParse(LAYOUT.exec(text)?.[1]);
  return {
    ...home,
    ...(LAYOUT.test(text) && layout.success && { layout: layout.data }),
    ...(STRICT.test(text) && { grounding: { ...home.grounding, enforcement: "strict" } }),
  };
}

/** The configuration of each project: the home's, overridden by the project's own file. */
export class ProjectConfigs {
  readonly #home: Config;
  readonly #homeConfig: string;
  readonly #onRefused: (project: string, error: unknown) => void;
  readonly #known = new RecentMap<string, Known>(MOST_KNOWN);

  constructor(home: Config, homeConfig: string, onRefused: (project: string, error: unknown) => void) {
    this.#home = home;
    this.#homeConfig = homeConfig;
    this.#onRefused = onRefused;
  }

  /** Never fails: where a project's file is refused, the home's settings apply and the refusal is reported once. */
  async of(project: string | null): Promise<Config> {
    if (project === null) return this.#home;
    return (await this.#look(project)).config;
  }

  /** The same for checks, which must use the project's own rules: fails where its file is refused. */
  async strictlyOf(project: string): Promise<Config> {
    const { config, refusal } = await this.#look(project);
    if (refusal !== undefined) throw refusal;
    return config;
  }

  /** Why files of projects are refused, for the projects used so far. */
  async refusals(): Promise<unknown[]> {
    const refused = [...this.#known].filter(([, { refusal }]) => refusal !== undefined);
    const looked = await Promise.all(refused.map(([project]) => this.#look(project)));
    return looked.flatMap(({ refusal }) => refusal ?? []);
  }

  get size(): number {
    return this.#known.size;
  }

  async #look(project: string): Promise<Known> {
    const known = this.#known.get(project);
    const changed = lastChanged(project);
    const loaded = known?.changed === changed && known ? known : await this.#load(project, changed);
    const now = { ...loaded, changed };
    this.#known.set(project, now);
    return now;
  }

  async #load(project: string, changed: string | undefined): Promise<Loaded> {
    if (changed === undefined) return { config: this.#home };
    try {
      return { config: await loadConfig({ homeConfig: this.#homeConfig, project }) };
    } catch (error) {
      this.#onRefused(project, error);
      const text = await readTextIfAny(join(project, PROJECT_FILE)).catch(() => undefined);
      return { config: salvaged(this.#home, text ?? ""), refusal: error };
    }
  }
}
