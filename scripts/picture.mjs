// Draws docs/images/demo.svg: what `throughline demo` shows on a real terminal, recorded with `script` and set as text.
// Run it after a build: node scripts/picture.mjs
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const COLUMNS = 118;
const [CHAR_WIDTH, LINE_HEIGHT, MARGIN, BAR] = [8.05, 18, 18, 34];
const COLOURS = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff" };
const FIRST = "2. Its context window is full";
const LAST = "5. What Throughline kept";

const ESCAPE = String.fromCharCode(27);
const STYLE = new RegExp(`(${ESCAPE}\\[[\\d;]*m)`);
const CODES = new RegExp(`^${ESCAPE}\\[([\\d;]*)m$`);

const recorded = execFileSync("script", ["-qec", `node ${join(root, "bin", "throughline.cjs")} demo`, "/dev/null"], {
  encoding: "utf8",
  env: { ...process.env, TERM: "xterm-256color", COLUMNS: String(COLUMNS) },
});

/** Runs of text with their colour, from one line with escape sequences. */
function runs(line) {
  const result = [];
  let style = { fill: "#c9d1d9", bold: false, dim: false };
  for (const part of line.split(STYLE)) {
    const codes = part.match(CODES)?.[1];
    if (codes === undefined) {
      if (part !== "") result.push({ ...style, text: part });
      continue;
    }
    for (const code of codes.split(";").map(Number)) {
      if (code === 1) style = { ...style, bold: true };
      else if (code === 2) style = { ...style, dim: true };
      else if (code === 22) style = { ...style, bold: false, dim: false };
      else if (code === 39 || code === 0) style = { ...style, fill: "#c9d1d9" };
      else if (COLOURS[code]) style = { ...style, fill: COLOURS[code] };
    }
  }
  return result;
}

const plain = (line) =>
  line
    .split(STYLE)
    .filter((part) => !CODES.test(part))
    .join("");

/** Folds a long line as a terminal of that width would, colours kept. */
function fold(line) {
  if (plain(line).length <= COLUMNS) return [runs(line)];
  const rows = [[]];
  let width = 0;
  for (const run of runs(line)) {
    for (let rest = run.text; rest !== ""; ) {
      const taken = rest.slice(0, COLUMNS - width);
      rows.at(-1).push({ ...run, text: taken });
      width += taken.length;
      rest = rest.slice(taken.length);
      if (width >= COLUMNS && rest !== "") {
        rows.push([]);
        width = 0;
      }
    }
  }
  return rows;
}

const xml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const lines = recorded.replaceAll("\r", "").split("\n");
const from = lines.findIndex((line) => plain(line).startsWith(FIRST));
const to = lines.findIndex((line) => plain(line).startsWith(LAST));
const again = lines.findIndex((line) => plain(line).startsWith("4. A new session"));
// The second recovery reads like the first: its beginning is enough.
const shown = [...lines.slice(from, again), ...lines.slice(again, Math.min(again + 7, to)), `  \u001b[2m…\u001b[22m`];
const rows = shown.flatMap(fold);
const width = Math.round(COLUMNS * CHAR_WIDTH + 2 * MARGIN);
const height = rows.length * LINE_HEIGHT + BAR + MARGIN;

const body = rows.map((row, index) => {
  const spans = row.map(
    ({ text, fill, bold, dim }) =>
      `<tspan fill="${fill}"${bold ? ' font-weight="bold"' : ""}${dim ? ' opacity="0.6"' : ""}>${xml(text)}</tspan>`,
  );
  return `<text x="${MARGIN}" y="${BAR + (index + 1) * LINE_HEIGHT - 4}" xml:space="preserve">${spans.join("")}</text>`;
});

const dots = ["#ff5f56", "#ffbd2e", "#27c93f"].map(
  (fill, index) => `<circle cx="${MARGIN + 6 + index * 20}" cy="17" r="6" fill="${fill}"/>`,
);

mkdirSync(join(root, "docs", "images"), { recursive: true });
writeFileSync(
  join(root, "docs", "images", "demo.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13.4">
<title>throughline demo: a session is compacted, then killed, and comes back</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${dots.join("")}
<text x="${width / 2}" y="22" fill="#8b949e" text-anchor="middle">throughline demo</text>
${body.join("\n")}
</svg>
`,
);
