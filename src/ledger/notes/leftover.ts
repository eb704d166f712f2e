import { continuityText, readContinuity } from "./continuity.ts";

/** The words alone: how they are marked up says nothing about whether they are there. */
const folded = (text: string): string =>
  text
    .replace(/[#*`_>|[\]()\\-]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();

/**
 * What a person wrote into our section and its form has no place for: the lines whose words the section, as we would write it, does not say.
 * They are theirs, and must stand somewhere.
 */
export function leftoverOf(body: string, heading: string): string[] {
  const read = readContinuity(body);
  const said = folded([heading, continuityText(read, "Task"), continuityText(read, "Bead")].join("\n"));
  return body.split("\n").filter((line) => folded(line) !== "" && !said.includes(folded(line)));
}
