export { loadConfig } from "./load.ts";
export { ProjectConfigs } from "./projects.ts";
export { type Config, configSchema, defaultConfig } from "./schema.ts";
export { windowOf } from "./windows.ts";
