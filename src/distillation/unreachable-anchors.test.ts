import { expect, test } from "vitest";
import type { Anchor } from "./extraction/index.ts";
import { unreachable } from "./unreachable-anchors.ts";

const anchor = (value: string): Anchor => ({ kind: "quantity", value, messageId: "7q2mz4k9r1td-1", seq: 1 });

test("D5: an anchor neither in the summary as a whole word nor in the index is unreachable", () => {
  const anchors = ["45 mg", "5 mg", "src/a.ts", "ENT-96"].map(anchor);
  const lost = unreachable(anchors, "- I take 45\nmg, see src/a.ts [7q2mz4k9r1td-1]", (value) => value === "ENT-96");
  expect(lost.map(({ value }) => value)).toEqual(["5 mg"]);
});
