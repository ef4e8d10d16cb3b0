/** One webhook: what it wants, what goes wrong on its way, and what came of its deliveries. */
import { DAY, MINUTE, parseSpan } from '../../contracts/kit/durations.ts';
import { mix, shareOf } from '../../contracts/kit/random.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { EventKind } from '../../contracts/specification/events/index.ts';
import { ControlError } from '../control/errors.ts';
import type { NewWebhook } from '../control/schemas/index.ts';
import type { EpochMs } from '../time/timeline.ts';
import type { Outcome } from './attempt.ts';

/** An event as it is sent: the same text to each webhook, at each attempt. */
export interface SentEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly at: EpochMs;
  readonly body: string;
}

export interface Delivery {
  readonly hook: Hook;
  readonly event: SentEvent;
  readonly id: string;
  /** The attempts so far. */
  attempts: number;
  /** The moment of the next one. */
  due: EpochMs;
  /** Decides between those that are due at the same moment. */
  order: number;
}

type Faults = NonNullable<NewWebhook['faults']>;

/** The chances, each drawn apart from the others. */
const salts = { lost: 0, doubled: 1, reordered: 2 } as const satisfies Partial<Record<keyof Faults, number>>;

const LATEST = 30 * DAY;
/** How long a delivery that is to come after the next one waits for that. */
const HELD = MINUTE;

export class Hook {
  readonly id: string;
  readonly url: string;
  /** `undefined`: all but recorded locations. */
  readonly kinds: readonly EventKind[] | undefined;
  readonly secret: string | undefined;
  readonly faults: Faults;
  /** An attempt is under way: there is one at a time, so that events come in their order. */
  busy = false;
  lastStatus: Outcome | null = null;
  readonly counts = { sent: 0, delivered: 0, givenUp: 0, dropped: 0, lost: 0 };
  readonly #number: number;
  readonly #late: number;
  #heard = 0;
  /** Deliveries that are to come after the next one. */
  #held: Delivery[] = [];

  /**
   * @param url is checked already
   * @throws ControlError WEBHOOK_INVALID
   */
  constructor(number: number, { url, kinds, secret, faults = {} }: NewWebhook) {
    this.#number = number;
    this.id = `wh-${number}`;
    this.url = url;
    this.kinds = kinds;
    this.secret = secret;
    this.faults = faults;
    this.#late = faults.late === undefined ? 0 : lateness(faults.late);
  }

  wants(kind: EventKind): boolean {
    return this.kinds === undefined ? kind !== 'location-recorded' : this.kinds.includes(kind);
  }

  /**
   * The deliveries of an event: one, but for the faults.
   *
   * @param nextOrder counts all deliveries
   */
  deliveriesOf(event: SentEvent, seed: number, nextOrder: () => number): Delivery[] {
    this.#heard++;
    const meets = (fault: keyof typeof salts): boolean =>
      shareOf(mix(seed, this.#heard, 4 * this.#number + salts[fault])) < (this.faults[fault] ?? 0);
    if (meets('lost')) {
      this.counts.lost++;
      return [];
    }
    const due = event.at + this.#late;
    const made = Array.from({ length: meets('doubled') ? 2 : 1 }, () => ({
      hook: this,
      event,
      id: `${this.id}.${event.id}`,
      attempts: 0,
      due,
      order: nextOrder(),
    }));
    if (this.#held.length > 0) {
      for (const delivery of this.#held) Object.assign(delivery, { due, order: nextOrder() });
      this.#held = [];
    } else if (meets('reordered')) {
      for (const delivery of made) delivery.due += HELD;
      this.#held = made;
    }
    return made;
  }

  /** No later delivery changes the order of those so far. */
  letGo(): void {
    this.#held = [];
  }
}

function lateness(given: string): number {
  const late = parseSpan(given);
  if (late !== undefined && late >= 0 && late <= LATEST) return late;
  throw new ControlError(
    'WEBHOOK_INVALID',
    `late must be a duration of at most 30 days, not ${quoted(given)}.`,
    {
      field: 'faults.late',
      hint: 'Write "30s" or "PT30S": it is time of the fake clock.',
    },
  );
}
