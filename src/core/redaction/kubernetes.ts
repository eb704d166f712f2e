import { isPlaceholder } from "./not-secrets.ts";
import { MARKER, type Rule, type Span } from "./span.ts";

const REACH = 4000;
const BLOCK = /(?:^|\n|\\n)([ \t]*)(?:data|stringData):[ \t]*(?=\n|\\n)/g;
const ENTRY = /(?:\n|\\n)([ \t]+)([\w.-]{1,128}):[ \t]*(?:["']|\\")?([^\s"'\\|>]{4,})/y;
const JSON_BLOCK = /\\{0,3}"(?:data|stringData)\\{0,3}":\s{0,4}\{([^{}]{4,4000})\}/g;
const JSON_ENTRY = /\\{0,3}"[\w.-]{1,128}\\{0,3}":\s{0,4}\\{0,3}"([^"\\]{4,})/g;
const OTHER_MANIFEST = /(?:^|\n|\\n)---[ \t]*(?=\n|\\n)|kind\\{0,3}"?: ?\\{0,3}"?Secret/;

function keep(spans: Span[], start: number, value: string): void {
  if (!value.includes(MARKER) && !isPlaceholder(value)) spans.push({ start, end: start + value.length });
}

function yamlEntries(manifest: string, offset: number, spans: Span[]): void {
  for (const block of manifest.matchAll(BLOCK)) {
    let at = block.index + block[0].length;
    for (let i = 0; i < 64; i++) {
      ENTRY.lastIndex = at;
      const entry = ENTRY.exec(manifest);
      if (!entry || (entry[1] ?? "").length <= (block[1] ?? "").length) break;
      const value = entry[3] ?? "";
      at += entry[0].length;
      keep(spans, offset + at - value.length, value);
      while (at < manifest.length && /["'\\]/.test(manifest[at] ?? "") && manifest.slice(at, at + 2) !== "\\n") at += 1;
    }
  }
}

function jsonEntries(manifest: string, offset: number, spans: Span[]): void {
  for (const block of manifest.matchAll(JSON_BLOCK)) {
    const inner = block[1] ?? "";
    const start = block.index + block[0].length - 1 - inner.length;
    for (const entry of inner.matchAll(JSON_ENTRY)) {
      const value = entry[1] ?? "";
      keep(spans, offset + start + entry.index + entry[0].length - value.length, value);
    }
  }
}

/** A Secret's manifest: every value in it is one, whatever its key is called. The data may come before the kind. */
export const kubernetesSecret: Rule = {
  anchors: ["kind: Secret", '"kind":"Secret"', '"kind": "Secret"', '\\"kind\\":\\"Secret\\"'],
  wide: true,
  find({ text, start, end }) {
    if (/\w/.test(text[end] ?? "")) return undefined;
    const from = Math.max(0, start - REACH);
    const before = text.slice(from, start).split(OTHER_MANIFEST).at(-1) ?? "";
    const after = text.slice(start, end) + (text.slice(end, end + REACH).split(OTHER_MANIFEST)[0] ?? "");
    const spans: Span[] = [];
    yamlEntries(before + after, start - before.length, spans);
    jsonEntries(before + after, start - before.length, spans);
    return spans;
  },
};
