import { z } from "zod";
import { eventTypes, matchesAnyType } from "../events.ts";

const positive = z.number().int().positive();
const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
const percent = z.number().min(0).max(100);
const price = z.number().nonnegative();
const text = z.string().min(1);
const rule = z.string().regex(/^[a-z][a-z0-9_]*$/u, "must be a name such as notes_decision_log");
const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });

const webhookUrl = httpUrl.refine((url) => !/^\w+:\/\/[^/?#]*@/.test(url), {
  error: "must not hold a name or a password: the signature says who sends",
});
const eventWords = text.refine(matchesAnyType, {
  error: `must be one of ${eventTypes.join(", ")}, or a group such as session.*`,
});

const triggers = (
  tokenThreshold: number,
  messageCount: number,
  estimatedContextSize: number,
  stalenessHours: number,
) => ({
  tokenThreshold: positive.default(tokenThreshold),
  messageCount: positive.default(messageCount),
  estimatedContextSize: positive.default(estimatedContextSize),
  stalenessHours: positive.default(stalenessHours),
});

/** A part of the settings that may be left out as a whole. */
const section = <Fields extends Readonly<Record<string, z.ZodType>>>(fields: Fields) => {
  const shape = z.strictObject(fields);
  return shape.optional().transform((given) => given ?? shape.parse({}));
};

/** The settings of one file: every key has a default, so that a file has only what it changes. */
export const settingsSchema = z.strictObject({
  continuity: section({
    enabled: z.boolean().default(true),
    promptInterval: positive.default(10),
    timeIntervalMs: positive.default(900_000),
    maxCheckpointsPerSession: positive.default(50),
    retentionDays: positive.default(7),
    recoveryBudgetChars: positive.default(2000),
    recoveryWindowMs: positive.default(14_400_000),
    flushDelayMs: count.default(2500),
  }),
  recovery: section({
    tiered: z.boolean().default(true),
    level1Tokens: positive.default(100),
    level2Tokens: positive.default(500),
    totalBudgetChars: positive.default(8000),
  }),
  work: section({ askToRecord: z.boolean().default(true), askForDigest: z.boolean().default(true) }),
  recall: section({ atPrompt: z.boolean().default(true) }),
  distillation: section({
    primary: section({
      ...triggers(120_000, 150, 100_000, 168),
      keepMessages: positive.default(10),
      keepTokens: positive.default(12_000),
    }),
    background: section({ ...triggers(10_000, 50, 8000, 24), keepMessages: positive.default(20) }),
  }),
  retention: section({ ephemeralHours: positive.default(24), orphanMinutes: positive.default(5) }),
  autosave: section({
    contextPercent: percent.default(70),
    idleMinutes: positive.default(10),
    /** Has no effect any more; accepted so that a file with it is not refused. */
    longCommandSeconds: positive.default(30),
    minMinutesBetween: count.default(5),
  }),
  grounding: section({
    threshold: share.default(0.95),
    enforcement: z.enum(["strict", "warn", "disabled"]).default("warn"),
    ghosts: z.boolean().default(true),
    minTestScenarios: count.default(3),
  }),
  preservation: section({
    alwaysPreserve: z
      .array(rule)
      .default(["notes_session_continuity", "notes_decision_log", "trajectory_entries", "active_tasks"]),
    compactable: z
      .array(rule)
      .default([
        ...["tool_results", "thinking_blocks", "verbose_debug", "redundant_file_reads", "intermediate_outputs"],
      ]),
  }),
  attention: section({
    yellow: positive.default(5000),
    orange: positive.default(10_000),
    red: positive.default(15_000),
  }),
  safety: section({
    enabled: z.boolean().default(true),
    probeTokens: positive.default(2000),
    maxDelta: share.default(0.2),
    softCapPercent: percent.default(80),
    refreshEveryTokens: positive.default(50_000),
  }),
  /** What happens automatically; commands and tools work either way. */
  extensions: section({
    ledgers: z.boolean().default(true),
    grounding: z.boolean().default(true),
    governance: z.boolean().default(true),
  }),
  import: section({ follow: z.boolean().default(true) }),
  hooks: section({ deadlineMs: positive.max(60_000).default(500) }),
  store: section({
    url: z
      .string()
      .regex(/^(sqlite$|postgres(ql)?:\/\/)/, 'must be "sqlite" or a postgres:// URL')
      .default("sqlite"),
  }),
  summarizer: section({
    provider: z.enum(["extractive", "anthropic", "openai-compatible"]).default("extractive"),
    model: text.optional(),
    baseUrl: httpUrl.optional(),
    keyEnv: text.optional(),
    maxCallsPerDay: positive.default(50),
    timeoutMs: positive.max(600_000).default(60_000),
    maxOutputTokens: positive.default(8000),
    price: z.strictObject({ inputPerMillion: price, outputPerMillion: price }).optional(),
  }),
  layout: z.enum(["throughline", "loa", "brainwav", "openclaw"]).default("throughline"),
  governance: section({
    smokeCommand: z.string().default(""),
    smokeTimeoutSeconds: positive.default(300),
    autoCommit: z.boolean().default(false),
  }),
  models: z
    .record(z.string(), z.strictObject({ contextWindow: positive }))
    .default({ default: { contextWindow: 200_000 } }),
  webhooks: z
    .array(z.strictObject({ url: webhookUrl, secretEnv: text, events: z.array(eventWords).default([]) }))
    .refine((hooks) => new Set(hooks.map(({ url }) => url)).size === hooks.length, "an address stands there twice")
    .default([]),
  limits: section({ requestsPerMinute: positive.default(2000) }),
  daemon: section({ port: z.number().int().min(0).max(65_535).default(47_600) }),
});

/** Checks of all files together: one may name the provider, another the model. */
export const configSchema = settingsSchema.superRefine(({ summarizer: { provider, model, baseUrl } }, context) => {
  const refuse = (needed: string) =>
    context.addIssue({
      code: "custom",
      path: ["summarizer", "provider"],
      message: `"${provider}" needs ${needed}`,
    });
  if (provider !== "extractive" && model === undefined) refuse("summarizer.model, the name of the model");
  if (provider === "openai-compatible" && baseUrl === undefined)
    refuse("summarizer.baseUrl, such as http://127.0.0.1:11434/v1 for Ollama");
});

export type Config = z.infer<typeof configSchema>;

export const defaultConfig: Config = configSchema.parse({});

const DEFAULT_WINDOW = 200_000;

const matches = (pattern: string, model: string): boolean =>
  pattern.includes("*") &&
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`).test(model);

/** How much a model can hold: by its name, else by the first pattern (`name-*`) that fits it, else the default. */
export function windowOf(models: Config["models"], model: string | null | undefined): number {
  const named = models[model ?? ""] ?? Object.entries(models).find(([pattern]) => matches(pattern, model ?? ""))?.[1];
  return (named ?? models.default)?.contextWindow ?? DEFAULT_WINDOW;
}
