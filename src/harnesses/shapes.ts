import { z } from "zod";

/** A text of a client's record; one of another form is none, and the rest of the record still counts. */
export const optionalText = z.string().optional().catch(undefined);
