export type { ImportRequest } from "./import-plan.ts";
export { IMPORT_STATES, type ImportAccount } from "./import-progress.ts";
export { Imports } from "./imports.ts";
