// npm runs this after it installed a clone, also the one it makes for `npm install git+…`: without a build that package
// would do nothing. Nothing is built twice, where there is no source, or without the build's own dependencies.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./setup.mjs";

const has = (...parts) => existsSync(join(root, ...parts));
const isNeeded = has("src") && has("node_modules", "esbuild") && !has("dist", "cli.js");
if (isNeeded && !process.env.THROUGHLINE_BUILDS_ITSELF) run(process.execPath, [join(root, "scripts", "build.mjs")]);
