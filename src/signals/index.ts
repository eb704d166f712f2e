export type { ServedItem } from "./recovered-items.ts";
export { itemOf, Signals } from "./signals.ts";
export { signalsView } from "./view.ts";
