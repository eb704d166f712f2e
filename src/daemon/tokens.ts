import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { type Home, systemCode } from "../core/index.ts";
import type { Scope } from "../operations/index.ts";

const SCOPES: readonly Scope[] = ["read", "write", "admin"];

/** The data folder's token, created at the first start, with full access. */
export function loadToken(home: Home): string {
  try {
    writeFileSync(home.token, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
  return readFileSync(home.token, "utf8").trim();
}

/** A token with a limited scope, derived from the main one: replacing that one revokes all. */
export function scopedToken(master: string, scope: Scope): string {
  return scope === "admin" ? master : `${scope}-${createHmac("sha256", master).update(`scope:${scope}`).digest("hex")}`;
}

/** The scope of a token; undefined if it is unknown. */
export function scopeOf(master: string, presented: string): Scope | undefined {
  const given = Buffer.from(presented);
  return SCOPES.find((scope) => {
    const token = Buffer.from(scopedToken(master, scope));
    return token.length === given.length && timingSafeEqual(token, given);
  });
}

export const allows = (held: Scope, needed: Scope): boolean => SCOPES.indexOf(held) >= SCOPES.indexOf(needed);
