export { MOST_CHARS, MOST_LINES, type Reminder } from "./choose.ts";
export { Reminders } from "./reminders.ts";
