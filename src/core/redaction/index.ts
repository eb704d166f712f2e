import { assignments } from "./assignments.ts";
import { forgetTraits } from "./character-classes.ts";
import { commands } from "./commands.ts";
import { headers } from "./headers.ts";
import { shapes } from "./keys-without-prefix.ts";
import { kubernetesSecret } from "./kubernetes.ts";
import { labelledPasswords, pairedPasswords } from "./passwords.ts";
import { pem } from "./pem.ts";
import { prose } from "./prose.ts";
import { buildScanner, type Scanner, sweep } from "./scan.ts";
import { formats } from "./token-formats.ts";
import { urls } from "./urls.ts";

export { MARKER } from "./span.ts";

const RULES = [
  ...pem,
  ...headers,
  kubernetesSecret,
  assignments,
  labelledPasswords,
  pairedPasswords,
  ...urls,
  ...shapes,
  ...formats,
  ...commands,
  ...prose,
];

let built: Scanner | undefined;
/** Built when the first text is read: a command line that redacts nothing starts without it. */
const scanner = (): Scanner => {
  built ??= buildScanner(RULES);
  return built;
};

/** More readings than any real text needs. */
const MOST_READINGS = 8;
/** Beyond this size one reading has to do; up to it, a text is read again until nothing changes any more. */
const LONGEST_REREAD = 1_048_576;

/**
 * Replaces secrets by a marker. Redacting again changes nothing: no rule looks past a marker or takes one for a value.
 * Rules look some way ahead, though, and what they see may change with a later redaction; hence the repeated readings.
 */
export function redact(text: string): string {
  const redacted = readUntilStable(text);
  forgetTraits();
  return redacted;
}

function readUntilStable(text: string): string {
  let current = text;
  for (let reading = 0; reading < MOST_READINGS; reading++) {
    const next = sweep(scanner(), current);
    if (next === current || next.length > LONGEST_REREAD) return next;
    current = next;
  }
  return current;
}
