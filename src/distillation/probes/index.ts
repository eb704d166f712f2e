export { answers } from "./answers.ts";
export { makeProbes } from "./make.ts";
export { PROBE_KINDS, type Probe, type ProbeKind } from "./probe.ts";
