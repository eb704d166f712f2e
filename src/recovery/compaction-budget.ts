/*
 * How the 2,000 characters after a compaction are divided: what is said at once, and what follows when the client's
 * summary is known. How a start divides them is in work/briefing.
 */

/**
 * After a compaction this much is reserved for the text that follows when the client's summary is known, and
 * quotations leave room for more of it: the summary has most of the conversation.
 */
export const FOR_THE_SUMMARY = 520;
export const ALSO_FOR_THE_SUMMARY = 900;
/** The length of its heading and fence. */
export const FRAME = 170;
/** What the ranked items have of the budget, whatever else there is to say. */
export const ROOM_FOR_ITEMS = 500;
