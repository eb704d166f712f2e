import { basename } from "node:path";
import { type Strip, withoutBlock } from "../../installing/index.ts";
import { withoutHooks } from "./hooks.ts";
import { withoutServer } from "./mcp-entry.ts";
import { isOurFile } from "./own-file.ts";
import { SLASH_COMMAND_NAMES } from "./slash-commands.ts";

const ownFile: Strip = (_path, text) => (isOurFile(text) ? undefined : text);

const BY_NAME: Record<string, Strip> = {
  "settings.json": withoutHooks,
  "settings.local.json": withoutHooks,
  ".claude.json": withoutServer,
  ".config.json": withoutServer,
  "CLAUDE.md": withoutBlock,
  "CLAUDE.local.md": withoutBlock,
  ...Object.fromEntries(SLASH_COMMAND_NAMES.map((name) => [`${name}.md`, ownFile])),
  "SKILL.md": ownFile,
};

/** One of the client's files without anything of Throughline's. */
export const strip: Strip = (path, text) => (BY_NAME[basename(path)] ?? ((_path, same) => same))(path, text);
