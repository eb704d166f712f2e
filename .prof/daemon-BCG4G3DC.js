import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
import{ask,ensureDaemon,findDaemon,stopDaemon}from"./chunk-ENSTYZUN.js";import{loadToken,readRuntime,scopedToken,startDaemon}from"./chunk-HLL7TLJH.js";import"./chunk-F5DPCJT3.js";import"./chunk-3W3H4KPO.js";import"./chunk-ZKD25VNY.js";export{ask,ensureDaemon,findDaemon,loadToken,readRuntime,scopedToken,startDaemon,stopDaemon};
//# sourceMappingURL=daemon-BCG4G3DC.js.map
