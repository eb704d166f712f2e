import { expect, test } from "vitest";
import { at, emptyStore, storeOfSchema19 } from "../store/store.test-kit.ts";
import { agentNotes, notesOf } from "./notes.ts";
import { agentProfiles, ensureAgent, newAgent } from "./stored-agents.ts";

const note = (step: number) => ({
  ...{ id: `0198-note-${step}`, agent: "ada", category: "people", content: `note ${step}`, createdAt: at(step) },
});

test("S4: an agent is made once, also by fifty at once, and keeps what it is given", async () => {
  const store = emptyStore();
  const made = await Promise.all(Array.from({ length: 50 }, (_, n) => ensureAgent(store, "ada", at(n))));
  expect(new Set(made.map(({ createdAt }) => createdAt)).size).toBe(1);
  const given = { systemPrompt: "You are Ada.", toolDefinitions: [{ name: "look" }], workingState: "halfway" };
  await agentProfiles(store).update("ada", (known) => ({ ...known, ...given }));
  expect(await ensureAgent(store, "ada", at(99))).toMatchObject({ ...given, relationship: null });
  expect(await agentProfiles(store).get("none")).toBeUndefined();
  expect((await agentProfiles(store).list()).map(({ agent }) => agent)).toEqual(["ada"]);
});

test("D6: notes come newest first, are found by a part of their id, and go when they are removed", async () => {
  const store = emptyStore();
  for (const step of [1, 2, 3]) await agentNotes(store).add(note(step));
  expect(await notesOf(store, "ada")).toEqual([note(3), note(2), note(1)]);
  expect(await notesOf(store, "ada", 1)).toHaveLength(1);
  expect(await notesOf(store, "bob")).toEqual([]);
  expect(await agentNotes(store).list({ states: ["ada"], partOfId: "note-2" })).toEqual([note(2)]);
  await agentNotes(store).remove({ id: note(2).id });
  expect(await notesOf(store, "ada")).toEqual([note(3), note(1)]);
});

test("D6: agents of schema 19 keep their profile and notes", async () => {
  const store = storeOfSchema19(`
    INSERT INTO agents VALUES
      ('ada', 'You are "Ada".', '[{"name":"look"}]', 'opus', 12, 'halfway', '${at(2)}', NULL, NULL, 7, '${at(1)}');
    INSERT INTO agents (agent, created_at) VALUES ('bob', '${at(3)}');
    INSERT INTO agent_notes VALUES
      ('0198-note-2', 'ada', 'people', 'note 2', '${at(2)}'), ('0198-note-1', 'ada', 'people', 'note 1', '${at(1)}');`);
  expect(await agentProfiles(store).list()).toEqual([
    {
      ...newAgent("ada", at(1)),
      ...{ systemPrompt: 'You are "Ada".', toolDefinitions: [{ name: "look" }], model: "opus", profileTokens: 12 },
      ...{ workingState: "halfway", workingStateAt: at(2), carriedTokens: 7 },
    },
    newAgent("bob", at(3)),
  ]);
  expect(await notesOf(store, "ada")).toEqual([note(2), note(1)]);
});
