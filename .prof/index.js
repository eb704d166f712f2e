import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
import{Throughline,openThroughline}from"./chunk-YHINADTP.js";import{ManualClock,ThroughlineError,redact,systemClock}from"./chunk-SF6PXTCU.js";export{ManualClock,Throughline,ThroughlineError,openThroughline,redact,systemClock};
//# sourceMappingURL=index.js.map
