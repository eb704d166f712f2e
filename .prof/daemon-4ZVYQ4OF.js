import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
import{ask,ensureDaemon,findDaemon,stopDaemon}from"./chunk-XYFCY5P4.js";import{loadToken,readRuntime,scopedToken,startDaemon}from"./chunk-KCKEW4LA.js";import"./chunk-YHINADTP.js";import"./chunk-M2BRZQQF.js";import"./chunk-SF6PXTCU.js";export{ask,ensureDaemon,findDaemon,loadToken,readRuntime,scopedToken,startDaemon,stopDaemon};
//# sourceMappingURL=daemon-4ZVYQ4OF.js.map
