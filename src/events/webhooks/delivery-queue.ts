import { isoTime, messageOf, newId, redact, sha256 } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { newIncident, type WebhookDelivery, type WebhookState } from "../../store/index.ts";
import { NAME, VERSION } from "../../version.ts";
import { isWanted, type OutsideEvent } from "../outside.ts";
import { type Answer, askedDelay, delayAfter, GIVE_UP_AFTER_MS, verdictOn, wordsFor } from "./attempts.ts";
import { post } from "./post.ts";
import { signatureOf } from "./signature.ts";
import type { WebhookView } from "./view.ts";

/** Beyond this, the oldest are dropped. */
const MOST_WAITING = 1000;
/** Failures in a row after which it is reported. */
const FAILING_AFTER = 3;

export interface Hook {
  readonly url: string;
  readonly secretEnv: string;
  readonly events: readonly string[];
}

export const hookId = ({ url }: Hook): string => sha256(url).slice(0, 16);

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
  readonly #services: Services;
  readonly #hook: Hook;
  readonly #environment: DeliveryEnvironment;
  readonly #stop = new AbortController();
  #state: WebhookState;
  #notBefore = 0;
  #cancelTimer: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isDue = false;

  private constructor(services: Services, hook: Hook, state: WebhookState, environment: DeliveryEnvironment) {
    this.#services = services;
    this.#hook = hook;
    this.#state = state;
    this.#environment = environment;
  }

  static async open(services: Services, hook: Hook, environment: DeliveryEnvironment): Promise<DeliveryQueue> {
    const id = hookId(hook);
    const queue = new DeliveryQueue(
      services,
      hook,
      (await services.store.webhooks.state(id)) ?? unused(id),
      environment,
    );
    if (queue.#secret === undefined) await queue.#noteUnsigned();
    queue.#wake();
    return queue;
  }

  get id(): string {
    return this.#state.hook;
  }

  get #secret(): string | undefined {
    return this.#environment.env[this.#hook.secretEnv] || undefined;
  }

  get #now(): number {
    return this.#services.clock.now();
  }

  async take(event: OutsideEvent): Promise<void> {
    if (!isWanted(event, { types: this.#hook.events })) return;
    const delivery = {
      ...{ id: newId(), hook: this.id, type: event.type, sessionId: event.sessionId },
      ...{ body: JSON.stringify(event), createdAt: isoTime(this.#now) },
    };
    const dropped = await this.#services.store.webhooks.add(delivery, MOST_WAITING);
    if (dropped > 0) await this.#save({ givenUp: this.#state.givenUp + dropped });
    this.#wake();
  }

  #wake(): void {
    if (this.#stop.signal.aborted || this.#secret === undefined) return;
    this.#isDue = true;
    this.#running ??= this.#deliverAll()
      .catch((error) => this.#services.log.error({ err: error, url: shownUrl(this.#hook.url) }, "a webhook stopped"))
      .finally(() => {
        this.#running = undefined;
        // An event came after the last check.
        if (this.#isDue) this.#wake();
      });
  }

  async #deliverAll(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isDue = false;
      const wait = this.#notBefore - this.#now;
      if (wait > 0) return this.#wakeIn(wait);
      const delivery = await this.#services.store.webhooks.next(this.id);
      if (!delivery) return;
      await this.#attempt(delivery);
    }
  }

  #wakeIn(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#services.clock.after(ms, () => this.#wake());
  }

  async #attempt(delivery: WebhookDelivery): Promise<void> {
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
    else if (verdict === "refused") await this.#giveUp(delivery, wordsFor(answer));
    else await this.#tryAgain(delivery, wordsFor(answer), answer.retryAfter);
  }

  #post({ id, type, body }: WebhookDelivery): Promise<Answer> {
    // Signed again at each attempt: receivers refuse old signatures.
    const timestamp = String(Math.floor(this.#now / 1000));
    return post({
      url: this.#hook.url,
      body,
      clock: this.#services.clock,
      signal: this.#stop.signal,
      headers: {
        "content-type": "application/json",
        "user-agent": `${NAME}/${VERSION}`,
        "x-throughline-event": type,
        "x-throughline-delivery": id,
        "x-throughline-timestamp": timestamp,
        "x-throughline-signature": signatureOf(this.#secret ?? "", timestamp, body),
      },
    });
  }

  async #noteTaken({ pk }: WebhookDelivery): Promise<void> {
    await this.#services.store.webhooks.remove(pk);
    if (this.#state.failingSince !== null)
      this.#services.log.info({ url: shownUrl(this.#hook.url) }, "a webhook is answered again");
    await this.#save({
      ...{ failures: 0, failingSince: null, lastDeliveryAt: isoTime(this.#now), lastError: null },
      delivered: this.#state.delivered + 1,
    });
  }

  async #giveUp({ pk }: WebhookDelivery, why: string): Promise<void> {
    await this.#services.store.webhooks.remove(pk);
    await this.#noteFailure(why, { isFailing: true, givenUp: 1 });
  }

  async #tryAgain(delivery: WebhookDelivery, why: string, retryAfter?: string): Promise<void> {
    const failures = this.#state.failures + 1;
    const delay = delayAfter(failures, this.#environment.random());
    this.#notBefore = this.#now + Math.max(delay, askedDelay(retryAfter, this.#now) ?? 0);
    const tooOld = isoTime(this.#now - GIVE_UP_AFTER_MS);
    const givenUp = delivery.createdAt < tooOld ? await this.#services.store.webhooks.removeOlder(this.id, tooOld) : 0;
    await this.#noteFailure(why, { isFailing: failures >= FAILING_AFTER, failures, givenUp });
  }

  async #noteFailure(why: string, { isFailing, failures, givenUp }: Failed): Promise<void> {
    const at = isoTime(this.#now);
    const isNews = isFailing && this.#state.failingSince === null;
    await this.#save({
      ...{ lastFailureAt: at, lastError: why, failingSince: isNews ? at : this.#state.failingSince },
      ...{ failures: failures ?? this.#state.failures, givenUp: this.#state.givenUp + (givenUp ?? 0) },
    });
    if (!isNews) return;
    const detail = `the webhook ${shownUrl(this.#hook.url)} does not accept events: ${why}`;
    this.#services.log.warn(detail);
    await this.#services.store.accounts.addIncident(newIncident(this.#now, "webhook_failing", detail));
  }

  /** Without a secret nothing is sent, because receivers could not verify it. */
  #noteUnsigned(): Promise<void> {
    return this.#noteFailure(
      `the environment variable ${this.#hook.secretEnv} is not set in the daemon's environment`,
      {
        isFailing: true,
      },
    );
  }

  async #save(change: Partial<WebhookState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    await this.#services.store.webhooks.saveState(this.#state);
  }

  async view(): Promise<WebhookView> {
    const { hook, ...known } = this.#state;
    const waiting = await this.#services.store.webhooks.waiting(hook);
    const isWaiting = waiting > 0 && this.#notBefore > this.#now;
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
    await this.#running;
  }
}

interface Failed {
  readonly isFailing: boolean;
  readonly failures?: number;
  readonly givenUp?: number;
}
