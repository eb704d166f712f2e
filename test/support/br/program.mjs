// Stands in for beads_rust's `br`: the commands, JSON and exit codes that the ledgers use, on issues in a file.
// Called as: node program.mjs <folder of the stand-in> <br's own arguments>.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, ...given] = process.argv.slice(2);
const isJson = given.at(-1) === "--json";
const args = isJson ? given.slice(0, -1) : given;
const read = (name, otherwise) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : otherwise;
appendFileSync(join(folder, "calls.jsonl"), `${JSON.stringify({ args: given, cwd: process.cwd() })}\n`);

const say = (value) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
const fail = (exit, code, message) => {
  const error = { code, message, hint: null, retryable: false, context: null };
  if (isJson) say({ error });
  else process.stderr.write(`Error: ${message}\n`);
  process.exit(exit);
};

const issues = JSON.parse(read("issues.json", "[]"));
const resolved = (named) => {
  const exact = issues.filter(({ id }) => id === named);
  const found = exact.length > 0 ? exact : issues.filter(({ id }) => id.includes(named));
  if (found.length === 0) fail(3, "ISSUE_NOT_FOUND", `Issue not found: ${named}`);
  if (found.length > 1) fail(3, "AMBIGUOUS_ID", `Ambiguous ID '${named}'`);
  return found[0];
};
const optionOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const brief = ({ comments: _comments, dependencies: _dependencies, ...issue }) => issue;
const isOpen = ({ status }) => !["closed", "tombstone"].includes(status);

const mode = read("mode", "well").trim();
const [command, ...rest] = args;
if (mode === "hanging") setInterval(() => {}, 1000);
else if (mode === "failing") fail(2, "DATABASE_ERROR", "database disk image is malformed");
else if (mode === "other program") process.stdout.write("br 1.2, opens a browser\n");
else if (mode === "junk") process.stdout.write("\u001b[1mReady work\u001b[0m [{]\n");
else if (mode === "no comments" && command === "comments") fail(8, "IO_ERROR", "Permission denied (os error 13)");
else if (command === "list") {
  const status = optionOf("--status");
  const chosen = issues.filter((issue) => (status ? issue.status === status : isOpen(issue))).map(brief);
  say({ issues: chosen, total: chosen.length, limit: 0, offset: 0, has_more: false });
} else if (command === "ready") {
  const isFree = ({ dependencies = [] }) => dependencies.every((one) => !isOpen(one));
  say(issues.filter((issue) => issue.status === "open" && isFree(issue)).map(brief));
} else if (command === "show") say(rest.map(resolved));
else if (command === "comments" && rest[0] === "add") {
  const issue = resolved(rest[1]);
  const text = rest.slice(2).join(" ");
  if (text.trim() === "") fail(4, "VALIDATION_FAILED", "comment text cannot be empty");
  const before = issue.comments ?? [];
  const comment = {
    ...{ id: before.length + 1, issue_id: issue.id, author: "stand-in", text },
    created_at: new Date().toISOString(),
  };
  issue.comments = [...before, comment];
  writeFileSync(join(folder, "issues.json"), JSON.stringify(issues));
  say(comment);
} else if (command === "sync" && rest.includes("--flush-only"))
  say({ exported_issues: issues.length, exported_dependencies: 0, content_hash: "", cleared_dirty: 0 });
else fail(4, "VALIDATION_FAILED", `unrecognized subcommand '${command}'`);
