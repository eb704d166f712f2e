import { incidents, newIncident } from "../../audit/index.ts";
import { isoTime, messageOf, redact } from "../../core/index.ts";
import { NAME, VERSION } from "../../version.ts";
import { type EventParts, idAt, orderOf } from "../outside.ts";
import { type Answer, askedDelay, delayAfter, GIVE_UP_AFTER_MS, verdictOn, wordsFor } from "./attempts.ts";
import {
  type Delivery,
  deliveries,
  type Hook,
  hookId,
  type WebhookState,
  type WebhookView,
  webhookStates,
} from "./deliveries.ts";
import { post } from "./post.ts";
import { signatureHeaders } from "./signature.ts";

/** Beyond this, the oldest are dropped. */
const MOST_WAITING = 1000;
/** Failures in a row after which it is reported. */
const FAILING_AFTER = 3;

/** A URL without possible secrets. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${redact(`${origin}${pathname}`)}${search === "" ? "" : "?…"}`;
}

const unused = (hook: string): WebhookState => ({
  ...{ hook, failures: 0, failingSince: null, lastDeliveryAt: null, lastFailureAt: null, lastError: null },
  ...{ delivered: 0, givenUp: 0 },
});

export interface DeliveryEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly random: () => number;
}

/** Deliveries to one webhook: one at a time, in order. While the first waits for a retry, the others wait too. */
export class DeliveryQueue {
  readonly #stop = new AbortController();
  #notBefore = 0;
  #cancelTimer: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isDue = false;
  #trimming: Promise<void> = Promise.resolve();

  readonly #parts: EventParts;
  readonly #hook: Hook;
  #state: WebhookState;
  readonly #environment: DeliveryEnvironment;

  private constructor(parts: EventParts, hook: Hook, state: WebhookState, environment: DeliveryEnvironment) {
    this.#parts = parts;
    this.#hook = hook;
    this.#state = state;
    this.#environment = environment;
  }

  static async open(
    parts: EventParts,
    hook: Hook,
    environment: DeliveryEnvironment = { env: process.env, random: Math.random },
  ): Promise<DeliveryQueue> {
    const id = hookId(hook);
    const state = (await webhookStates(parts.store).get(id)) ?? unused(id);
    const queue = new DeliveryQueue(parts, hook, state, environment);
    // Without a secret nothing is sent, because receivers could not verify it.
    const unsigned = `the environment variable ${hook.secretEnv} is not set in the daemon's environment`;
    if (queue.#secret === undefined) await queue.#noteFailure(unsigned, { isFailing: true });
    queue.wake();
    return queue;
  }

  get id(): string {
    return this.#state.hook;
  }

  get #secret(): string | undefined {
    return this.#environment.env[this.#hook.secretEnv] || undefined;
  }

