/** What may not be read, is not there, or went away meanwhile is undefined. */
export function readable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
