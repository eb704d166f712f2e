export const LEVEL_NAMES = { 1: "Minimal", 2: "Standard", 3: "Full" } as const;
export type Level = keyof typeof LEVEL_NAMES;

export const title = (level: Level, tokens: number): string =>
  `Level ${level}: ${LEVEL_NAMES[level]} Recovery (~${tokens} tokens)`;

export const invalidLevel = (level: string): string => `Invalid level: ${level} (1, 2 or 3)`;
export const notFound = (path: string): string => `NOTES.md not found: ${path}`;
export const query = (words: string): string => `Query: ${words}`;
export const SEMANTIC = "Semantic Recovery (ck)";
export const KEYWORDS = "Found by keyword search";
export const fallingBack = (level: Level): string => `No match, falling back to level ${level} by position`;

export const NOTHING = "(nothing that fits)";
