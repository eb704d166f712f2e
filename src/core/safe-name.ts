import { sha256 } from "./ids.ts";
import { MARKER, redact } from "./redaction/index.ts";

const TELLING_APART = / #[0-9a-f]{12}$/;

function isSafeName(text: string): boolean {
  const name = text.replace(TELLING_APART, "");
  return name !== text && name.includes(MARKER) && redact(name) === name;
}

/**
 * The name under which something is stored and looked up: unchanged, or, where it contains a secret, without it and
 * with a few digits of its hash, so that names that differ only in their secrets stay different.
 */
export function safeName(name: string): string {
  const redacted = redact(name);
  if (redacted === name || isSafeName(name)) return name;
  return `${redacted} #${sha256(name).slice(0, 12)}`;
}
