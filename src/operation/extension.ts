import type { ExtensionKind } from "../engine.ts";
import type { Operation } from "./operation.ts";

/**
 * An extension: the part that joins the engine, and the operations that it brings to every surface. What it keeps are
 * documents in the store (`collectionOf`), so it brings no migrations.
 */
export interface Extension {
  readonly kind: ExtensionKind;
  /** Loaded when a surface first needs them: hooks need none. */
  operations(): Promise<readonly Operation[]>;
}
