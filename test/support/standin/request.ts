export interface RecordedRequest {
  readonly path: string;
  readonly dialect: string;
  readonly kind: "text" | "tools" | "summary";
  readonly body: unknown;
}

/** All that the model was told in one request, tool schemas left out: look here for injected context. */
export function requestText({ body }: RecordedRequest): string {
  return stringsIn(body).join("\n");
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "tools" ? [] : stringsIn(inner)));
}
