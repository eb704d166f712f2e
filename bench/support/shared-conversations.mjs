// Conversations of others, as the data folder that is given with --shared keeps them. They are measured on, never
// fitted on.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const HOUR_MS = 3_600_000;

const timeOf = ({ ts, date }, otherwise) => {
  const time = typeof ts === "number" ? (ts < 1e11 ? ts * 1000 : ts) : Date.parse(ts ?? date);
  return Number.isFinite(time) ? time : otherwise;
};

/** In the form that `readConversation` gives: what has no evidence has no answer. */
export function sharedConversations(file) {
  const { groups } = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
  return groups.map(({ docs, queries }) => {
    let last = Date.parse("2024-01-01");
    const timed = docs
      .filter(({ text }) => text.trim() !== "")
      .map((doc) => {
        last = timeOf(doc, last);
        return { ...doc, ts: last };
      });
    const asked = queries.map(({ text, category, relevant, adversarial }) => ({
      text,
      // What is asked of the wrong person has no answer, though something near it was said.
      ...(adversarial || relevant.length === 0 ? { category: "none", relevant: [] } : { category, relevant }),
    }));
    return { docs: timed, queries: asked, now: last + HOUR_MS };
  });
}
