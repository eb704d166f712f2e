/** This content type distinguishes the daemon's answers from those of another program on its socket. */
export const ANSWER_TYPE = "application/vnd.throughline.answer+json";
