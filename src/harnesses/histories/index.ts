export { type ImportAccount, importAccountShape, importSurveyShape } from "./import-account.ts";
export type { ImportRequest } from "./import-plan.ts";
export { Imports } from "./imports.ts";
