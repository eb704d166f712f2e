import { readFileSync } from "node:fs";
import { asBytes } from "../../../project-files/index.ts";
import { type Outcome, problem } from "../outcome.ts";
import { kindAt, measureFile } from "./measure-files.ts";
import type { Project, Settings } from "./project.ts";

const FILE_REQUIRED = "File path required";
const fileNotFound = (file: string): string => `File not found: ${file}`;

const HIGHEST = 10;
const OFTEN = 5;
const HIGH = 6;
const MEDIUM = 3;

/** A point for each keyword that occurs, two where it is on more than five lines. */
function scoreOf(text: string, keywords: readonly string[]): number {
  const lines = text.split("\n");
  const points = keywords.map((keyword) => {
    const hits = lines.filter((line) => line.includes(keyword)).length;
    return hits === 0 ? 0 : hits > OFTEN ? 2 : 1;
  });
  return Math.min(
    HIGHEST,
    points.reduce<number>((sum, point) => sum + point, 0),
  );
}

const levelOf = (score: number): string => (score >= HIGH ? "high" : score >= MEDIUM ? "medium" : "low");

/** Byte by byte on both sides: no file is unreadable for its encoding. */
const scoreOfFile = (file: string, { keywords }: Settings): number =>
  scoreOf(readFileSync(file, "latin1"), keywords.map(asBytes));

export function relevance({ settings }: Project, file: string | undefined): Outcome {
  if (!file) return problem(1, FILE_REQUIRED);
  if (kindAt(file) !== "file") return problem(1, fileNotFound(file), { file });
  const score = scoreOfFile(file, settings);
  const level = levelOf(score);
  const text = ["Relevance Score", "", `File:   ${file}`, `Score:  ${score}/10`, `Level:  ${level}`].join("\n");
  return { code: 0, text, json: { file, relevance_score: score, level } };
}

/** A file over the threshold is loaded only where it is relevant. */
function decide(file: string, settings: Settings) {
  if (kindAt(file) !== "file") return { decision: "skip", reason: fileNotFound(file) };
  const lines = measureFile(file)?.lines ?? 0;
  const most = settings.maxEagerLines;
  if (lines <= most) return { decision: "load", reason: `${lines} lines: within threshold (${most})` };
  const score = scoreOfFile(file, settings);
  const decision = score >= HIGH ? "load" : score >= MEDIUM ? "excerpt" : "skip";
  const reason = `${lines} lines, over the threshold (${most}): ${levelOf(score)} relevance (${score})`;
  return { decision, reason, relevance_score: score };
}

export function shouldLoad({ settings }: Project, file: string | undefined): Outcome {
  if (!file) return problem(1, FILE_REQUIRED);
  const decided = decide(file, settings);
  const { decision, reason } = decided;
  const lines = [`File:      ${file}`, `Decision:  ${decision}`, `Reason:    ${reason}`];
  return {
    code: decision === "load" ? 0 : 1,
    text: ["Should Load Decision", "", ...lines].join("\n"),
    json: { file, ...decided },
  };
}
