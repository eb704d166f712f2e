import type { Node } from "jsonc-parser";
import { elements, JsonText, member, members, nodeValue } from "../../installing/index.ts";
import { type Command, HOOK_TABLE, type HookRow, hookEntry, hookGroup, isOurHook } from "./hook-table.ts";

interface OurHook {
  readonly on: string;
  readonly entry: Node;
  readonly group: Node;
  /** No other hook is in the same group. */
  readonly isAlone: boolean;
}

/** The hooks of ours in a settings file, of all events, in order. */
function ourHooks(settings: JsonText): OurHook[] {
  return members(member(settings.root, "hooks")).flatMap(([on, groups]) =>
    elements(groups).flatMap((group) => {
      const entries = elements(member(group, "hooks"));
      return entries
        .filter((entry) => isOurHook(nodeValue(entry)))
        .map((entry) => ({ on, entry, group, isAlone: entries.length === 1 }));
    }),
  );
}

const removeHook = (settings: JsonText, { entry, group, isAlone }: OurHook): void =>
  settings.remove(isAlone ? group : entry);

/** Leaves one hook of ours for the event: the one that is there, brought up to date, or a new one at the end. */
function installHook(settings: JsonText, row: HookRow, command: Command): void {
  const fits = ({ isAlone, group }: OurHook) => isAlone || nodeValue(member(group, "matcher")) === row.matcher;
  const look = () => {
    const found = ourHooks(settings).filter(({ on }) => on === row.on);
    const kept = found.find(fits);
    return { kept, surplus: found.find((hook) => hook !== kept) };
  };
  for (let { surplus } = look(); surplus; { surplus } = look()) removeHook(settings, surplus);
  const { kept } = look();
  if (!kept) settings.append(["hooks", row.on], hookGroup(row, command, "settings"));
  else if (kept.isAlone) settings.replace(kept.group, hookGroup(row, command, "settings"));
  else settings.replace(kept.entry, hookEntry(command, row.event, "settings"));
}

/** A settings file with Throughline's hooks in it. */
export function withHooks(path: string, text: string, command: Command): string {
  const settings = new JsonText(path, text);
  for (const row of HOOK_TABLE) installHook(settings, row, command);
  const isForeign = ({ on }: OurHook) => !HOOK_TABLE.some((row) => row.on === on);
  for (let stray = ourHooks(settings).find(isForeign); stray; stray = ourHooks(settings).find(isForeign)) {
    removeHook(settings, stray);
  }
  return settings.text;
}

/** A settings file without them. */
export function withoutHooks(path: string, text: string): string {
  if (text.trim() === "") return text;
  const settings = new JsonText(path, text);
  for (let [hook] = ourHooks(settings); hook; [hook] = ourHooks(settings)) removeHook(settings, hook);
  return settings.text;
}

/** Our hook for an event, as in the file. */
export function installedHook(settings: JsonText, on: string): unknown {
  return nodeValue(ourHooks(settings).find((hook) => hook.on === on)?.entry);
}

/** Whether any hook of ours is in the file. */
export const hasHooks = (settings: JsonText): boolean => ourHooks(settings).length > 0;
