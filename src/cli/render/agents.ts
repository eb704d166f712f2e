import type { AnswerOf } from "../../operations/index.ts";
import { colors, excerpt, facts, wrap } from "../terminal.ts";
import { age, type Columns, listing, type Renderers, tableOf } from "./words.ts";

const NOTES: Columns<AnswerOf<"agents.notes">[number]> = {
  NOTE: "id",
  CATEGORY: "category",
  AGE: "createdAt",
  CONTENT: "content",
};

function stated(what: string, words: string | null, updatedAt: string | null): string {
  if (words === null) return `No ${what.toLowerCase()} yet.`;
  return `${colors.dim(`${what}${updatedAt === null ? "" : ` (${age(updatedAt)})`}`)}\n${wrap(words)}`;
}

const stateText = ({ state, updatedAt }: AnswerOf<"agents.state">): string => stated("Working state", state, updatedAt);
const relationshipText = ({ relationship, updatedAt }: AnswerOf<"agents.relationship">): string =>
  stated("Relationship", relationship, updatedAt);

const profileFacts = ({ systemPrompt, toolDefinitions, model }: AnswerOf<"agents.profile">): string =>
  facts({
    Model: model,
    Tools: toolDefinitions.length === 0 ? null : `${toolDefinitions.length} defined`,
    "System prompt": systemPrompt === "" ? "none" : excerpt(systemPrompt),
  });

export const agentRenderers: Renderers = {
  "agents.list": listing("No agents yet: the first message to one creates it.", {
    AGENT: "agent",
    MODEL: "model",
    SINCE: "createdAt",
  }),
  "agents.show": (one) => {
    const head = facts({
      Agent: one.agent,
      Session: one.sessionId,
      Messages: `${one.totalMessages}, of which ${one.messageCount} in the thread`,
      Context: `${one.contextTokens} tokens`,
      "Working state": one.state && excerpt(one.state),
      Relationship: one.relationship && excerpt(one.relationship),
    });
    return [head, profileFacts(one), ...(one.notes.length > 0 ? [tableOf(one.notes, NOTES)] : [])].join("\n");
  },
  "agents.profile": profileFacts,
  "agents.setProfile": profileFacts,
  "agents.state": stateText,
  "agents.setState": stateText,
  "agents.relationship": relationshipText,
  "agents.setRelationship": relationshipText,
  "agents.notes": listing("No notes yet.", NOTES),
  "agents.addNote": ({ id }) => `Noted as ${id}.`,
  "agents.removeNote": ({ content }) => `Removed: ${excerpt(content)}`,
  "agents.context": ({ system, messages, tokens }) => {
    const said = messages.map(
      ({ role, content, id }) => `${colors.dim(`${role}${id ? ` ${id}` : ""}`)}\n${wrap(content)}`,
    );
    const lead = system === "" ? [] : [`${colors.dim("system")}\n${wrap(system)}`];
    return [...lead, ...said, colors.dim(`${tokens} tokens`)].join("\n\n");
  },
};
