/** What the engine has to know about a client; everything else stays in the client's own folder. */
export interface ClientTraits {
  /** Tools that change nothing outside the session. Fetching from the web and skills are none of them: both can act. */
  readonly readOnlyTools: readonly string[];
  /** Tools that start a subagent. Its calls come to the same hook, unless it is isolated. */
  readonly subagentTools: readonly string[];
  /** Whether it shows the files that were touched last again after a compaction. */
  readonly showsFilesAgain: boolean;
  /** A prompt by which its users ask to resume, where it has one. */
  readonly resumeCommand?: RegExp;
}

/** Of a client that nobody knows. */
export const UNKNOWN_CLIENT: ClientTraits = { readOnlyTools: [], subagentTools: [], showsFilesAgain: false };
