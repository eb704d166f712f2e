export { type Incident, incidents, lastIncidents, newIncident } from "./incidents.ts";
export { type Injection, injections, takeBackInjection } from "./injections.ts";
