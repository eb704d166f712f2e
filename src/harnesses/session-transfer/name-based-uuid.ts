import { sha256 } from "../../core/index.ts";

/** A UUID from a name: the same name gives the same one. */
export function nameBasedUuid(name: string): string {
  const hex = sha256(name);
  // Version 8 of RFC 9562: made in a custom way.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
