/** The prior for an empty store: so many passages, of which this share has any one term. */
const BEFOREHAND = 100;
const SHARE_BEFOREHAND = 0.01;

/** How little one would expect a term in a passage: about 3 where one in twenty holds it, 4.6 for one in a hundred. */
export const surpriseOf = (holders: number, among: number): number =>
  Math.max(0, -Math.log((holders + BEFOREHAND * SHARE_BEFOREHAND) / (among + BEFOREHAND)));

/** How much surprise chance alone brings about somewhere, among so many passages. */
export const chanceOf = (among: number): number => Math.log(among + BEFOREHAND);

/** A term is rare that at most one passage in twenty holds. */
export const RARE = 3;