  /** Deliveries were stored, each with its event. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    const noteFailure = (error: unknown) =>
      this.#parts.log.error({ err: error, url: shownUrl(this.#hook.url) }, "a webhook stopped");
    this.#trimming = this.#trimming.then(() => this.#dropOverflow()).catch(noteFailure);
    if (this.#secret === undefined) return;
    this.#isDue = true;
    this.#running ??= this.#deliverAll()
      .catch(noteFailure)
      .finally(() => {
        this.#running = undefined;
        // An event came after the last check.
        if (this.#isDue) this.wake();
      });
  }

  async #dropOverflow(): Promise<void> {
    const dropped = await deliveries(this.#parts.store).remove({ states: [this.id], beyond: MOST_WAITING });
    if (dropped > 0) await this.#save({ givenUp: this.#state.givenUp + dropped });
  }

  async #deliverAll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isDue = false;
      const wait = this.#notBefore - this.#parts.clock.now();
      if (wait > 0) return this.#wakeIn(wait);
      const [delivery] = await deliveries(this.#parts.store).list({ states: [this.id] }, { limit: 1 });
      if (!delivery) return;
      await this.#attempt(delivery);
    }
  }

  #wakeIn(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#parts.clock.after(ms, () => this.wake());
  }

  async #attempt(delivery: Delivery): Promise<void> {
    let answer: Answer;
    try {
      answer = await this.#post(delivery);
    } catch (error) {
      // On close the delivery stays, and is retried at the next start.
      if (!this.#stop.signal.aborted) await this.#tryAgain(delivery, redact(messageOf(error)));
      return;
    }
    const verdict = verdictOn(answer);
    if (verdict === "taken") await this.#noteTaken(delivery);
    else if (verdict === "again") await this.#tryAgain(delivery, wordsFor(answer), answer.retryAfter);
    else {
      await deliveries(this.#parts.store).remove({ partOfId: delivery.id });
      await this.#noteFailure(wordsFor(answer), { isFailing: true, givenUp: 1 });
    }
  }

  #post({ id, event }: Delivery): Promise<Answer> {
    // Signed again at each attempt: receivers refuse old signatures.
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(this.#parts.clock.now() / 1000));
    return post({
      url: this.#hook.url,
      body,
      clock: this.#parts.clock,
      signal: this.#stop.signal,
      headers: {
        "content-type": "application/json",
        "user-agent": `${NAME}/${VERSION}`,
        "x-throughline-event": event.type,
        "x-throughline-delivery": id,
        ...signatureHeaders(this.#secret ?? "", timestamp, body),
      },
    });
  }

  async #noteTaken({ id }: Delivery): Promise<void> {
    await deliveries(this.#parts.store).remove({ partOfId: id });
    if (this.#state.failingSince !== null)
      this.#parts.log.info({ url: shownUrl(this.#hook.url) }, "a webhook is answered again");
    await this.#save({
      ...{ failures: 0, failingSince: null, lastDeliveryAt: isoTime(this.#parts.clock.now()), lastError: null },
      delivered: this.#state.delivered + 1,
    });
  }

  async #tryAgain(delivery: Delivery, why: string, retryAfter?: string): Promise<void> {
    const failures = this.#state.failures + 1;
    const delay = delayAfter(failures, this.#environment.random());
    this.#notBefore = this.#parts.clock.now() + Math.max(delay, askedDelay(retryAfter, this.#parts.clock.now()) ?? 0);
    const oldest = this.#parts.clock.now() - GIVE_UP_AFTER_MS;
    const tooOld = { states: [this.id], before: orderOf(idAt(oldest)) };
    const givenUp = Date.parse(delivery.event.time) < oldest ? await deliveries(this.#parts.store).remove(tooOld) : 0;
    await this.#noteFailure(why, { isFailing: failures >= FAILING_AFTER, failures, givenUp });
  }

  async #noteFailure(
    why: string,
    { isFailing, failures, givenUp }: { isFailing: boolean; failures?: number; givenUp?: number },
  ): Promise<void> {
    const at = isoTime(this.#parts.clock.now());
    const isNews = isFailing && this.#state.failingSince === null;
    await this.#save({
      ...{ lastFailureAt: at, lastError: why, failingSince: isNews ? at : this.#state.failingSince },
      ...{ failures: failures ?? this.#state.failures, givenUp: this.#state.givenUp + (givenUp ?? 0) },
    });
    if (!isNews) return;
    const detail = `the webhook ${shownUrl(this.#hook.url)} does not accept events: ${why}`;
    this.#parts.log.warn(detail);
    await incidents(this.#parts.store).add(newIncident(this.#parts.clock.now(), "webhook_failing", detail));
  }

  async #save(change: Partial<WebhookState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    await webhookStates(this.#parts.store).put(this.#state);
  }

  async view(): Promise<WebhookView> {
    await this.#trimming;
    const { hook, ...known } = this.#state;
    const { length: waiting } = await deliveries(this.#parts.store).list({ states: [hook] });
    const isWaiting = waiting > 0 && this.#notBefore > this.#parts.clock.now();
    return {
      ...known,
      ...{ url: shownUrl(this.#hook.url), secretEnv: this.#hook.secretEnv, events: this.#hook.events },
      ...{ state: this.#condition, waiting, nextAttemptAt: isWaiting ? isoTime(this.#notBefore) : null },
    };
  }

  get #condition(): WebhookView["state"] {
    if (this.#secret === undefined) return "unsigned";
    if (this.#state.failingSince !== null) return "failing";
    return this.#state.failures > 0 ? "retrying" : "ok";
  }

  /** Aborts the current delivery, which stays for the next start. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#cancelTimer?.();
    await Promise.all([this.#running, this.#trimming]);
  }
}
