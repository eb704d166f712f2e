/**
 * Promises of the stories that do not hold yet. They run with the others and are expected to fail: one that begins to
 * hold fails its test until it is taken out of this list.
 */
export const NOT_YET: ReadonlySet<string> = new Set([
  "K1: a rule that was said twice is given once (podcasts)",
  "K1: after the third they still are (rainfall)",
  "K3: a week later what is open is given as open, and the rest is not (covoiturage)",
  "K3: and the open thread with failure and next step, not the last thanks (rainfall)",
  "K5: the morning after 60 prompts, all rules that hold are given (rainfall)",
]);
