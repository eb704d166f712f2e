import { describe, expect, it } from "vitest";
import { redactDeep } from "./index.ts";
import { dice, make } from "./test-kit.ts";

const roll = dice(5);
const token = make("{alnum:31}7", roll);
const known = make("gh" + "p_{alnum:36}", roll);

describe("redaction: JSON values", () => {
  it("redacts strings in objects and arrays, however deep", () => {
    const value = { content: [{ type: "text", text: `use ${known} now` }], n: 1, ok: true, none: null };
    expect(redactDeep(value)).toEqual({
      content: [{ type: "text", text: "use [REDACTED] now" }],
      n: 1,
      ok: true,
      none: null,
    });
  });

  it("redacts what stands under a name that says secret", () => {
    const value = {
      api_key: token,
      password: "walnut-harbor-5521",
      tokens: [token, "two words"],
      nested: { clientSecret: token },
    };
    expect(redactDeep(value)).toEqual({
      api_key: "[REDACTED]",
      password: "[REDACTED]",
      tokens: ["[REDACTED]", "two words"],
      nested: { clientSecret: "[REDACTED]" },
    });
  });

  it("knows names that stand beside the value, and headers", () => {
    const value = {
      env: [{ name: "DB_PASSWORD", value: "hV7!kd92Lq" }],
      headers: { Authorization: `Bearer ${token}`, Cookie: `a=b; session=${token}` },
    };
    expect(redactDeep(value)).toEqual({
      env: [{ name: "DB_PASSWORD", value: "[REDACTED]" }],
      headers: { Authorization: "Bearer [REDACTED]", Cookie: "a=b; session=[REDACTED]" },
    });
  });

  it("leaves innocent values, keys and other things alone", () => {
    const value = {
      token_type: "Bearer",
      password: "required",
      sessionId: "3f0a5c1e-1111-4222-8333-944445555666",
      [known]: 1,
      at: new Date(0),
    };
    expect(redactDeep(value)).toEqual(value);
  });
});
