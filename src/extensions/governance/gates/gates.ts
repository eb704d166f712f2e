import { badInput } from "../../../core/index.ts";

export const GATES = ["G0", "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10"] as const;
export type Gate = (typeof GATES)[number];

export const GATE_TITLES: Readonly<Record<Gate, string>> = {
  G0: "Task Init",
  G1: "Research",
  G2: "Planning",
  G3: "Scaffold",
  G4: "Implementation",
  G5: "Verification",
  G6: "Review",
  G7: "Documentation",
  G8: "Deploy",
  G9: "Deploy",
  G10: "Archive",
};

export function gateNamed(text: string): Gate {
  const gate = GATES.find((one) => one === text.toUpperCase());
  if (gate) return gate;
  throw badInput(`gate: "${text}" is not a gate`, `Gates: ${GATES.join(", ")}.`);
}

export const numberOf = (gate: Gate): number => GATES.indexOf(gate);
export const gateBefore = (gate: Gate): Gate | undefined => GATES[numberOf(gate) - 1];

/** A gate was passed, or work was resumed at one. */
export interface GateEvent {
  readonly at: string;
  readonly gate: string;
  readonly what: "passed" | "reopened";
  /** The checkpoint that proves a passing. */
  readonly checkpointId?: string | undefined;
}

/** The gates that count as passed, each with its proof. Going back to one reopens all later ones. */
export function passedGates(events: readonly GateEvent[]): ReadonlyMap<Gate, string | undefined> {
  const passed = new Map<Gate, string | undefined>();
  const inOrder = [...events].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  for (const { gate: name, what, checkpointId } of inOrder) {
    const gate = GATES.find((one) => one === name);
    if (!gate) continue;
    for (const other of [...passed.keys()]) if (numberOf(other) >= numberOf(gate)) passed.delete(other);
    if (what === "passed") passed.set(gate, checkpointId);
  }
  return passed;
}
