import { sha256 } from "../../core/index.ts";

/** A UUID that is made from a name: the same name gives the same one. */
export function nameBasedUuid(name: string): string {
  const hex = sha256(name);
  // The digits by which RFC 9562 marks an id that was made in a way of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
