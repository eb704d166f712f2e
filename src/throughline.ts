import { Engine } from "./engine.ts";
import { EXTENSIONS, GovernanceExtension, GroundingExtension, LedgersExtension } from "./extensions/index.ts";
import { type OpenOptions as EngineOptions, type Foundation, openEngine } from "./open-engine.ts";
import type { Extension, Operation } from "./operation/index.ts";

export interface OpenOptions extends EngineOptions {
  /** The parts to add to the engine; all by default. */
  readonly extensions?: readonly Extension[] | undefined;
}

/** The engine with its extensions. The daemon serves it, and agent builders use it in their own process. */
export class Throughline extends Engine {
  readonly #brought: readonly Extension[];

  constructor(foundation: Foundation, extensions: readonly Extension[]) {
    super(
      foundation,
      extensions.map(({ kind }) => kind),
    );
    this.#brought = extensions;
  }

  /** All that it can be asked to do, for every surface. */
  async operations(): Promise<readonly Operation[]> {
    const { coreOperations } = await import("./operations/index.ts");
    const brought = await Promise.all(this.#brought.map((extension) => extension.operations()));
    return [...coreOperations, ...brought.flat()];
  }

  static open({ extensions = EXTENSIONS, ...options }: OpenOptions = {}): Promise<Throughline> {
    return openEngine(options, (foundation) => new Throughline(foundation, extensions));
  }

  get ledger() {
    return this.extension(LedgersExtension).ledger;
  }

  get grounding() {
    return this.extension(GroundingExtension).grounding;
  }

  get governance() {
    return this.extension(GovernanceExtension).governance;
  }
}

export const openThroughline = (options: OpenOptions = {}): Promise<Throughline> => Throughline.open(options);
