export interface InjectionRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly event: string;
  readonly hookId: string | null;
  readonly reason: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface IncidentRecord {
  readonly id: string;
  readonly sessionId: string | null;
  readonly kind: string;
  readonly detail: string;
  readonly createdAt: string;
}
