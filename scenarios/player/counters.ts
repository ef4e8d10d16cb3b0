/**
 * Messages and alerts counted by device, since the story began: the service itself keeps the newest only, and
 * expectations ask for all of them.
 */

import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Channel } from '../language/terms.ts';
import type { CountersState } from './state.ts';

export interface MessageKind {
  channel: Channel | null;
  outcome: 'sent' | 'withheld';
  reason: string | null;
}

export class Counters {
  /** By device, and then what: `7 sms withheld daily-limit`, `7 alert sos`. */
  readonly #counts = new Map<string, number>();

  constructor(fleet: PluginWorld['fleet']) {
    fleet.log.onEvent((event) => this.#note(event));
  }

  /** Messages; `null` does not matter. */
  messages({ channel, outcome, reason }: MessageKind, counts: (device: number) => boolean): number {
    return this.#sum(
      ([device, of, how, why]) =>
        how === outcome &&
        (channel === null || of === channel) &&
        (reason === null || why === reason) &&
        counts(Number(device)),
    );
  }

  /** Alerts; a `null` type is any. */
  alerts(type: string | null, counts: (device: number) => boolean): number {
    return this.#sum(
      ([device, of, ...words]) =>
        of === 'alert' && (type === null || words.join(' ') === type) && counts(Number(device)),
    );
  }

  save(): CountersState {
    return [...this.#counts];
  }

  restore(state: CountersState): void {
    this.#counts.clear();
    for (const [key, count] of state) this.#counts.set(key, count);
  }

  #note(event: FleetEvent): void {
    if (event.kind === 'message-sent') this.#add(`${event.deviceId} ${event.channel} sent`, event.count);
    else if (event.kind === 'message-withheld')
      this.#add(`${event.deviceId} ${event.channel} withheld ${event.reason}`, event.count);
    else if (event.kind === 'alert-raised') this.#add(`${event.deviceId} alert ${event.type}`, 1);
  }

  #add(key: string, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  #sum(counts: (words: string[]) => boolean): number {
    let sum = 0;
    for (const [key, count] of this.#counts) if (counts(key.split(' '))) sum += count;
    return sum;
  }
}
