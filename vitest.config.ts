import { defineConfig } from "vitest/config";

/** What holds a clock against the product has the machine to itself. */
const ALONE = [
  "test/surface/hook-*.test.ts",
  "test/surface/import.test.ts",
  "test/surface/late-transcript.test.ts",
  "test/surface/reminders.test.ts",
];

/** What changes its process, counts what it uses, or replaces modules: each file has one of its own. */
const APART = [
  "src/distillation/summarizers/*.test.ts",
  "src/events/log.test.ts",
  "src/events/webhooks/*.test.ts",
  "src/extensions/governance/**/*.test.ts",
  "src/extensions/ledgers/files/*.test.ts",
  "src/harnesses/histories/*.test.ts",
  "src/harnesses/opencode/*.test.ts",
  "src/core/project-folder.test.ts",
  "src/memory/indexing/indexer.test.ts",
  "src/store/**/*.test.ts",
];

/** Properties and sizes that take their time. `npm test -- --quick` leaves them to `npm test`. */
const SLOW = [
  "src/checkpoints/**/*.test.ts",
  "src/core/redaction/hostile.test.ts",
  "src/distillation/*.test.ts",
  "src/distillation/extraction/*.test.ts",
  "src/extensions/**/*.test.ts",
  "src/harnesses/claude-code/install.test.ts",
];

const common = { testTimeout: 30_000, hookTimeout: 60_000, setupFiles: ["test/support/properties.ts"] };
const exclude = ["**/node_modules/**"];
const first = { maxWorkers: 2, sequence: { groupOrder: 0 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...{ ...common, ...first, name: "logic", isolate: false },
          include: ["src/**/*.test.ts"],
          exclude: [...exclude, ...APART, ...SLOW],
        },
      },
      {
        test: {
          ...{ ...common, ...first, name: "slow-logic", isolate: false },
          include: SLOW,
          exclude: [...exclude, ...APART],
        },
      },
      { test: { ...common, ...first, name: "apart", include: APART, exclude } },
      {
        test: {
          ...{ ...common, ...first, name: "surface" },
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...ALONE],
        },
      },
      {
        test: { ...common, name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
