import { badInput, estimateTokens, isoTime, newId, redact, theOnly } from "../core/index.ts";
import type { Services } from "../services.ts";
import { agentName, agentSession } from "../sessions/index.ts";
import type { Tables } from "../store/index.ts";
import { agentNotes, type Note, noteLine, notesOf } from "./notes.ts";
import { type Agent, agentProfiles, ensureAgent, newAgent } from "./stored-agents.ts";

export interface Profile {
  readonly systemPrompt: string;
  readonly toolDefinitions: readonly unknown[];
  readonly model: string | null;
}

/** These texts are part of every context, so they must be short. */
const LONGEST_TEXT = 100_000;
/** Further notes stay stored, but are not in the context. */
export const NOTES_CARRIED = 50;

/** The value with its texts and names redacted. */
function redactedIn<Value>(value: Value): Value;
function redactedIn(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((one) => redactedIn(one));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [redact(name), redactedIn(one)]));
}

function checkedText(what: string, text: string): string {
  if (text.length > LONGEST_TEXT)
    throw badInput(`${what}: ${text.length} characters are more than ${LONGEST_TEXT}`, "Keep it to what matters now.");
  return redact(text).trim();
}

/** What an agent has besides its conversation: profile, working state, notes, relationship. */
export class Agents {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  #at(): string {
    return isoTime(this.#services.clock.now());
  }

  async get(given: string): Promise<Agent> {
    const agent = agentName(given);
    return (await agentProfiles(this.#services.store).get(agent)) ?? newAgent(agent);
  }

  async list(): Promise<Agent[]> {
    return (await agentProfiles(this.#services.store).list()).sort((a, b) => (a.agent < b.agent ? -1 : 1));
  }

  async setProfile(agent: string, given: Partial<Profile>): Promise<Agent> {
    const { systemPrompt, toolDefinitions, model } = given;
    return this.#change(agent, (known) => {
      const prompt = systemPrompt === undefined ? known.systemPrompt : redact(systemPrompt);
      const tools = toolDefinitions === undefined ? known.toolDefinitions : redactedIn(toolDefinitions);
      const tokens = estimateTokens(prompt) + (tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)));
      return {
        systemPrompt: prompt,
        toolDefinitions: tools,
        profileTokens: tokens,
        ...(model !== undefined && { model: model === null ? null : redact(model) }),
      };
    });
  }

  /** Empty removes it. */
  setWorkingState(agent: string, text: string): Promise<Agent> {
    const workingState = checkedText("working state", text) || null;
    return this.#change(agent, () => ({ workingState, workingStateAt: this.#at() }));
  }

  /** Starts every context. Empty removes it. */
  setRelationship(agent: string, text: string): Promise<Agent> {
    const relationship = checkedText("relationship", text) || null;
    return this.#change(agent, () => ({ relationship, relationshipAt: this.#at() }));
  }

  async addNote(agent: string, given: { category: string; content: string }): Promise<Note> {
    const note: Note = {
      id: newId(),
      agent: agentName(agent),
      category: redact(given.category).trim() || "general",
      content: checkedText("note", given.content),
      createdAt: this.#at(),
    };
    if (note.content === "") throw badInput("content: it is empty");
    await this.#change(
      agent,
      () => ({}),
      (tables) => agentNotes(tables).add(note),
    );
    return note;
  }

  notes(agent: string, limit?: number): Promise<Note[]> {
    return notesOf(this.#services.store, agentName(agent), limit);
  }

  async removeNote(agent: string, partOfId: string): Promise<Note> {
    const found = await agentNotes(this.#services.store).list({ states: [agentName(agent)], partOfId });
    const note = theOnly("note", partOfId, found, "`throughline agent show` lists them.");
    await this.#change(
      agent,
      () => ({}),
      (tables) => agentNotes(tables).remove({ id: note.id }),
    );
    return note;
  }

  /** Changes an agent and updates its size in the context. */
  #change(
    given: string,
    change: (known: Agent) => Partial<Agent>,
    also: (tables: Tables) => Promise<unknown> = async () => {},
  ): Promise<Agent> {
    const agent = agentName(given);
    return this.#services.store.transaction(async (tables) => {
      const known = await ensureAgent(tables, agent, this.#at());
      // Creates the primary session even before the first message.
      await agentSession(tables, { agent, at: this.#services.clock.now() });
      await also(tables);
      const after = { ...known, ...change(known) };
      const notes = await notesOf(tables, agent, NOTES_CARRIED);
      const carried = [after.workingState, after.relationship, ...notes.map(noteLine)].filter((text) => text !== null);
      const changed = { ...after, carriedTokens: estimateTokens(carried.join("\n")) };
      await agentProfiles(tables).put(changed);
      return changed;
    });
  }
}
