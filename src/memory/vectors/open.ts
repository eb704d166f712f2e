import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Words } from "./words.ts";

/** Beside the built product, and in its sources. */
const PLACES = ["./words.bin", "../../../assets/words.bin"];

let opened: Words | undefined;

/** What is known of words; undefined where the file did not come along: then words are found by themselves only. */
export function openWords(): Words | undefined {
  if (opened) return opened;
  const path = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((one) => existsSync(one));
  opened = path === undefined ? undefined : Words.open(path);
  return opened;
}
