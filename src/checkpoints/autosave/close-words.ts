const CLOSE_WORDS = new Set(["goodnight", "晚安", "logout", "exit", "明天见"]);
const AROUND = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

/** Whether a message is one of the close words and nothing else: in a sentence they may be what is worked on. */
export const closes = (message: string): boolean => CLOSE_WORDS.has(message.replace(AROUND, "").toLowerCase());
