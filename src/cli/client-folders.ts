import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/** Environment variables that move clients' folders. The daemon may have other values; no other variable is sent. */
const placesInEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      /_(?:HOME|DIR|PATH|DB)$/.test(name) && value && isAbsolute(value) ? [[name, value]] : [],
    ),
  );

/** Whose files to use, and where they are: only this shell's environment knows. */
export const userPlace = () => ({ userHome: process.env.HOME || homedir(), env: placesInEnvironment() });
