import { collectionOf } from "../../store/index.ts";

/** Where a client keeps its histories, and when they were last read. */
export interface FollowedPlace {
  readonly harness: string;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string>>;
  readonly lookedAt: string;
}

export const followedPlaces = collectionOf<FollowedPlace>("followed-places", ({ harness: id, lookedAt: at }) => ({
  ...{ id, at },
}));
