export { Across } from "./across.ts";
export { RESUMABLE_IN } from "./registry.ts";
