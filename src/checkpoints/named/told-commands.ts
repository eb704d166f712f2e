const QUOTED = /`([^`\n]+)`/g;
/** A bare command ends with its line, its sentence, or a word that no command has. */
const SPOKEN =
  /\b(?:run|execute|rerun|start|call)[ \t]+(?:again[ \t]+)?([a-z][\w./-]*(?:(?<![.:])[ \t]+(?!(?:to|and|then|again|until|for|in|once|before|after|because|so|when|if|which|with)\b)(?:[\w./:@=-]+|&&|\|\|))*)/gi;

/** Where one command ends and the next begins. */
const BETWEEN = /\s*(?:&&|\|\||;)\s*/;

/** What a text tells to run, as one would type it; of several in a row each. */
export function commandsIn(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].flatMap((match) => (match[1] ?? "").split(BETWEEN));
  const spoken = [...text.replace(QUOTED, " ").matchAll(SPOKEN)].flatMap((match) => (match[1] ?? "").split(BETWEEN));
  const commands = [...quoted.filter((one) => /^[\w./-]+(?:\s|$)/.test(one)), ...spoken];
  return [...new Set(commands.map((one) => one.trim().replace(/[.,;:]+$/, "")))].filter((one) => one !== "");
}
