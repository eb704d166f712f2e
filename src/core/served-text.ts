import { z } from "zod";
import { redact } from "./redaction/index.ts";

/** Text that people or agents wrote: redacted before it is stored, and again before it is served. */
export const served = z.string().transform(redact);
