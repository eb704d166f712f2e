import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What replaces modules, or counts what its process uses: each file has a process of its own. */
const APART = [
  "src/core/project-folder.test.ts",
  "src/distillation/summarizers/loading.test.ts",
  "src/extensions/ledgers/files/concurrent-edits.test.ts",
  "src/memory/indexing/indexer.test.ts",
];

/** Properties and sizes that take their time, and programs. `npm test -- --quick` leaves them to `npm test`. */
const SLOW = [
  "src/checkpoints/**/*.test.ts",
  "src/projects/*.test.ts",
  "src/core/redaction/hostile.test.ts",
  "src/distillation/*.test.ts",
  "src/distillation/{extraction,summarizers}/*.test.ts",
  "src/events/log.test.ts",
  "src/events/webhooks/*.test.ts",
  "src/extensions/**/*.test.ts",
  "src/harnesses/claude-code/install.test.ts",
  "src/harnesses/histories/*.test.ts",
  "src/harnesses/opencode/*.test.ts",
  "src/store/**/*.test.ts",
];

/** They take the longest and mostly wait: whatever else there is runs meanwhile. */
const FIRST = ["surface", "apart", "slow-logic", "logic"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => FIRST.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

const common = {
  // Nothing may fail because the machine does other things: a limit only ends what hangs.
  ...{ testTimeout: 120_000, hookTimeout: 300_000, setupFiles: ["test/support/properties.ts"] },
  // Tests at the surface wait more than they work.
  maxWorkers: availableParallelism() + 1,
};
const exclude = ["**/node_modules/**"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...{ ...common, name: "logic", isolate: false },
          include: ["src/**/*.test.ts"],
          exclude: [...exclude, ...APART, ...SLOW],
        },
      },
      {
        test: { ...common, name: "slow-logic", isolate: false, include: SLOW, exclude: [...exclude, ...APART] },
      },
      { test: { ...common, name: "apart", include: APART, exclude } },
      { test: { ...common, name: "surface", isolate: false, include: ["test/**/*.test.ts"], exclude } },
    ],
  },
});
