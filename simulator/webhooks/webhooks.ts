/**
 * The webhooks of one world. They belong to the running server: no snapshot has them, and they stay when another world
 * takes the place of this one, which forgets what waits.
 */
import { jsonText } from '../../contracts/kit/json-text.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { type EventKind, eventKinds } from '../../contracts/specification/events/index.ts';
import { ControlError } from '../control/errors.ts';
import type { NewWebhook, ShownEvent, WebhookView } from '../control/schemas/index.ts';
import { mostWebhooks } from '../control/schemas/webhooks.ts';
import type { Handle } from '../http/call.ts';
import { checkedAddress } from './address.ts';
import { Deliveries, type DeliveriesOptions } from './deliveries.ts';
import { Hook, type SentEvent } from './hook.ts';

export interface WebhooksOptions extends DeliveriesOptions {
  /** The service whose events are sent: its control API, as a function. */
  readonly handle: Handle;
  /** Opens that control API, where it asks for one. */
  readonly controlToken?: string | undefined;
  /** Hosts beside the loopback ones to which events may be sent. */
  readonly allowed?: readonly string[];
}

export class Webhooks {
  readonly most = mostWebhooks;
  readonly #options: WebhooksOptions;
  readonly #deliveries: Deliveries;
  readonly #hooks = new Map<string, Hook>();
  /** Ends each stream of events that is listened to. */
  readonly #streams = new Map<'events' | 'locations', Promise<() => void>>();
  #registered = 0;
  /** Counts the worlds that were served, so that no two events have the same id. */
  #world = 0;
  #lastId = '';
  #locations = 0;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#deliveries = new Deliveries(options);
  }

  /**
   * Sends events to an address from now on.
   *
   * @throws ControlError WEBHOOK_INVALID, WEBHOOK_ADDRESS, WEBHOOKS_FULL; then nothing has changed
   */
  async add(given: NewWebhook): Promise<WebhookView> {
    const url = checkedAddress(given.url, this.#options.allowed ?? []);
    const hook = new Hook(this.#registered + 1, { ...given, url });
    if (this.#hooks.size >= mostWebhooks) {
      throw new ControlError(
        'WEBHOOKS_FULL',
        `There are ${mostWebhooks} webhooks already, the most that a world has.`,
        {
          hint: 'DELETE /_control/webhooks/{id} removes one.',
        },
      );
    }
    this.#registered++;
    this.#hooks.set(hook.id, hook);
    await this.#listen('events');
    if (hook.wants('location-recorded')) await this.#listen('locations');
    return this.#view(hook);
  }

  /** In the order in which they were registered. */
  list(): WebhookView[] {
    return [...this.#hooks.values()].map((hook) => this.#view(hook));
  }

  /** @throws ControlError UNKNOWN_WEBHOOK */
  remove(id: string): void {
    const hook = this.#hooks.get(id);
    if (hook === undefined) {
      throw new ControlError('UNKNOWN_WEBHOOK', `There is no webhook ${excerpt(id)}.`, {
        hint: 'GET /_control/webhooks lists them.',
      });
    }
    this.#hooks.delete(id);
    this.#deliveries.forget(hook);
  }

  /** Ends all of them, and what is under way. */
  stop(): void {
    this.#hooks.clear();
    this.#deliveries.stop();
    for (const closing of this.#streams.values()) void closing.then((close) => close());
    this.#streams.clear();
  }

  #view(hook: Hook): WebhookView {
    const { id, url, kinds, secret, faults, counts, lastStatus } = hook;
    const { waiting, failing } = this.#deliveries.countOf(hook);
    return {
      id,
      url,
      kinds: kinds === undefined ? null : [...kinds],
      signed: secret !== undefined,
      faults,
      ...counts,
      waiting,
      failing,
      lastStatus,
    };
  }

  /** Listens as every client of `GET /_control/events` does: that stream goes on with the next world by itself. */
  #listen(what: 'events' | 'locations'): Promise<() => void> {
    const known = this.#streams.get(what);
    if (known) return known;
    const opened = this.#open(what);
    this.#streams.set(what, opened);
    return opened;
  }

  async #open(what: 'events' | 'locations'): Promise<() => void> {
    const kinds = kindsOf[what].join(',');
    const { handle, controlToken } = this.#options;
    const { stream } = await handle({
      method: 'GET',
      target: `/_control/events?kinds=${kinds}`,
      headers: { 'x-control-token': controlToken },
      body: undefined,
    });
    if (stream === undefined) throw new Error('The stream of events did not open.');
    return stream((frame) => this.#heard(frame, what));
  }

  #heard(frame: string, what: 'events' | 'locations'): void {
    const [, name, data = ''] = FRAME.exec(frame) ?? [];
    if (name === undefined || name === 'clock') return;
    if (name !== 'world') this.#sendToAll(JSON.parse(data));
    else if (what === 'events') this.#beginWorld();
  }

  #beginWorld(): void {
    this.#world++;
    for (const hook of this.#hooks.values()) hook.letGo();
    this.#deliveries.forget();
  }

  #sendToAll(shown: ShownEvent): void {
    const hooks = [...this.#hooks.values()].filter((hook) => hook.wants(shown.kind));
    if (hooks.length === 0) return;
    const event = this.#eventOf(shown);
    const { seed } = this.#options.served();
    for (const hook of hooks) this.#deliveries.add(hook, event, seed);
  }

  #eventOf({ kind, at, sequence, ...data }: ShownEvent): SentEvent {
    const id = this.#idOf(kind, sequence);
    return { id, kind, at: Date.parse(at), body: jsonText({ id, sequence, kind, at, data }) };
  }

  /** Recorded locations have the number of the event before them. */
  #idOf(kind: ShownEvent['kind'], sequence: number): string {
    const id = `evt-${this.#world}-${sequence}`;
    if (kind !== 'location-recorded') return id;
    this.#locations = id === this.#lastId ? this.#locations + 1 : 1;
    this.#lastId = id;
    return `${id}.${this.#locations}`;
  }
}

/** A frame of the stream, as `simulator/control/event-stream.ts` writes it. */
const FRAME = /^(?:id: \d+\n)?event: ([a-z-]+)\ndata: ([\s\S]*)\n\n$/;

const kindsOf = {
  events: eventKinds.filter((kind) => kind !== 'location-recorded'),
  locations: ['location-recorded'],
} as const satisfies { readonly [what: string]: readonly EventKind[] };
