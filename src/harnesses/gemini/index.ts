export { geminiHistory } from "./history.ts";
