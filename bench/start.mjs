// How soon it can be used: on a machine that has it, and on one that has only Node.js and git.

import { freshClone } from "./support/fresh-clone.mjs";
import { interleave, median, percentile } from "./support/measure.mjs";
import { Product } from "./support/product.mjs";
import { atMost, exactly, fact } from "./support/rows.mjs";

export const question = "How long until the daemon answers?";

const ROUNDS = 30;

async function upTimes() {
  const kept = new Product();
  try {
    kept.up();
    kept.down();
    return await interleave(
      {
        yardstick: () => kept.run(process.execPath, ["-e", "0"]).ms,
        async "an existing home"() {
          const ms = kept.up();
          kept.down();
          return ms;
        },
        async "a new home"() {
          const product = new Product();
          try {
            const ms = product.up();
            product.down();
            return ms;
          } finally {
            await product.dispose();
          }
        },
      },
      ROUNDS,
    );
  } finally {
    await kept.dispose();
  }
}

function upRows({ yardstick, ...homes }) {
  return Object.entries(homes).map(([home, times]) => {
    const words = `p95 ${(percentile(times, 0.95) / 1000).toFixed(2)} s; ${(median(times) / median(yardstick)).toFixed(1)} × \`node -e 0\` (${median(yardstick).toFixed(0)} ms); claude-mem 0.86 s`;
    return atMost(`\`throughline up\` in ${home}: median`, median(times) / 1000, "s", 1, words);
  });
}

function cloneRows({ installSeconds, buildSeconds, answerSeconds, compilers }) {
  return [
    fact("`npm start` on a fresh clone: install", installSeconds, "s", "from the registry, empty npm cache"),
    fact("`npm start` on a fresh clone: build", buildSeconds, "s"),
    fact("`npm start` on a fresh clone: from the built product to its answer", answerSeconds, "s"),
    exactly("`npm start` on a fresh clone: compilers to be found", compilers, "", 0),
  ];
}

export async function run({ note }) {
  note(`starting the daemon ${2 * ROUNDS} times`);
  const rows = upRows(await upTimes());
  note("npm start on a fresh clone");
  const clone = await freshClone();
  const up = `\`throughline up\` from its start to its end, which is when the daemon answers, in turn with \`node -e 0\`, ${ROUNDS} rounds each in a home that was used before and in a new one.`;
  if (clone.failed) return { method: `${up} \`npm start\` on a fresh clone was not measured: ${clone.failed}.`, rows };
  const method = `${up} \`npm start\`: once, on a clone of HEAD in a new folder with an empty npm cache, until the daemon's socket answers; the only programs on its path are node, npm, git, a shell and the basic tools of the system: no compiler, no make, no Python.`;
  return { method, rows: [...rows, ...cloneRows(clone)] };
}
