import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root, temporaryFolder } from "./product.mjs";

/** A file of the source by its path under `src/`: for what neither the built product nor a room's door hands out. */
export async function importSource(path) {
  const folder = temporaryFolder();
  try {
    const outfile = join(folder, "source.mjs");
    await build({
      ...{ entryPoints: [join(root, "src", path)], outfile, bundle: true, logLevel: "error" },
      ...{ platform: "node", target: "node20", format: "esm", external: ["@photostructure/sqlite"] },
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
