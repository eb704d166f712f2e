import { z } from "zod";

/** A text of a client's record; another type reads as absent, and the rest of the record is kept. */
export const optionalText = z.string().optional().catch(undefined);
