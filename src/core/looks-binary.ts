import { isUtf8 } from "node:buffer";

/** Bytes that text has no use for: control characters other than those that move the cursor or color a terminal. */
const ODD = new Set([...Array(32).keys(), 127].filter((byte) => ![7, 8, 9, 10, 11, 12, 13, 27].includes(byte)));
const TOO_MANY_ODD = 0.02;
const LONGEST_CHARACTER = 4;

/** The sample may end in the middle of a character. */
function isUtf8Beginning(sample: Uint8Array): boolean {
  for (let cut = 0; cut < LONGEST_CHARACTER && cut <= sample.length; cut++)
    if (isUtf8(sample.subarray(0, sample.length - cut))) return true;
  return false;
}

/** Whether the beginning of a file is that of a binary one. Text in an older encoding is text. */
export function looksBinary(sample: Uint8Array): boolean {
  if (sample.includes(0)) return true;
  if (isUtf8Beginning(sample)) return false;
  return sample.reduce((odd, byte) => odd + (ODD.has(byte) ? 1 : 0), 0) > sample.length * TOO_MANY_ODD;
}
