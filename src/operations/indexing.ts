import { z } from "zod";
import { defineOperation } from "../operation/index.ts";

export const indexShape = z.object({
  passages: z.number().describe("Indexed passages"),
  waiting: z.number().describe("Texts waiting to be indexed"),
  words: z.number().describe("Words in the semantic index; without any, search is by exact words only"),
});

const index = defineOperation({
  name: "index",
  summary: "show how much of the ledger is indexed for search",
  http: { method: "get", path: "/api/index" },
  input: z.strictObject({}),
  output: indexShape,
  run: ({ memory }) => memory.index(),
});

const reindex = defineOperation({
  name: "reindex",
  summary: "rebuild the search index (full text and vectors) from the ledger, in the background",
  scope: "admin",
  http: { method: "post", path: "/api/reindex" },
  input: z.strictObject({}),
  output: indexShape,
  async run({ memory }) {
    await memory.indexer.rebuild();
    return memory.index();
  },
});

export const indexOperations = [index, reindex];
