// Checks that each room of src/ is entered by its door: no import from another room goes past its index.ts.
// The hook client is the one exception: it must load nothing that it does not need, and takes single files of core/.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "./setup.mjs";

const source = join(root, "src");
const HOOK_CLIENT = join("harnesses", "client");
const OPEN_TO_HOOK_CLIENT = ["home.ts", "proc-stat.ts"].map((name) => join("core", name));

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesBelow(join(folder, entry.name))
      : entry.name.endsWith(".ts")
        ? [join(folder, entry.name)]
        : [],
  );
}

const roomOf = (path) => {
  const parts = relative(source, path).split(sep);
  return parts.length > 1 ? parts[0] : undefined;
};

const trespasses = filesBelow(source).flatMap((file) => {
  const imports = [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(
    (match) => match[1],
  );
  return imports.flatMap((specifier) => {
    const target = resolve(dirname(file), specifier);
    const room = roomOf(target);
    if (room === undefined || room === roomOf(file)) return [];
    if (relative(source, target) === join(room, "index.ts")) return [];
    const inHookClient = relative(source, file).startsWith(HOOK_CLIENT + sep);
    if (inHookClient && OPEN_TO_HOOK_CLIENT.includes(relative(source, target))) return [];
    return [`${relative(root, file)}: "${specifier}" goes past the door of ${room}/ (import ${room}/index.ts)`];
  });
});

if (trespasses.length > 0) {
  console.error(trespasses.join("\n"));
  process.exit(1);
}
