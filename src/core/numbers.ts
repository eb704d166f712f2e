/** From one on, as people write them out. */
export const ENGLISH_NUMBERS: readonly string[] =
  "one two three four five six seven eight nine ten eleven twelve".split(" ");
