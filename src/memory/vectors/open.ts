import { fileURLToPath } from "node:url";
import { WordVectors } from "./word-vectors.ts";

/** Beside the built product, and in its sources. */
const PLACES = ["./words.bin", "../../../assets/words.bin"].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

/** The first of these files that can be read; undefined where none can. */
export function wordsIn(paths: readonly string[]): WordVectors | undefined {
  for (const path of paths) {
    try {
      return WordVectors.open(path);
    } catch {
      // It did not come along, or not whole.
    }
  }
  return undefined;
}

let opened: WordVectors | undefined;

/** What is known of words; undefined where the file did not come along: then words are found by themselves only. */
export function openWords(): WordVectors | undefined {
  opened ??= wordsIn(PLACES);
  return opened;
}
