/* `throughline/store-contract`: the tests that every store passes. They run in vitest. */
export { type OpenedForContract, storeContract } from "./store/contract/index.ts";
