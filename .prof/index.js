import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
import{Throughline,openThroughline}from"./chunk-F5DPCJT3.js";import{ManualClock,ThroughlineError,redact,systemClock}from"./chunk-ZKD25VNY.js";export{ManualClock,Throughline,ThroughlineError,openThroughline,redact,systemClock};
//# sourceMappingURL=index.js.map
