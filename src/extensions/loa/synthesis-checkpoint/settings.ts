import { z } from "zod";
import { count, readConfig, setting, share, yesOrNo } from "../config.ts";

const enforcement = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["strict", "warn", "disabled"]));

export function readSettings(path: string) {
  const config = readConfig(path);
  return {
    threshold: setting(config, ["grounding.threshold", "synthesis_checkpoint.grounding_threshold"], share, 0.95),
    enforcement: setting(config, ["grounding_enforcement", "grounding.enforcement"], enforcement, "warn"),
    ghosts: setting(config, ["grounding.negative.enabled"], yesOrNo, true),
    minTestScenarios: setting(config, ["synthesis_checkpoint.edd.min_test_scenarios"], count, 3),
  };
}
export type Settings = Readonly<ReturnType<typeof readSettings>>;
