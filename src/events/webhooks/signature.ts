import { createHmac } from "node:crypto";

/** `sha256=` and the HMAC of `<timestamp>.<body>`. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

export const signatureHeaders = (secret: string, timestamp: string, body: string): Record<string, string> => ({
  "x-throughline-timestamp": timestamp,
  "x-throughline-signature": signatureOf(secret, timestamp, body),
});
