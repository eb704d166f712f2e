import { defineConfig } from "vitest/config";

/** What holds a clock against the product, or runs a real client, has the machine to itself. */
const ALONE = [
  "test/clients/**/*.test.ts",
  "test/surface/hook-*.test.ts",
  "test/surface/import.test.ts",
  "test/surface/late-transcript.test.ts",
  "test/surface/reminders.test.ts",
];

const common = { testTimeout: 30_000, hookTimeout: 60_000, setupFiles: ["test/support/properties.ts"] };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "together",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...ALONE],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...common, name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
