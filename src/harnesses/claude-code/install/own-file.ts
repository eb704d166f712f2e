/** Kept in the front matter, where the client ignores it and the agent does not see it. */
const MARK = "# Written by `throughline init`; `throughline uninstall` removes it.";

/** Whether `throughline init` wrote this file of instructions. */
export const isOurFile = (text: string): boolean => text.includes(MARK);

/** The text as a file that `throughline init` writes, and knows again. */
export const asOurFile = (text: string): string => text.replace("---\n", () => `---\n${MARK}\n`);
