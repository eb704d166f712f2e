export { Events } from "./events.ts";
export { type EventFilter, type OutsideEvent, outsideEvent } from "./outside.ts";
export { EventStreams } from "./stream.ts";
export { webhookShape } from "./webhooks/deliveries.ts";
