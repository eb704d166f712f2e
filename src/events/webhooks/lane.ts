import { isoTime, messageOf, newId, redact, sha256 } from "../../core/index.ts";
import type { Services } from "../../services.ts";
import { newIncident, type WebhookDelivery, type WebhookState } from "../../store/index.ts";
import { NAME, VERSION } from "../../version.ts";
import { isWanted, type OutsideEvent } from "../outside.ts";
import { type Answer, askedDelay, delayAfter, GIVE_UP_AFTER_MS, verdictOn, wordsFor } from "./attempts.ts";
import { post } from "./post.ts";
import { signatureOf } from "./signature.ts";
import type { WebhookView } from "./view.ts";

/** The oldest go when more than this wait. */
const MOST_WAITING = 1000;
/** Failures in a row from which on a person should know. */
const FAILING_AFTER = 3;

export interface Hook {
  readonly url: string;
  readonly secretEnv: string;
  readonly events: readonly string[];
}

export const hookId = ({ url }: Hook): string => sha256(url).slice(0, 16);

/** An address without what may be a secret in it. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${redact(`${origin}${pathname}`)}${search === "" ? "" : "?…"}`;
}

const unused = (hook: string): WebhookState => ({
  ...{ hook, failures: 0, failingSince: null, lastDeliveryAt: null, lastFailureAt: null, lastError: null },
  ...{ delivered: 0, givenUp: 0 },
});

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly random: () => number;
}

/**
 * The way to one webhook: one delivery at a time, in the order of the events. While the first waits for its next
 * attempt, so do the others: a receiver that does not take one takes none.
 */
export class Lane {
  readonly #services: Services;
  readonly #hook: Hook;
  readonly #around: Surroundings;
  readonly #stop = new AbortController();
  #state: WebhookState;
  #notBefore = 0;
  #cancelTimer: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isDue = false;

  private constructor(services: Services, hook: Hook, state: WebhookState, around: Surroundings) {
    this.#services = services;
    this.#hook = hook;
    this.#state = state;
    this.#around = around;
  }

  static async open(services: Services, hook: Hook, around: Surroundings): Promise<Lane> {
    const id = hookId(hook);
    const lane = new Lane(services, hook, (await services.store.webhooks.state(id)) ?? unused(id), around);
    if (lane.#secret === undefined) await lane.#noteUnsigned();
    lane.#wake();
    return lane;
  }

  get id(): string {
    return this.#state.hook;
  }

  get #secret(): string | undefined {
    return this.#around.env[this.#hook.secretEnv] || undefined;
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
        // Something came between the last look and now.
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
      // Whoever closes wants no verdict: the delivery stays, and is tried again at the next start.
      if (!this.#stop.signal.aborted) await this.#tryAgain(delivery, redact(messageOf(error)));
      return;
    }
    const verdict = verdictOn(answer);
    if (verdict === "taken") await this.#noteTaken(delivery);
    else if (verdict === "refused") await this.#giveUp(delivery, wordsFor(answer));
    else await this.#tryAgain(delivery, wordsFor(answer), answer.retryAfter);
  }

  #post({ id, type, body }: WebhookDelivery): Promise<Answer> {
    // Signed anew at each attempt: a receiver refuses what was signed long ago.
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
    const delay = delayAfter(failures, this.#around.random());
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
    const detail = `the webhook ${shownUrl(this.#hook.url)} does not take events: ${why}`;
    this.#services.log.warn(detail);
    await this.#services.store.accounts.addIncident(newIncident(this.#now, "webhook_failing", detail));
  }

  /** Sent unsigned, an event could be anybody's. */
  #noteUnsigned(): Promise<void> {
    return this.#noteFailure(`the variable ${this.#hook.secretEnv} is not set where Throughline runs`, {
      isFailing: true,
    });
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

  /** What is under way is broken off, and stays for the next start. */
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
