import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Home, socketFolderElsewhere, writeFileAtomic } from "../../core/index.ts";
import { ANSWER_TYPE } from "./answer.ts";

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export interface ScriptPlaces {
  /** The Node.js to run, the hook client's file, the command line's file. */
  readonly node: string;
  readonly hookClient: string;
  readonly cli: string;
  readonly deadlineMs: number;
}

/** A longer input goes to Node.js directly: copying it through two programs would take the whole deadline. */
const CURL_UP_TO_BYTES = 4_000_000;

/** The part of the deadline that the fallback needs to start and to spool. */
const reserveMs = (deadlineMs: number): number => Math.max(200, deadlineMs * 0.4);

/** At this share of the deadline the client gets the answer so far; the rest of the work continues without it. */
const ANSWER_SHARE = 0.93;

/** No event is that long. */
const LONGEST_INPUT_BYTES = 128 << 20;

/**
 * The hook that clients are given: a shell line to the daemon's socket, for a process of `curl` costs a third of one of
 * Node.js; behind it, for every other case, the Node.js client. It never fails and says nothing of its own.
 *
 * The work is done in the background and its answer waited for by `cat`, which can be ended at the deadline without
 * losing anything: an input that comes later than that is still read to its end, and spooled.
 */
export function hookScript(home: Home, { node, hookClient, deadlineMs }: ScriptPlaces): string {
  const curlSeconds = (Math.max(50, deadlineMs - reserveMs(deadlineMs)) / 1000).toFixed(3);
  const answerSeconds = ((deadlineMs * ANSWER_SHARE) / 1000).toFixed(3);
  const elsewhere = socketFolderElsewhere(home);
  const isOurs = elsewhere === undefined ? "" : ` && [ -O ${quote(elsewhere)} ]`;
  return `#!/bin/sh
# Throughline's hook, written by \`throughline init\` and by the daemon. Usage: hook HARNESS EVENT RUNTIME
exec 2>/dev/null 3<&0
client=\${CLAUDE_PID:-}
deliver() {
  trap '' HUP
  input=$(head -c ${LONGEST_INPUT_BYTES})
  [ -n "$input" ] || return
  if ! kill -0 "$$"; then
    undelivered=late
  elif [ "\${#input}" -lt ${CURL_UP_TO_BYTES} ] && command -v curl >/dev/null${isOurs}; then
    if answer=$(printf '%s' "$input" | curl -q -sf --noproxy '*' --max-time ${curlSeconds} --unix-socket ${quote(home.socket)} \\
      -H 'content-type: application/json' -H 'expect:' -H "x-throughline-hook: $$" -H "x-throughline-client: $client" \\
      -w '%{content_type}' --data-binary @- "http://throughline/api/hooks/$2?harness=$1&runtime=$3&as=client"); then
      case $answer in
        *'${ANSWER_TYPE}')
          printf '%s' "\${answer%'${ANSWER_TYPE}'}"
          return ;;
      esac
      undelivered=reached
    elif [ $? -eq 7 ]; then
      undelivered=unreached
    else
      undelivered=reached
    fi
  fi
  printf '%s' "$input" | ${quote(node)} ${quote(hookClient)} "$2" --harness "$1" --runtime "$3" \\
    --home ${quote(home.dir)} --deadline ${deadlineMs} --hook-pid "$$" --client-pid "$client" \\
    \${undelivered:+--undelivered "$undelivered"}
}
answer=$(
  { deliver "$@" <&3 3<&- & } | {
    exec 4<&0 3<&-
    cat <&4 4<&- & relay=$!
    { sleep ${answerSeconds} && kill "$relay"; } >/dev/null 4<&- & watch=$!
    wait "$relay"
    ended=$?
    kill "$watch"
    exit "$ended"
  }
) || exit 0
[ -z "$answer" ] || printf '%s\n' "$answer"
exit 0
`;
}

const cliScript = (home: Home, { node, cli }: ScriptPlaces): string => `#!/bin/sh
# The Throughline command line of this home.
THROUGHLINE_HOME=${quote(home.dir)} exec ${quote(node)} ${quote(cli)} "$@"
`;

/**
 * Puts the scripts into the home's \`bin\`: clients are pointed there, so a moved or updated package is found again.
 */
export function writeScripts(home: Home, places: ScriptPlaces): void {
  mkdirSync(home.bin, { recursive: true, mode: 0o700 });
  for (const [name, text] of [
    ["hook", hookScript(home, places)],
    ["throughline", cliScript(home, places)],
  ] as const) {
    const path = join(home.bin, name);
    writeFileAtomic(path, text, 0o700);
    chmodSync(path, 0o700);
  }
}
