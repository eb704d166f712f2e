import { createInterface } from "node:readline";

const YES = /^(?:y|yes|yeah|yep|ok|j|ja|o|oui|s|sí|si|sim|да|是|好|好的|はい|네)$/i;
const NO = /^(?:n|no|nope|nein|non|não|нет|否|不|不是|いいえ|아니요)$/i;

/** One line of standard input; undefined if it ends before. */
function lineOfInput(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin });
  return new Promise((resolve) => {
    lines.once("line", (line) => {
      resolve(line);
      lines.close();
      process.stdin.destroy();
    });
    lines.once("close", () => resolve(undefined));
  });
}

/** The person's answer; undefined if it is neither yes nor no. */
export async function yesOrNo(): Promise<boolean | undefined> {
  const answer = (await lineOfInput())?.trim().replace(/[.!。！]+$/u, "") ?? "";
  if (YES.test(answer)) return true;
  return NO.test(answer) ? false : undefined;
}
