import { basename } from "node:path";
import { type Strip, withoutBlock } from "../../installing/index.ts";
import { withoutHooks } from "./hooks.ts";
import { withoutServer } from "./mcp-entry.ts";
import { isOurFile } from "./own-file.ts";

/** Slash commands, skills and their pages are ours as a whole, where they have our mark. */
const ownFile: Strip = (path, text) => (path.endsWith(".md") && isOurFile(text) ? undefined : text);

const BY_NAME: Record<string, Strip> = {
  "settings.json": withoutHooks,
  "settings.local.json": withoutHooks,
  ".claude.json": withoutServer,
  ".config.json": withoutServer,
  "CLAUDE.md": withoutBlock,
  "CLAUDE.local.md": withoutBlock,
};

/** One of the client's files without anything of Throughline's. */
export const strip: Strip = (path, text) => (BY_NAME[basename(path)] ?? ownFile)(path, text);
