export { IMPORT_STATES, type ImportAccount } from "./account.ts";
export { Imports } from "./imports.ts";
export type { ImportRequest } from "./plan.ts";
