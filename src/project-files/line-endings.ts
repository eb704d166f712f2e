/** How the lines of a file end: by most of them. */
export function endingOf(text: string): "\r\n" | "\n" {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}

export const withEnding = (text: string, ending: "\r\n" | "\n"): string => {
  const plain = text.replaceAll("\r\n", "\n");
  return ending === "\n" ? plain : plain.replaceAll("\n", "\r\n");
};
