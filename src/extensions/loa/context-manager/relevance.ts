import { readFileSync } from "node:fs";
import { type Outcome, problem } from "../outcome.ts";
import * as texts from "../texts/context.ts";
import { kindAt, measureFile } from "./measure-files.ts";
import type { Project, Settings } from "./project.ts";

const HIGHEST = 10;
const OFTEN = 5;
const HIGH = 6;
const MEDIUM = 3;

/** A point for each keyword that occurs, two where it is on more than five lines. */
export function scoreOf(text: string, keywords: readonly string[]): number {
  const lines = text.split("\n");
  const points = keywords.map((keyword) => {
    const hits = lines.reduce((sum, line) => sum + (line.includes(keyword) ? 1 : 0), 0);
    return hits === 0 ? 0 : hits > OFTEN ? 2 : 1;
  });
  return Math.min(
    HIGHEST,
    points.reduce<number>((sum, point) => sum + point, 0),
  );
}

const levelOf = (score: number): string => (score >= HIGH ? "high" : score >= MEDIUM ? "medium" : "low");

const asBytes = (text: string): string => Buffer.from(text).toString("latin1");

/** Byte by byte on both sides: no file is unreadable for its encoding. */
const scoreOfFile = (file: string, { keywords }: Settings): number =>
  scoreOf(readFileSync(file, "latin1"), keywords.map(asBytes));

export function relevance({ settings }: Project, file: string | undefined): Outcome {
  if (!file) return problem(1, texts.FILE_REQUIRED);
  if (kindAt(file) !== "file") return problem(1, texts.fileNotFound(file), { file });
  const score = scoreOfFile(file, settings);
  const level = levelOf(score);
  return { code: 0, text: texts.relevance(file, score, level), json: { file, relevance_score: score, level } };
}

type Decision = "load" | "excerpt" | "skip";

interface Answer {
  readonly decision: Decision;
  readonly reason: string;
  readonly score?: number;
}

function decide(file: string, settings: Settings): Answer {
  if (kindAt(file) !== "file") return { decision: "skip", reason: texts.fileNotFound(file) };
  const lines = measureFile(file)?.lines ?? 0;
  const most = settings.maxEagerLines;
  if (lines <= most) return { decision: "load", reason: `${lines} lines: within threshold (${most})` };
  const score = scoreOfFile(file, settings);
  const size = `${lines} lines, over the threshold (${most})`;
  if (score < MEDIUM) return { decision: "skip", reason: `${size}: low relevance (${score})`, score };
  if (score < HIGH) return { decision: "excerpt", reason: `${size}: medium relevance (${score})`, score };
  return { decision: "load", reason: `${size}: high relevance (${score})`, score };
}

export function shouldLoad({ settings }: Project, file: string | undefined): Outcome {
  if (!file) return problem(1, texts.FILE_REQUIRED);
  const { decision, reason, score } = decide(file, settings);
  return {
    code: decision === "load" ? 0 : 1,
    text: texts.shouldLoad(file, decision, reason),
    json: { file, decision, reason, ...(score === undefined ? {} : { relevance_score: score }) },
  };
}
