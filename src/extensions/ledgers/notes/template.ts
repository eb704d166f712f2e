/** Comments for readers of the file. */
export const COMMENTS = {
  section: "<!-- CRITICAL: Load this section FIRST after /clear (~100 tokens) -->",
  places: "<!-- Absolute paths only - retrieve full content on-demand -->",
  decisions: "<!-- Decisions survive context wipes - permanent record -->",
  questions: "<!-- Carry forward across sessions -->",
} as const;

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
