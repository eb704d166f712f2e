import { z } from "zod";
import { jsonIn, redact } from "../../core/index.ts";

/*
 * What a checkpoint keeps of the world at its saving: one comment at the end of its file, which no reader is shown and
 * which goes with the file through git. By it is told later what has changed.
 */

const worldShape = z.object({
  at: z.string(),
  /** Whose work it was: `claude-code 1a2b…`. */
  session: z.string().optional().catch(undefined),
  branch: z.string().nullable().catch(null),
  commit: z.string().nullable().catch(null),
  files: z
    .array(
      z.object({
        path: z.string(),
        /** Null where it was not there. */
        hash: z.string().nullable(),
        ranges: z
          .array(z.object({ from: z.number(), to: z.number(), hash: z.string() }))
          .readonly()
          .catch([]),
      }),
    )
    .readonly()
    .catch([]),
});

export type World = z.infer<typeof worldShape>;
export type FileThen = World["files"][number];

const MARK = "<!-- throughline:";

/** A path that holds a secret is not written down, here as elsewhere. */
const canBeTold = ({ path }: FileThen): boolean => redact(path) === path;

export function worldLine(world: World): string {
  const told = {
    ...world,
    branch: world.branch === null ? null : redact(world.branch),
    files: world.files.filter(canBeTold),
  };
  // Two dashes in a row could end the comment.
  return `${MARK} ${JSON.stringify(told).replaceAll("--", "-\\u002d")} -->`;
}

/** Undefined where there is none, or where somebody broke it. */
export function worldIn(text: string): World | undefined {
  const from = text.lastIndexOf(MARK);
  const to = from < 0 ? -1 : text.indexOf("-->", from);
  return to < 0 ? undefined : worldShape.safeParse(jsonIn(text.slice(from + MARK.length, to))).data;
}
