export { HANDOVER } from "./context.ts";
export { continuationShape } from "./contract.ts";
export { SessionTransfer } from "./session-transfer.ts";
