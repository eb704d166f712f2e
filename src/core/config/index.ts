export { loadConfig } from "./load.ts";
export { type Config, configSchema, defaultConfig } from "./schema.ts";
