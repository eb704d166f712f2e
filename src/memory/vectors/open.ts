import { fileURLToPath } from "node:url";
import { WordVectors } from "./word-vectors.ts";

/** Next to the built bundle, or in the source tree. */
const PLACES = ["./words.bin", "../../../assets/words.bin"].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

/** The first readable file. */
export function wordsIn(paths: readonly string[]): WordVectors | undefined {
  for (const path of paths) {
    try {
      return WordVectors.open(path);
    } catch {
      // Missing or damaged: try the next one.
    }
  }
  return undefined;
}

let opened: WordVectors | undefined;

/** Undefined without the file: then only exact terms are found. */
export function openWords(): WordVectors | undefined {
  opened ??= wordsIn(PLACES);
  return opened;
}
