import type { z } from "zod";
import { badInput, explain, inOurWords } from "../core/index.ts";
import type { Throughline } from "../engine.ts";

export type Scope = "read" | "write" | "admin";

/** Who asks: what is known of the client, so that a call can be bound to its session. */
export interface Caller {
  readonly clientPid?: number | undefined;
  readonly toolUseId?: string | undefined;
  /** The folder that the client works in, where the client itself tells: the project, if no session is known. */
  readonly folder?: string | undefined;
  /** An agent asks by a tool, whichever session it is in. */
  readonly isAgent?: boolean | undefined;
}

/** What can be asked of Throughline, once: the HTTP route, the MCP tool and the CLI command are made from this. */
export interface OperationDefinition<Name extends string, Input extends z.ZodObject, Output extends z.ZodType> {
  readonly name: Name;
  readonly summary: string;
  readonly scope: Scope;
  readonly input: Input;
  readonly output: Output;
  readonly http: {
    readonly method: "get" | "post" | "put" | "delete";
    readonly path: string;
    /** May be asked by POST, too, with a body: an address cannot hold a long text. */
    readonly alsoPost?: boolean;
  };
  /** The words of the command; these fields are given by position, the others as options. */
  readonly cli?: {
    readonly command: string;
    /** Other words for the same command. */
    readonly alsoCommand?: string;
    readonly positional?: readonly string[];
    /** Words that may be left out. */
    readonly mayMiss?: readonly string[];
    /** The project is the working directory where none is named. */
    readonly inProject?: boolean;
    /** Fields that hold paths: relative to where the command is run. */
    readonly paths?: readonly string[];
    /** The same, but a number is no path: a folder that is called by one is given as `./7`. */
    readonly pathsOrNumbers?: readonly string[];
    /** One word of the command may be given several times: it is then called for each. */
    readonly each?: string;
    /** Another operation has this command; this one is meant when any of these is given. */
    readonly insteadWhen?: readonly string[];
    /** These fields take the words that the command knows by the name of another field. */
    readonly alias?: Readonly<Record<string, string>>;
    /** The answer asks a person: their yes or no goes into this field of a second call; `--yes` says it beforehand. */
    readonly asks?: string;
    /** These fields say whose files are meant: the command fills them in, and nobody is asked for them. */
    readonly inUserPlace?: boolean;
    /** Whether an answer is bad news, for the exit code. */
    fails?(answer: z.output<Output>): boolean;
  };
  /** Offered to agents, with the words that tell them when to use it. */
  readonly mcp?: {
    readonly tool: string;
    readonly description: string;
    /** The answer in the fewest words that an agent needs; without it, the agent is given JSON. */
    readonly text?: (answer: z.output<Output>, now: number) => string;
  };
  readonly run: (engine: Throughline, input: z.output<Input>, caller: Caller) => Promise<z.input<Output>>;
}

type AnyDefinition = OperationDefinition<string, z.ZodObject, z.ZodType>;

export interface Operation<Name extends string = string, Output extends z.ZodType = z.ZodType>
  extends Pick<AnyDefinition, "summary" | "scope" | "input" | "http"> {
  readonly name: Name;
  readonly output: Output;
  readonly cli: AnyDefinition["cli"];
  readonly mcp: { readonly tool: string; readonly description: string } | undefined;
  /** Checks the input, runs, and answers in the form of the output schema. */
  invoke(engine: Throughline, input: unknown, caller: Caller): Promise<unknown>;
  /** The same with the answer as text for an agent. */
  answerAgent(engine: Throughline, input: unknown, caller: Caller): Promise<string>;
}

const hintFor = (name: string, command: string | undefined): string =>
  `${command ? `\`throughline ${command} --help\`` : `GET /api/openapi.json (${name})`} shows what it takes.`;

export function defineOperation<const Name extends string, Input extends z.ZodObject, Output extends z.ZodType>(
  definition: OperationDefinition<Name, Input, Output>,
): Operation<Name, Output> {
  const { run, cli, mcp, ...rest } = definition;
  const invoke = async (engine: Throughline, input: unknown, caller: Caller): Promise<z.output<Output>> => {
    const parsed = definition.input.safeParse(input ?? {}, { error: inOurWords });
    if (!parsed.success) throw badInput(explain(parsed.error), hintFor(definition.name, definition.cli?.command));
    return definition.output.parse(await run(engine, parsed.data, caller));
  };
  return {
    ...rest,
    cli,
    mcp,
    invoke,
    async answerAgent(engine, input, caller) {
      const answer = await invoke(engine, input, caller);
      return mcp?.text ? mcp.text(answer, engine.services.clock.now()) : JSON.stringify(answer, null, 1);
    },
  };
}
