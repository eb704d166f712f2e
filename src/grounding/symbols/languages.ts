import { extname } from "node:path";
import type { Grammar } from "./grammar.ts";

/** Loaded when a file of that language is first asked about. */
const LANGUAGES: readonly (readonly [extensions: string, load: () => Promise<Grammar>])[] = [
  [".js .mjs .cjs .jsx", async () => (await import("./languages/javascript.ts")).javascript],
  [".ts .mts .cts", async () => (await import("./languages/javascript.ts")).typescript],
  [".tsx", async () => (await import("./languages/javascript.ts")).tsx],
  [".py .pyi .pyw", async () => (await import("./languages/python.ts")).python],
  [".java", async () => (await import("./languages/java.ts")).java],
  [".c .h .cc .cpp .cxx .hh .hpp .hxx .ino", async () => (await import("./languages/cpp.ts")).cpp],
  [".rs", async () => (await import("./languages/rust.ts")).rust],
  [".go", async () => (await import("./languages/go.ts")).go],
  [".php .phtml", async () => (await import("./languages/php.ts")).php],
];
const loaders = new Map(
  LANGUAGES.flatMap(([extensions, load]) =>
    extensions.split(" ").map((one): [string, () => Promise<Grammar>] => [one, load]),
  ),
);

const LARGEST = 2_000_000;

const extensionOf = (path: string): string => extname(path).toLowerCase();

/** Why nothing is known of the functions and classes of a file, where that is so. */
export function whyUnread(path: string, text: string): string | undefined {
  if (!loaders.has(extensionOf(path))) return `no parser for ${extensionOf(path) || "files without extension"}`;
  return text.length > LARGEST ? "larger than 2 MB" : undefined;
}

export const grammarFor = async (path: string, text: string): Promise<Grammar | undefined> =>
  whyUnread(path, text) === undefined ? loaders.get(extensionOf(path))?.() : undefined;
