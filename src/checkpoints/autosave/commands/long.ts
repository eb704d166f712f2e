import { isTestCommand } from "../../../conversation/index.ts";

/* Commands that are known to take their time, by rule; what a project's own history says of one counts more. */

/** What is told of a command of which nothing more is known than that it takes long. */
const LONG_SECONDS = 120;

const LONG: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun)\s+(?:ci|i|install|add|update|upgrade|audit fix)\b/,
  /^yarn$/,
  /^(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?\S*(?:build|e2e|bench|test|deploy|release|coverage)\S*(?:\s|$)/,
  /^(?:pip3?|pipx|uv|poetry|conda|mamba|bundle|composer|gem|apt|apt-get|dnf|yum|apk|brew|choco|winget|snap)\s+(?:pip\s+)?(?:install|sync|update|upgrade|add|lock)\b/,
  /^(?:cargo)\s+(?:build|b|test|nextest|install|clippy|check|bench|doc|publish|run)\b/,
  /^(?:go)\s+(?:build|install|test|vet|generate|mod (?:download|tidy))\b/,
  /^(?:mvn|mvnw|\.\/mvnw|gradle|gradlew|\.\/gradlew|bazel|buck2?|sbt|ant|ninja|xcodebuild|msbuild|scons|meson compile)\b/,
  /^make(?:\s+(?!-?-?(?:help|version|n\b|clean\b|v\b))\S+)*$/,
  /^cmake\s+--build\b/,
  /^dotnet\s+(?:build|test|publish|restore|run)\b/,
  /^(?:docker|podman|nerdctl)\s+(?:build|buildx|pull|push|run|compose|save|load)\b/,
  /^docker-compose\s+(?:up|build|pull|run)\b/,
  /^(?:kubectl)\s+(?:apply|rollout|wait|drain)\b/,
  /^(?:helm)\s+(?:install|upgrade|dependency)\b/,
  /^(?:terraform|tofu|pulumi|cdk|sam|serverless|sls|ansible-playbook|vagrant|packer)\s+(?:apply|plan|init|up|destroy|deploy|build|\S+\.ya?ml)\b/,
  /^(?:vercel|netlify|fly|flyctl|heroku|gcloud|aws|az|wrangler|firebase|eb|cap)\b.*\b(?:deploy|publish|push|create|sync|up)\b/,
  /^git\s+(?:clone|submodule update|lfs (?:pull|fetch)|gc|bisect run|filter-branch|fsck)\b/,
  /^(?:playwright|cypress|wdio|puppeteer|storybook|webpack|rollup|next|nuxt|ng|expo|eas|turbo|nx|lerna)\s+(?:test|run|build|install|open|export)\b/,
  /^(?:pg_dump|pg_restore|mysqldump|mongodump|mongorestore|rsync|scp|ffmpeg|ollama pull|wget)\b/,
  /^(?:alembic|rails|rake|python3? manage\.py|prisma|knex|sequelize|flyway|liquibase)\s+\S*(?:migrat|test|upgrade|seed)/,
  /^deploy\b|^\.?\/?\S*deploy\S*\.(?:sh|py|js|ts)\b/,
];

const QUICK = /(?:^|\s)(?:--help|-h|--version|-V|--dry-run|--list|--collect-only)(?:\s|$)/;
const SPLIT = /\s*(?:&&|\|\||[;|&\n])\s*/;
const WRAPPED =
  /^(?:sudo(?:\s+-\S+)*|time|nice|nohup|env|npx(?:\s+--?\S+)*|bunx|pnpm dlx|pnpm exec|xvfb-run|exec|command|uv run|poetry run|bundle exec|python3? -m|\w+=\S*)\s+/;
const SHELL = /^(?:ba|z|da)?sh\s+-[a-z]*c\s+/;
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const LONGEST_READ = 4000;

/** The programs that a command line calls, each with its arguments; what is quoted is no call. */
function callsIn(command: string): string[] {
  const text = command.slice(0, LONGEST_READ).trim();
  const inner = SHELL.test(text) ? text.replace(SHELL, "").replace(/^["']|["']$/g, "") : text.replace(QUOTED, '""');
  return inner.split(SPLIT).map((call) => {
    let bare = call.replace(/^[\s({]+/, "");
    while (WRAPPED.test(bare)) bare = bare.replace(WRAPPED, "");
    return bare.trim();
  });
}

function slept(call: string): number {
  const parts = /^sleep\s+([\d.smhd\s]+)$/.exec(call)?.[1]?.trim().split(/\s+/) ?? [];
  const seconds = parts.map((part) => Number.parseFloat(part) * (UNIT_SECONDS[part.at(-1) ?? ""] ?? 1));
  return seconds.reduce((sum, one) => sum + (Number.isFinite(one) ? one : 0), 0);
}

const takesLong = (call: string): boolean =>
  !QUICK.test(call) &&
  (LONG.some((pattern) => pattern.test(call)) ||
    (isTestCommand(call) &&
      /^(?:\.\/)?\S*(?:vitest|jest|mocha|pytest|tox|rspec|phpunit|ctest|node|deno)\b/.test(call)));

/** How many seconds a command is likely to run, where that is known by rule; 0 where nothing says that it takes long. */
export function secondsByRule(command: string): number {
  const calls = callsIn(command);
  const waiting = calls.reduce((sum, call) => sum + slept(call), 0);
  return calls.some(takesLong) ? Math.max(LONG_SECONDS, waiting) : waiting;
}
