const PLAIN = /^[\w@%+=:,./-]+$/;

/** A text as one word of a shell's line, quoted where it must be. */
export const shellWord = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
