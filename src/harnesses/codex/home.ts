import { join } from "node:path";

export const codexHome = (userHome: string, env: Readonly<Record<string, string | undefined>>): string =>
  env.CODEX_HOME || join(userHome, ".codex");
