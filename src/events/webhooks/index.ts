export { Webhooks } from "./webhooks.ts";
