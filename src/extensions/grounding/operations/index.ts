import { ghostOperations } from "./ghosts.ts";
import { groundingOperations as claims } from "./grounding.ts";

export const groundingOperations = [...claims, ...ghostOperations];
