import { z } from "zod";
import { colours, excerpt, facts, shortId, table, wrap } from "../terminal.ts";
import { age, orNone, type Renderers } from "./words.ts";

const note = z.object({ id: z.string(), category: z.string(), content: z.string(), createdAt: z.string() });
const text = z.string().nullable();

const notesTable = (rows: readonly z.infer<typeof note>[]): string =>
  table(
    ["NOTE", "CATEGORY", "AGE", "CONTENT"],
    rows.map((one) => [shortId(one.id), one.category, age(one.createdAt), excerpt(one.content)]),
  );

const stated = (what: string, field: string) => (value: unknown) => {
  const shape = z.looseObject({ [field]: text, updatedAt: text });
  const told = shape.parse(value);
  const words = told[field];
  const when = typeof told.updatedAt === "string" ? ` (${age(told.updatedAt)})` : "";
  return typeof words === "string"
    ? `${colours.dim(`${what}${when}`)}\n${wrap(words)}`
    : `No ${what.toLowerCase()} yet.`;
};

function profileFacts(value: unknown): string {
  const shape = z.object({ systemPrompt: z.string(), toolDefinitions: z.array(z.unknown()), model: text });
  const { systemPrompt, toolDefinitions, model } = shape.parse(value);
  return facts({
    Model: model,
    Tools: toolDefinitions.length === 0 ? null : `${toolDefinitions.length} defined`,
    "System prompt": systemPrompt === "" ? "none" : excerpt(systemPrompt),
  });
}

export const agentRenderers: Renderers = {
  "agents.list": (value) => {
    const rows = z.array(z.object({ agent: z.string(), model: text, createdAt: z.string() })).parse(value);
    return orNone(rows, "No agents yet: the first message to one makes it.", () =>
      table(
        ["AGENT", "MODEL", "SINCE"],
        rows.map((one) => [one.agent, one.model ?? "", age(one.createdAt)]),
      ),
    );
  },
  "agents.show": (value) => {
    const shape = z.object({
      agent: z.string(),
      state: text,
      relationship: text,
      notes: z.array(note),
      sessionId: text,
      messageCount: z.number(),
      totalMessages: z.number(),
      contextTokens: z.number(),
    });
    const one = shape.parse(value);
    const head = facts({
      Agent: one.agent,
      Session: one.sessionId,
      Messages: `${one.totalMessages}, of which ${one.messageCount} in the thread`,
      Context: `${one.contextTokens} tokens`,
      "Working state": one.state && excerpt(one.state),
      Relationship: one.relationship && excerpt(one.relationship),
    });
    return [head, profileFacts(value), ...(one.notes.length > 0 ? [notesTable(one.notes)] : [])].join("\n");
  },
  "agents.profile": profileFacts,
  "agents.setProfile": profileFacts,
  "agents.state": stated("Working state", "state"),
  "agents.setState": stated("Working state", "state"),
  "agents.relationship": stated("Relationship", "relationship"),
  "agents.setRelationship": stated("Relationship", "relationship"),
  "agents.notes": (value) => {
    const rows = z.array(note).parse(value);
    return orNone(rows, "No notes yet.", () => notesTable(rows));
  },
  "agents.addNote": (value) => `Noted as ${note.parse(value).id}.`,
  "agents.removeNote": (value) => `Removed: ${excerpt(note.parse(value).content)}`,
  "agents.context": (value) => {
    const shape = z.object({
      system: z.string(),
      messages: z.array(z.object({ role: z.string(), content: z.string(), id: z.string().optional() })),
      tokens: z.number(),
    });
    const { system, messages, tokens } = shape.parse(value);
    const said = messages.map(
      ({ role, content, id }) => `${colours.dim(`${role}${id ? ` ${id}` : ""}`)}\n${wrap(content)}`,
    );
    const lead = system === "" ? [] : [`${colours.dim("system")}\n${wrap(system)}`];
    return [...lead, ...said, colours.dim(`${tokens} tokens`)].join("\n\n");
  },
};
