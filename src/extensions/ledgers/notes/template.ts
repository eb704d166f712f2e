/* What a project's notes begin with where no earlier ones are left. */

/** Gives way to our own section once there is something to say. */
const CONTINUITY = `<!-- Load this section first after /clear. -->

### Active Context
- **Current Bead**: none
- **Last Checkpoint**: none
- **Reasoning State**: nothing noted yet

### Lightweight Identifiers
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|

### Pending Questions

`;

const LOG = `## Decision Log
<!-- Decisions are added, never rewritten. -->
`;

export const NOTES_TEMPLATE = `# Agent Working Memory (NOTES.md)

> Written by agents as they work; read first by the next session.

## Active Sub-Goals

## Discovered Technical Debt

## Blockers & Dependencies

## Session Continuity
${CONTINUITY}${LOG}`;

/** Notes without those parts of the template that nobody has written in, and that our own section says as well. */
export const withoutTemplate = (bytes: string): string => {
  const part = (text: string): string => (bytes.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text);
  if (!bytes.includes(part(CONTINUITY))) return bytes;
  const rest = bytes.replace(part(CONTINUITY), "");
  return rest.endsWith(part(LOG)) ? rest.slice(0, -part(LOG).length) : rest;
};
