import { describe, expect, it } from "vitest";
import { expectProportional } from "../../../test/support/growth.ts";
import { redact } from "./index.ts";

const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  "one letter": (n) => "a".repeat(n),
  "A=": (n) => "A=".repeat(n / 2),
  "key=": (n) => "key=".repeat(n / 4),
  "token=": (n) => "token=".repeat(n / 6),
  'token="': (n) => 'token="'.repeat(n / 7),
  "token: ": (n) => "token: ".repeat(n / 7),
  "password is ": (n) => "password is ".repeat(n / 12),
  "names without end": (n) => "token".repeat(n / 5),
  "names with dashes": (n) => "api-key-".repeat(n / 8),
  "BEGIN lines": (n) => `-----${"BEGIN"} RSA PRIVATE KEY-----\n`.repeat(n / 32),
  "BEGIN, then base64": (n) => `-----${"BEGIN"} RSA PRIVATE KEY-----\n${"A1b2".repeat(n / 4)}`,
  "dots after eyJ": (n) => `eyJ${"a.".repeat(n / 2)}`,
  "eyJ without end": (n) => "eyJ".repeat(n / 3),
  quotes: (n) => '"'.repeat(n),
  backslashes: (n) => "\\".repeat(n),
  "escaped quotes": (n) => '\\"token\\":\\"'.repeat(n / 13),
  "slashes after a name": (n) => `token${"\\".repeat(n)}`,
  "spaces after a name": (n) => `token${" ".repeat(n)}`,
  "://": (n) => "://".repeat(n / 3),
  "://user:": (n) => "://user:".repeat(n / 8),
  "user:@": (n) => `https://${"user:@".repeat(n / 6)}`,
  "curl -u": (n) => "curl -u ".repeat(n / 8),
  cookies: (n) => `Cookie: ${"a=b; ".repeat(n / 5)}`,
  "Cookie: ": (n) => "Cookie: a=".repeat(n / 10),
  "Authorization: ": (n) => "Authorization: Digest ".repeat(n / 22),
  "kind: Secret": (n) => "kind: Secret\ndata:\n  a: b\n".repeat(n / 26),
  "seed words": (n) => `mnemonic ${"word ".repeat(n / 5)}`,
  "mnemonic mnemonic": (n) => "mnemonic ".repeat(n / 9),
  "login login": (n) => " login ".repeat(n / 7),
  "AKIA AKIA": (n) => "AKIA".repeat(n / 4),
  "AWS key ids": (n) => "AKIAQWERTYUIOPASDFGH ".repeat(n / 21),
  "sk-": (n) => "sk-".repeat(n / 3),
  "hex and dashes": (n) => "0123abcd-us".repeat(n / 11),
  "digits and bars": (n) => "12345678901234|".repeat(n / 15),
  "echo echo": (n) => 'echo "'.repeat(n / 6),
  lists: (n) => `tokens: [${'"a", '.repeat(n / 5)}`,
  "tokens: [": (n) => 'tokens: ["'.repeat(n / 10),
  brackets: (n) => "password((".repeat(n / 10),
  dollars: (n) => "$2b$10$".repeat(n / 7),
  newlines: (n) => "\n".repeat(n),
};

describe("redaction: hostile text takes time in proportion to its length", () => {
  it.each(Object.entries(HOSTILE))("%s", (_, write) => expectProportional(redact, write, 400_000));

  it("reads a single line of tens of megabytes", () => {
    const line = `${"The quick brown fox reads the token policy, key=value. ".repeat(400_000)}API_KEY=${"q7".repeat(3)}Zk29fLmX81bTz`;
    expect(redact(line).endsWith("API_KEY=[REDACTED]")).toBe(true);
  });
});
