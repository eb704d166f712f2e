import { COMMENTS } from "./continuity.ts";

/** What a project's notes begin with where no earlier ones are left. */
export const NOTES_TEMPLATE = `# Agent Working Memory (NOTES.md)

> Written by agents as they work; read first by the next session.

## Active Sub-Goals

## Discovered Technical Debt

## Blockers & Dependencies

## Session Continuity
${COMMENTS.section}

## Decision Log
${COMMENTS.decisions}
`;
