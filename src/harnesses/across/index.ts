export { Across } from "./across.ts";
export { HANDOVER } from "./context.ts";
export { RESUMABLE_IN } from "./registry.ts";
