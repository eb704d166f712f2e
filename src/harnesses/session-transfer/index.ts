export { HANDOVER } from "./context.ts";
export { RESUMABLE_IN } from "./registry.ts";
export { SessionTransfer } from "./session-transfer.ts";
