export { openClawHistory } from "./history.ts";
