import { count, oneOf, readConfig, setting, share, yesOrNo } from "../config.ts";

export type Enforcement = "strict" | "warn" | "disabled";

export interface Settings {
  readonly threshold: number;
  readonly enforcement: Enforcement;
  readonly ghosts: boolean;
  readonly minTestScenarios: number;
}

export function readSettings(path: string): Settings {
  const config = readConfig(path);
  return {
    threshold: setting(config, ["grounding.threshold", "synthesis_checkpoint.grounding_threshold"], share, 0.95),
    enforcement: setting(
      config,
      ["grounding_enforcement", "grounding.enforcement"],
      oneOf<Enforcement>("strict", "warn", "disabled"),
      "warn",
    ),
    ghosts: setting(config, ["grounding.negative.enabled"], yesOrNo, true),
    minTestScenarios: setting(config, ["synthesis_checkpoint.edd.min_test_scenarios"], count, 3),
  };
}
