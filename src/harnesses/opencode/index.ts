export { openCodeHistory } from "./history.ts";
