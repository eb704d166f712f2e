import { mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";

export interface ClaudeOptions {
  /** A temporary folder that stands for the user's home. */
  readonly home: string;
  readonly standinUrl: string;
  /** The working directory; `acme` in the home when absent. */
  readonly project?: string;
  /** Variables beyond the usual ones, such as THROUGHLINE_HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long one run or one turn may take. */
  readonly timeoutMs?: number;
}

export const DEFAULT_TIMEOUT_MS = 60_000;

/** Built from nothing, so that no account, key or setting of the person who runs the tests can reach the client. */
export async function claudeEnvironment({ home, standinUrl, project = join(home, "acme"), env }: ClaudeOptions) {
  const tmp = join(home, ".tmp");
  for (const folder of [project, tmp, join(home, ".claude")]) await mkdir(folder, { recursive: true });
  return {
    cwd: project,
    env: {
      PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
      HOME: home,
      TMPDIR: tmp,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      ANTHROPIC_BASE_URL: standinUrl,
      ANTHROPIC_API_KEY: "dummy-key-for-the-standin",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_TMPDIR: tmp,
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_TELEMETRY: "1",
      // Root may use --dangerously-skip-permissions only inside a sandbox.
      IS_SANDBOX: "1",
      ...env,
    },
  };
}
