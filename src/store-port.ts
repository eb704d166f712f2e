/* `throughline/store`: what a store of your own implements, and what it computes with. */
export { ThroughlineError } from "./core/index.ts";
export {
  checkpointHash,
  contentHash,
  FRAME_TOKENS,
  formerHash,
  linkMessages,
  messageHash,
  schemaVersion,
  slotHash,
  storable,
} from "./store/index.ts";
export * from "./store/port/index.ts";
