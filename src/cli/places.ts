import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/**
 * Clients are told by variables to keep their files elsewhere. The daemon has others than this shell; no other value
 * goes out.
 */
const placesInEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      /_(?:HOME|DIR|PATH|DB)$/.test(name) && value && isAbsolute(value) ? [[name, value]] : [],
    ),
  );

/** Whose files are meant, and where they lie: known only to the shell in which somebody asks. */
export const userPlace = () => ({ userHome: process.env.HOME || homedir(), env: placesInEnvironment() });
