import type { AnthropicProvider } from "@ai-sdk/anthropic";
import type { Prompt } from "./prompt.ts";
import type { ModelSettings } from "./settings.ts";

export interface Answer {
  readonly text: string;
  /** Whether the answer was cut at the limit of tokens. */
  readonly isCut: boolean;
  /** As the provider reports them; many local servers report none. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

type LanguageModel = ReturnType<AnthropicProvider["languageModel"]>;

const ANTHROPIC = "https://api.anthropic.com";
const OPENAI_HOST = "api.openai.com";

/** OpenAI's newer models refuse the older name, which all others know. */
function withTheNewerName(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens, ...others } = body;
  return { ...others, max_completion_tokens: max_tokens };
}

/** More than any summary takes, thinking of the model included. */
const MOST_BYTES = 4_000_000;

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) throw new Error(`the answer is longer than ${bytes} bytes`);
      controller.enqueue(chunk);
    },
  });
}

/** Follows no redirect, which would take conversation and key along, and reads a limited answer. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  return new Response(response.body?.pipeThrough(atMost(MOST_BYTES)), response);
};

// Each library is loaded with its first call. Key and address are always passed: otherwise they would come from the
// environment.
const MODELS: Record<ModelSettings["provider"], (settings: ModelSettings, key?: string) => Promise<LanguageModel>> = {
  async anthropic({ model, baseUrl = ANTHROPIC }, apiKey = "") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    // Anthropic's own tools leave the version out of the address, others write it.
    const baseURL = baseUrl.replace(/(?:\/v1)?\/*$/, "/v1");
    return createAnthropic({ baseURL, apiKey, fetch: boundedFetch })(model);
  },
  async "openai-compatible"({ model, baseUrl = "" }, apiKey) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const transformRequestBody = new URL(baseUrl).hostname === OPENAI_HOST ? withTheNewerName : undefined;
    const name = "openai-compatible";
    return createOpenAICompatible({ name, baseURL: baseUrl, apiKey, fetch: boundedFetch, transformRequestBody })(model);
  },
};

/** One request without retries: the next distillation tries again, under the same cap. */
export async function ask(
  settings: ModelSettings,
  key: string | undefined,
  { rules, record }: Prompt,
  abortSignal: AbortSignal,
): Promise<Answer> {
  const model = await MODELS[settings.provider](settings, key);
  const { content, finishReason, usage } = await model.doGenerate({
    prompt: [
      { role: "system", content: rules },
      { role: "user", content: [{ type: "text", text: record }] },
    ],
    maxOutputTokens: settings.maxOutputTokens,
    abortSignal,
  });
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    isCut: finishReason.unified === "length",
    inputTokens: usage.inputTokens.total,
    outputTokens: usage.outputTokens.total,
  };
}
