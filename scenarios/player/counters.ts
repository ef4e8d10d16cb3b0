/**
 * Messages and alerts counted by device, since the story began: the service itself keeps the newest only, and
 * expectations ask for all of them.
 */

import type { Message } from '../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Channel } from '../language/terms.ts';
import type { Recipients } from './recipients.ts';
import { type CountersState, counted } from './state.ts';

export interface MessageKind {
  channel: Channel | null;
  outcome: 'sent' | 'withheld';
  reason: string | null;
  /** The name of a user, or an address. */
  to: string | null;
}

const patterns = { messages: new RegExp(counted.messages), alerts: new RegExp(counted.alerts) };

/** The facts of counted messages; `undefined` for alerts. */
function messagesIn(
  key: string,
): (Omit<MessageKind, 'channel'> & { device: string; channel: string }) | undefined {
  const [, device = '', channel = '', reason = null, to = null] = patterns.messages.exec(key) ?? [];
  if (channel === '') return undefined;
  return { device, channel, outcome: reason === null ? 'sent' : 'withheld', reason, to };
}

export class Counters {
  /** By device, and then what: `7 sms withheld daily-limit`, `7 sms sent to Bob`, `7 alert sos`. */
  readonly #counts = new Map<string, number>();
  readonly #recipients: Recipients;
  readonly #asked: ReadonlySet<string>;

  /** @param asked the recipients whose messages are counted by themselves as well */
  constructor({ log, outbox }: PluginWorld['fleet'], recipients: Recipients, asked: ReadonlySet<string>) {
    this.#recipients = recipients;
    this.#asked = asked;
    outbox.onAdded((message, count) => this.#note(message, count));
    log.onEvent((event) => {
      if (event.kind === 'alert-raised') this.#add(`${event.deviceId} alert ${event.type}`, 1);
    });
  }

  /** Messages; `null` does not matter. `to` is one of those asked for. */
  messages({ channel, outcome, reason, to }: MessageKind, counts: (device: number) => boolean): number {
    return this.#sum((key) => {
      const found = messagesIn(key);
      return (
        found !== undefined &&
        found.outcome === outcome &&
        found.to === to &&
        (channel === null || found.channel === channel) &&
        (reason === null || found.reason === reason) &&
        counts(Number(found.device))
      );
    });
  }

  /** Alerts; a `null` type is any. */
  alerts(type: string | null, counts: (device: number) => boolean): number {
    return this.#sum((key) => {
      const [, device, of] = patterns.alerts.exec(key) ?? [];
      return of !== undefined && (type === null || of === type) && counts(Number(device));
    });
  }

  save(): CountersState {
    return [...this.#counts];
  }

  restore(state: CountersState): void {
    this.#counts.clear();
    for (const [key, count] of state) this.#counts.set(key, count);
  }

  #note({ deviceId, channel, reason, recipient }: Message, count: number): void {
    const key = `${deviceId} ${channel} ${reason === null ? 'sent' : `withheld ${reason}`}`;
    this.#add(key, count);
    if (this.#asked.size === 0) return;
    for (const to of this.#recipients.namesOf(recipient))
      if (this.#asked.has(to)) this.#add(`${key} to ${to}`, count);
  }

  #add(key: string, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  #sum(counts: (key: string) => boolean): number {
    let sum = 0;
    for (const [key, count] of this.#counts) if (counts(key)) sum += count;
    return sum;
  }
}
