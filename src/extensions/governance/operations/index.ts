import { governanceOperations as tasks } from "./governance.ts";
import { retryOperations } from "./retries.ts";
import { safetyOperations } from "./safety.ts";

export const governanceOperations = [...tasks, ...safetyOperations, ...retryOperations];
