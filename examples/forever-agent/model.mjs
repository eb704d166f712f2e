// Any model that speaks Anthropic's or OpenAI's API, by fetch alone.
const PATIENCE_MS = 300_000;

/**
 * The context as every endpoint takes it: user and assistant in turns, the user first. What tools and the system said
 * goes along as the user's words, for a `tool` message may only follow the call that asked for it, and the calls of
 * years ago are not there any more.
 */
export function inTurns(messages) {
  const turns = [];
  for (const { role, content } of messages) {
    const speaker = role === "assistant" ? "assistant" : "user";
    const words = role === speaker ? content : `[${role}]\n${content}`;
    const last = turns.at(-1);
    if (last?.role === speaker) last.content += `\n\n${words}`;
    else turns.push({ role: speaker, content: words });
  }
  if (turns[0]?.role === "assistant") turns.unshift({ role: "user", content: "[the conversation goes on]" });
  return turns;
}

const PROVIDERS = {
  anthropic: {
    baseUrl: "https://api.anthropic.com",
    path: "/v1/messages",
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    body: ({ system, messages }, { model, maxTokens }) => ({
      ...{ model, max_tokens: maxTokens, messages: inTurns(messages) },
      ...(system && { system }),
    }),
    read: ({ content, usage = {} }) => ({
      text: content?.map((block) => block.text ?? "").join(""),
      // What came from the provider's cache was read by the model all the same.
      inputTokens:
        (usage.input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
    }),
  },
  openai: {
    baseUrl: "https://api.openai.com/v1",
    path: "/chat/completions",
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    body: ({ system, messages }, { model }) => ({
      model,
      messages: [...(system ? [{ role: "system", content: system }] : []), ...inTurns(messages)],
    }),
    read: ({ choices, usage }) => ({
      text: choices?.[0]?.message?.content,
      inputTokens: usage?.prompt_tokens,
      outputTokens: usage?.completion_tokens,
    }),
  },
};

async function posted(url, headers, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error) => {
    throw new Error(`${url} cannot be reached (${error.cause?.message || error.message})`);
  });
  if (!response.ok) throw new Error(`${url} said ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return response.json();
}

/** The model that the environment names: PROVIDER, BASE_URL, MODEL, API_KEY, MAX_TOKENS. */
export function modelOf({ PROVIDER = "anthropic", BASE_URL, MODEL, API_KEY = "", MAX_TOKENS = "4096" }) {
  const provider = PROVIDERS[PROVIDER];
  if (!provider || !MODEL) {
    console.error("Name a model: PROVIDER=anthropic or openai, MODEL, API_KEY, and BASE_URL for another endpoint.");
    process.exit(2);
  }
  const url = `${(BASE_URL ?? provider.baseUrl).replace(/\/+$/, "")}${provider.path}`;
  return {
    name: MODEL,
    async ask(context) {
      const body = provider.body(context, { model: MODEL, maxTokens: Number(MAX_TOKENS) });
      const { text, inputTokens, outputTokens } = provider.read(await posted(url, provider.headers(API_KEY), body));
      if (!text?.trim()) throw new Error("the model said nothing");
      return { text, usage: inputTokens ? { inputTokens, outputTokens } : undefined };
    },
  };
}
