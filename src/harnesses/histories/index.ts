export { IMPORT_STATES } from "./account.ts";
export { Imports } from "./imports.ts";
export type { ImportRequest } from "./plan.ts";
