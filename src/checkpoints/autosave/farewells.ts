const FAREWELLS = new Set(["goodnight", "晚安", "logout", "exit", "明天见"]);
const AROUND = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

/** Whether a message is a farewell and nothing else: inside a sentence, `exit` may be what is worked on. */
export const isFarewell = (message: string): boolean => FAREWELLS.has(message.replace(AROUND, "").toLowerCase());
