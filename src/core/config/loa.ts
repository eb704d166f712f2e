import { join } from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import { readTextIfAny } from "../files.ts";
import { settingsSchema } from "./default-settings.ts";

/** The settings of a Loa project; some of them are ours under other names. */
export const LOA_FILE = ".loa.config.yaml";

const count = z.union([z.number(), z.string().regex(/^\d+$/u).transform(Number)]);
const rules = z.array(z.string());

const loaSchema = z.object({
  session_continuity: z
    .object({ level1_tokens: count.optional().catch(undefined), level2_tokens: count.optional().catch(undefined) })
    .catch({}),
  context_management: z
    .object({
      preservation_rules: z
        .object({ always_preserve: rules.optional().catch(undefined), compactable: rules.optional().catch(undefined) })
        .catch({}),
    })
    .catch({ preservation_rules: {} }),
});

/** Only what our schema accepts; for the rest of that file the defaults apply. */
function accepted(section: "recovery" | "preservation", settings: Readonly<Record<string, unknown>>) {
  const shape = settingsSchema.shape[section];
  const fits = Object.entries(settings).filter(
    ([key, value]) => value !== undefined && shape.safeParse({ [key]: value }).success,
  );
  return fits.length === 0 ? {} : { [section]: Object.fromEntries(fits) };
}

/** The settings of `.loa.config.yaml` under our names. Never fails. */
export async function loaSettings(project: string): Promise<Record<string, unknown>> {
  const text = await readTextIfAny(join(project, LOA_FILE)).catch(() => undefined);
  const document = parseDocument(text ?? "", { logLevel: "silent", uniqueKeys: false });
  const parsed = loaSchema.safeParse({
    session_continuity: {},
    context_management: {},
    ...(document.errors.length === 0 && document.toJS()),
  });
  if (!parsed.success) return {};
  const { session_continuity: levels, context_management: management } = parsed.data;
  const { always_preserve: alwaysPreserve, compactable } = management.preservation_rules;
  return {
    ...accepted("recovery", { level1Tokens: levels.level1_tokens, level2Tokens: levels.level2_tokens }),
    ...accepted("preservation", { alwaysPreserve, compactable }),
  };
}
