import { existsSync, statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { activityOf, type FileTouched } from "../../../capture/index.ts";
import { isInside } from "../../../core/index.ts";
import type { ProjectLocation } from "../../../project-files/index.ts";
import type { SessionRecord, Store } from "../../../store/index.ts";
import { writeIdentifier } from "../../ledgers/index.ts";

const MOST_PLACES = 10;
const MESSAGES_LOOKED_THROUGH = 400;

function identifierOf({ root }: ProjectLocation, { path, lines }: FileTouched): string | undefined {
  const whole = resolve(root, path);
  const inside = relative(root, whole);
  if (inside === "" || !isInside(root, whole)) return undefined;
  if (!existsSync(whole) || !statSync(whole).isFile()) return undefined;
  const [from, to] = (lines ?? "").split("-").map(Number).filter(Number.isInteger);
  return writeIdentifier({ path: inside.split(sep).join("/"), from, to: to === from ? undefined : to });
}

const purposeOf = ({ edits, reads }: FileTouched): string =>
  edits > 0 ? `edited ${edits} ${edits === 1 ? "time" : "times"}` : `read ${reads} ${reads === 1 ? "time" : "times"}`;

/**
 * The files that a session worked with last, as places that cost no context until they are looked at; those that are
 * still there.
 */
export async function recentFiles(location: ProjectLocation, store: Store, session: SessionRecord, verified: string) {
  const messages = await store.messages.list(session.id, {
    ...{ kinds: ["tool_use", "tool_result"], limit: MESSAGES_LOOKED_THROUGH, fromEnd: true },
  });
  const files = [...activityOf(messages).files].sort(
    (a, b) => Number(b.edits > 0) - Number(a.edits > 0) || b.seq - a.seq,
  );
  return files
    .flatMap((file) => {
      const identifier = identifierOf(location, file);
      return identifier === undefined ? [] : [{ identifier, purpose: purposeOf(file), verified }];
    })
    .slice(0, MOST_PLACES);
}
