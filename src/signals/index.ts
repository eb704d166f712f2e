export type { ServedItem } from "./recovered-items.ts";
export { SERVED_WAYS, takeBackServed } from "./served-items.ts";
export { START_KINDS } from "./session-signals.ts";
export { itemOf, Signals, signalsView } from "./signals.ts";
