export * from "./projects.ts";
export * from "./receipts.ts";
export * from "./work.ts";
