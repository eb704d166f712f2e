import type { z } from "zod";
import { badInput, explain, inputErrorText } from "../core/index.ts";
import type { Engine, ExtensionKind } from "../engine.ts";

export type Scope = "read" | "write" | "admin";

/** What is known of the client, so that a call can be bound to its session. */
export interface Caller {
  readonly clientPid?: number | undefined;
  readonly toolUseId?: string | undefined;
  /** The client's working folder, if it reports one: the project, if no session is known. */
  readonly folder?: string | undefined;
  /** The call comes from an agent's tool. */
  readonly isAgent?: boolean | undefined;
}

/** One operation; its HTTP route, MCP tool and CLI command are generated from this. */
export interface OperationDefinition<Name extends string, Input extends z.ZodObject, Output extends z.ZodType> {
  readonly name: Name;
  readonly summary: string;
  /** What a token must allow; by default `read` for GET, `write` for everything else. */
  readonly scope?: Scope;
  readonly input: Input;
  readonly output: Output;
  readonly http: {
    readonly method: "get" | "post" | "put" | "delete";
    readonly path: string;
    /** Also accepts POST with a body: a URL cannot hold a long text. */
    readonly alsoPost?: boolean;
  };
  /** The command; `positional` fields are arguments, the others options. */
  readonly cli?: {
    readonly command: string;
    /** An alias of the command. */
    readonly alsoCommand?: string;
    readonly positional?: readonly string[];
    /** Arguments that may be left out. */
    readonly mayMiss?: readonly string[];
    /** The project defaults to the working directory. */
    readonly inProject?: boolean;
    /** Invalid settings of the project may be why the answer is empty: they are named on standard error. */
    readonly warnsOfSettings?: boolean;
    /** Fields that hold paths, relative to the working directory. */
    readonly paths?: readonly string[];
    /** The same, but a number is no path: a folder named 7 is given as `./7`. */
    readonly pathsOrNumbers?: readonly string[];
    /** This argument may be repeated: the operation is called for each value. */
    readonly each?: string;
    /** Another operation has this command; any of these fields selects this one. */
    readonly insteadWhen?: readonly string[];
    /** These fields take their values from arguments named after another field. */
    readonly alias?: Readonly<Record<string, string>>;
    /** The answer is a question: the yes or no goes into this field of a second call; `--yes` answers in advance. */
    readonly asks?: string;
    /** The fields that select a user's files are filled in by the command. */
    readonly inUserPlace?: boolean;
    /** Whether an answer means failure, for the exit code. */
    fails?(answer: z.output<Output>): boolean;
  };
  /** Offered to agents, with when to use it. */
  readonly mcp?: {
    readonly tool: string;
    readonly description: string;
    /** A compact answer for agents; without it, the agent gets JSON. */
    readonly text?: (answer: z.output<Output>, now: number) => string;
  };
  readonly run: (engine: Engine, input: z.output<Input>, caller: Caller) => Promise<z.input<Output>>;
}

type AnyDefinition = OperationDefinition<string, z.ZodObject, z.ZodType>;

export interface Operation<Name extends string = string, Output extends z.ZodType = z.ZodType>
  extends Pick<AnyDefinition, "summary" | "input" | "http"> {
  readonly name: Name;
  readonly scope: Scope;
  readonly output: Output;
  readonly cli: AnyDefinition["cli"];
  readonly mcp: { readonly tool: string; readonly description: string } | undefined;
  /** Validates the input, runs, and answers in the form of the output schema. */
  invoke(engine: Engine, input: unknown, caller: Caller): Promise<unknown>;
  /** The same with the answer as text for an agent. */
  answerAgent(engine: Engine, input: unknown, caller: Caller): Promise<string>;
}

const hintFor = (name: string, command: string | undefined): string =>
  `${command ? `\`throughline ${command} --help\`` : `GET /api/openapi.json (${name})`} shows what it takes.`;

export function defineOperation<const Name extends string, Input extends z.ZodObject, Output extends z.ZodType>(
  definition: OperationDefinition<Name, Input, Output>,
): Operation<Name, Output> {
  const { run, cli, mcp, ...rest } = definition;
  const invoke = async (engine: Engine, input: unknown, caller: Caller): Promise<z.output<Output>> => {
    const parsed = definition.input.safeParse(input ?? {}, { error: inputErrorText });
    if (!parsed.success) throw badInput(explain(parsed.error), hintFor(definition.name, definition.cli?.command));
    return definition.output.parse(await run(engine, parsed.data, caller));
  };
  return {
    ...rest,
    scope: definition.scope ?? (definition.http.method === "get" ? "read" : "write"),
    cli,
    mcp,
    invoke,
    async answerAgent(engine, input, caller) {
      const answer = await invoke(engine, input, caller);
      return mcp?.text ? mcp.text(answer, engine.services.clock.now()) : JSON.stringify(answer, null, 1);
    },
  };
}

/**
 * An extension: the part that joins the engine, and the operations that it brings to every surface. What it keeps are
 * documents in the store (`collectionOf`), so it brings no migrations.
 */
export interface Extension {
  readonly kind: ExtensionKind;
  /** Loaded when a surface first needs them: hooks need none. */
  operations(): Promise<readonly Operation[]>;
}
