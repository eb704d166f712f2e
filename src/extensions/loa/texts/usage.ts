export const scriptNames = ["grounding-check", "synthesis-checkpoint", "self-heal-state", "context-manager"] as const;
export type ScriptName = (typeof scriptNames)[number];

export const isHelp = (argument: string | undefined): boolean => argument === "--help" || argument === "-h";

export const usage = (): string => `Usage: throughline loa <script> [arguments]

Replaces the script of that name in a Loa project.

Arguments:
  script     one of the scripts below
  arguments  all of them the script's own

Scripts:
  grounding-check [agent] [threshold] [date]
                        how many of a day's claims are grounded
  synthesis-checkpoint [agent] [date]
                        the seven steps before /clear; exit 1 blocks it
  self-heal-state [--check-only] [--verbose]
                        brings lost state files back
  context-manager <command>
                        status, rules, preserve, compact, checkpoint, recover, probe, relevance, should-load

Put a forwarder in the script's place:
  #!/usr/bin/env bash
  exec throughline loa grounding-check "$@"`;

export const groundingCheckUsage =
  (): string => `Usage: grounding-check [agent=implementing-tasks] [threshold=0.95] [date=today]

Exit 0: the ratio reaches the threshold. 1: it does not. 2: an argument is wrong, or the trajectory cannot be read.`;

export const synthesisCheckpointUsage =
  (): string => `Usage: synthesis-checkpoint [agent=implementing-tasks] [date=today]

Exit 0: /clear is permitted. 1: it is blocked. 2: a check could not run, and /clear is blocked.`;

export const selfHealUsage = (): string => "Usage: self-heal-state [--check-only] [--verbose]";

export const contextManagerUsage = (): string => `Usage: context-manager <command> [options]`;

export const contextManagerHelp = (): string => `Context Manager

${contextManagerUsage()}

Commands:
  status                     settings, what is preserved, entries of today
  rules                      what a compaction keeps and what it may compact
  preserve                   whether the critical sections of NOTES.md are there
  compact [--dry-run]        what a compaction would keep and compact
  checkpoint [--dry-run]     the three-step checkpoint before a compaction
  recover [1|2|3] [--query Q]
                             what a new session needs, in about 100, 500 or 2000 tokens
  probe [PATH]               size of a file or folder before it is read
  relevance FILE             how relevant a file is, from 0 to 10
  should-load FILE           load it, take an excerpt, or skip it

Options:
  --json                     one JSON document
  -h, --help                 this text

Environment: PROJECT_ROOT, CONFIG_FILE, NOTES_FILE, GRIMOIRE_DIR, TRAJECTORY_DIR
Settings: context_management.* and session_continuity.* in .loa.config.yaml`;
