// The product's own redaction, in the shape the evaluator asks for: node redaction-eval.mjs --redactor
// bench/redactor.mjs
import { redact } from "../dist/index.js";

export async function create() {
  return { name: "throughline", redact };
}
