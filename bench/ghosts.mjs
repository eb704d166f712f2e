// Whether the exact things that made-up projects promise and do not have are found, and nothing else; and what a large
// project takes.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pause, percentile } from "./support/measure.mjs";
import { Product, root } from "./support/product.mjs";
import { atLeast, atMost, exactly, fact } from "./support/rows.mjs";

export const question = "Does it find exactly what the documents promise and the code lacks?";

const FIXTURES = join(root, "test", "fixtures", "ghosts");
const SETS = ["development", "second development", "a tester's", "held-out", "second held-out"];
const FILES = 20_000;
const FOLDERS = 200;

const ghostsIn = (product, project) => product.get(`/api/ghosts?${new URLSearchParams({ project })}`);

const nameOf = ({ kind, promise }) => `${kind}: ${promise}`;

/** What was reported of each labelled project, counted by set. */
async function labelled(product, note) {
  const counts = new Map(
    SETS.map((set) => [set, { right: 0, wrong: 0, missed: 0, listed: 0, features: 0, projects: 0 }]),
  );
  for (const name of readdirSync(FIXTURES)) {
    const labels = JSON.parse(readFileSync(join(FIXTURES, name, "labels.json"), "utf8"));
    const project = join(product.folder, name);
    cpSync(join(FIXTURES, name), project, { recursive: true });
    rmSync(join(project, "labels.json"));
    const { ghosts, toCheck } = await ghostsIn(product, project);
    const reported = ghosts.map(nameOf);
    const count = counts.get(labels.set);
    const wrong = reported.filter((one) => !labels.ghosts.includes(one));
    const missed = labels.ghosts.filter((one) => !reported.includes(one));
    // Those of the held-out sets are counted, not looked at.
    if (!labels.set.endsWith("held-out")) for (const one of [...wrong, ...missed]) note(`${name}: ${one}`);
    count.projects++;
    count.right += reported.length - wrong.length;
    count.wrong += wrong.length;
    count.missed += missed.length;
    count.features += labels.features.length;
    count.listed += labels.features.filter((words) => toCheck.some(({ promise }) => promise.includes(words))).length;
  }
  return counts;
}

function rowsOf(set, { right, wrong, missed, listed, features }) {
  const reported = right + wrong;
  const labels = right + missed;
  return [
    exactly(`false alarms, ${set} set`, wrong, "", 0, `of ${reported} reported`),
    atLeast(`recall, ${set} set`, (100 * right) / labels, "%", 60, `${right} of ${labels} ghosts are reported`),
    fact(`features in prose listed to check, ${set} set`, (100 * listed) / features, "%", `${listed} of ${features}`),
  ];
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith(".ts") ? [readFileSync(path, "utf8")] : [];
  });
}

/** This repository's own files over and over, with its own documents. */
function largeProject(product) {
  const project = join(product.folder, "large");
  const texts = sources(join(root, "src"));
  for (let at = 0; at < FILES; at++) {
    const folder = join(project, `part-${at % FOLDERS}`);
    if (at < FOLDERS) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${at}.ts`), texts[at % texts.length]);
  }
  for (const name of ["README.md", "docs", "package.json"])
    cpSync(join(root, name), join(project, name), { recursive: true });
  return project;
}

/** How long the search takes, and how long others wait for an answer meanwhile. */
async function onLarge(product) {
  const project = largeProject(product);
  const begun = performance.now();
  let isDone = false;
  const searching = product.runBeside(process.execPath, [
    join(root, "bin/throughline.cjs"),
    "ghosts",
    "--project",
    project,
    "--json",
  ]);
  searching.finally(() => {
    isDone = true;
  });
  const waits = [];
  while (!isDone) {
    const asked = performance.now();
    await product.get("/health");
    waits.push(performance.now() - asked);
    await pause(20);
  }
  const { codeFiles } = JSON.parse((await searching).stdout);
  return { seconds: (performance.now() - begun) / 1000, waits, codeFiles };
}

export async function run({ note }) {
  const product = new Product();
  try {
    product.up();
    const counts = await labelled(product, note);
    const own = await ghostsIn(product, root);
    const large = await onLarge(product);
    const projects = [...counts.values()].reduce((sum, count) => sum + count.projects, 0);
    return {
      method: `${projects} small made-up projects (TypeScript, JavaScript, Python, Go, Rust, Ruby, Java, PHP, C#, shell, Elixir, C; READMEs in English, German and Spanish, a PRD and an SDD) whose flags, commands, routes and names are labelled as ghosts or kept; what is planned, denied or another program's has no label, and reporting it is a mistake. Features in prose are only listed. All but the tester's are by the same author as the rules, so that recall says little about strangers' projects. Results on about 480 published packages of npm and PyPI, checked by hand, are in docs/ghosts.md. Then this repository itself, and ${FILES.toLocaleString("en")} files made of its source, while \`/health\` is requested every 20 ms.`,
      rows: [
        ...SETS.flatMap((set) => rowsOf(set, counts.get(set))),
        exactly(
          "ghosts reported in this repository",
          own.ghosts.length,
          "",
          0,
          `${own.promises} promises, ${own.codeFiles} files of code`,
        ),
        fact(`${large.codeFiles.toLocaleString("en")} files of code`, large.seconds, "s", "the whole command"),
        atMost(
          "answers of `/health` meanwhile: p95",
          percentile(large.waits, 0.95),
          "ms",
          50,
          `median ${percentile(large.waits, 0.5).toFixed(1)} ms, slowest ${Math.max(...large.waits).toFixed(0)} ms; the search takes one of the two cores`,
        ),
      ],
    };
  } finally {
    await product.dispose();
  }
}
