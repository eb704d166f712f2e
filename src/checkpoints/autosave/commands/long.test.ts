import fc from "fast-check";
import { expect, test } from "vitest";
import { secondsByRule } from "./long.ts";
import { commandKey, runsIn } from "./times.ts";

test.each([
  ...[
    "npm test",
    "npm run build",
    "npm ci",
    "pnpm install --frozen-lockfile",
    "yarn",
    "npx vitest run",
    "pytest tests -x",
  ],
  ...["cargo build --release", "go test ./...", "./gradlew assemble", "make", "make -j8 all", "cmake --build build"],
  ...[
    "docker build -t app .",
    "docker compose up -d",
    "kubectl rollout status deploy/app",
    "terraform apply -auto-approve",
  ],
  ...[
    "sleep 45",
    "sleep 1m",
    "cd web && npm run build",
    "NODE_ENV=production npm run build:prod",
    "sudo apt-get install -y jq",
  ],
  ...[
    "git clone https://example.com/x.git",
    "bash -lc 'npm test'",
    "./deploy.sh",
    "python -m pytest",
    "time make test",
  ],
])("N7: is expected to take long: %s", (command) => {
  expect(secondsByRule(command)).toBeGreaterThan(30);
});

test.each([
  ...[
    "ls -la",
    "cat package.json",
    "git status",
    "npm --version",
    "npm run lint",
    "pytest --collect-only",
    "docker ps",
  ],
  ...[
    'echo "npm test"',
    "grep -rn 'npm install' docs",
    "sleep 5",
    "git commit -m 'make build faster'",
    "make help",
    "cat Makefile",
  ],
  ...["git log --oneline | head", "node -e 0", "sed -n 1,20p test/build.ts", "rg deploy", "npm test -- --help", ""],
])("N7: is expected to be quick: %j", (command) => {
  expect(secondsByRule(command)).toBeLessThanOrEqual(30);
});

test("N7: any command line is judged, and in time", () => {
  fc.assert(fc.property(fc.string(), (command) => secondsByRule(command) >= 0));
  const before = performance.now();
  for (const part of ["sudo ", "a=b ", "make x ", '"', "npm run "]) secondsByRule(part.repeat(200_000));
  expect(performance.now() - before).toBeLessThan(1000);
});

test("N7: a command is known again in another folder and with other spaces", () => {
  expect(commandKey("cd /srv/app &&  npm   run slow")).toBe(commandKey("npm run slow"));
});

test("N7: how long a command ran is told by when it was called and answered", () => {
  const call = (id: string, command: string, at: string) => ({
    ...{ kind: "tool_use" as const, toolUseId: id, createdAt: at },
    content: JSON.stringify({ name: "Bash", input: { command } }),
  });
  const result = (id: string, at: string) => ({
    kind: "tool_result" as const,
    toolUseId: id,
    createdAt: at,
    content: "",
  });
  const messages = [
    call("1", "./check", "2026-01-01T00:00:00.000Z"),
    result("1", "2026-01-01T00:00:42.000Z"),
    call("2", "./never-answered", "2026-01-01T00:01:00.000Z"),
  ];
  expect(runsIn(messages)).toEqual([["./check", 42]]);
});
