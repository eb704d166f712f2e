/**
 * What the engine has to know about a client; everything else stays in the client's own folder. Tools are expressions
 * for their whole names.
 */
export interface ClientTraits {
  readonly editTools?: readonly string[];
  readonly readTools?: readonly string[];
  readonly shellTools?: readonly string[];
  /** Shells with a syntax of their own, whose commands cannot be judged. */
  readonly otherShellTools?: readonly string[];
  /** Tools that change nothing outside the session. Fetching from the web and skills are none of them: both can act. */
  readonly readOnlyTools?: readonly string[];
  /** Tools that start a subagent. Its calls come to the same hook, unless it is isolated. */
  readonly subagentTools?: readonly string[];
  /** The field of a subagent's input that isolates it: in a worktree or on a remote machine. */
  readonly isolationField?: string;
  /** Tools that bring text from elsewhere. */
  readonly foreignTextTools?: RegExp;
  /** How it calls the tools of Throughline's server. */
  readonly ownTools?: RegExp;
  /** Fields of a tool's input that name a file. */
  readonly pathFields?: readonly string[];
  /** Fields of a shell's input that hold the command. */
  readonly commandFields?: readonly string[];
  /** The tool that edits by a patch, and a file's line in it: what is done with the file, and its path. */
  readonly patch?: { readonly tool: string; readonly file: RegExp };

  /** Text that it writes in the user's place, at the beginning of a prompt. */
  readonly writtenForUser?: RegExp;
  /** The beginning of a prompt that hands over the summary of an earlier session. */
  readonly handedOver?: RegExp;
  /** Tags, as expressions, around what it adds to a prompt. */
  readonly promptTags?: readonly string[];
  /** Tags around what it adds to a tool's result. */
  readonly resultTags?: readonly string[];
  /** Tags around what a hook injected. */
  readonly injectionTags?: readonly string[];
  /** The result of a call that the user stopped, with the user's words. */
  readonly stoppedCall?: RegExp;
  /** The result of a call that it refused to run. */
  readonly refusedCall?: RegExp;
  /** The tool that asks the user, and each pair of a question and its answer in its result. */
  readonly questions?: { readonly tool: string; readonly answered: RegExp };
  /** The result of a command that goes on in the background. */
  readonly backgroundRun?: RegExp;
  /** What its agent is called where a conversation is pasted: `Name: …`. */
  readonly speakerNames?: readonly string[];

  /** Whether it shows the files that were touched last again after a compaction. */
  readonly showsFilesAgain?: boolean;
  /** Whether it rewrites messages: the ledger has every version, with its id and a hash of its text. */
  readonly rewritesMessages?: boolean;
  /** A prompt by which its users ask to resume, where it has one. */
  readonly resumeCommand?: RegExp;
  /** Where it sends the id of a tool call to an MCP server, whose hook has announced the same id. */
  readonly mcpToolUseId?: string;
  /** The environment variable in which an MCP server finds the project's folder. */
  readonly projectVariable?: string;
}
