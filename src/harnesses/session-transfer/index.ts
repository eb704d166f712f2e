export { HANDOVER } from "./context.ts";
export { SessionTransfer } from "./session-transfer.ts";
export { continuationShape } from "./session-writer.ts";
