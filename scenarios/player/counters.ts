/**
 * Messages and alerts counted by device, since the story began: the service itself keeps the newest only, and
 * expectations ask for all of them.
 */
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Channel } from '../language/terms.ts';
import type { Recipients } from './recipients.ts';
import type { Counted, StoryState } from './state.ts';

export interface MessageKind {
  channel: Channel | null;
  outcome: 'sent' | 'withheld';
  reason: string | null;
  /** The name of a user, or an address. */
  to: string | null;
}

export interface Counters {
  /** Messages; `null` does not matter. `to` is one of those asked for. */
  messages(kind: MessageKind, counts: (device: number) => boolean): number;
  /** Alerts; a `null` type is any. */
  alerts(type: string | null, counts: (device: number) => boolean): number;
}

/** @param asked the recipients whose messages are counted by themselves as well */
export function createCounters(
  { log, outbox }: PluginWorld['fleet'],
  state: Pick<StoryState, 'counted'>,
  recipients: Recipients,
  asked: ReadonlySet<string>,
): Counters {
  outbox.onAdded(({ deviceId: device, channel, reason, recipient }, count) => {
    const names = asked.size === 0 ? [] : recipients.namesOf(recipient).filter((name) => asked.has(name));
    for (const to of [null, ...names]) add({ device, channel, reason, to, type: null }, count);
  });
  log.onEvent((event) => {
    if (event.kind !== 'alert-raised') return;
    const { deviceId: device, type } = event;
    add({ device, channel: null, reason: null, to: null, type }, 1);
  });

  function add(facts: Omit<Counted, 'count'>, count: number): void {
    const key = JSON.stringify(Object.values(facts));
    const known = state.counted[key] ?? { ...facts, count: 0 };
    known.count += count;
    state.counted[key] = known;
  }

  function sum(counts: (counted: Counted) => boolean): number {
    return Object.values(state.counted).reduce((sum, each) => sum + (counts(each) ? each.count : 0), 0);
  }

  return {
    messages: ({ channel, outcome, reason, to }, counts) =>
      sum(
        (each) =>
          each.channel !== null &&
          (each.reason === null) === (outcome === 'sent') &&
          each.to === to &&
          (channel === null || each.channel === channel) &&
          (reason === null || each.reason === reason) &&
          counts(each.device),
      ),
    alerts: (type, counts) =>
      sum((each) => each.type !== null && (type === null || each.type === type) && counts(each.device)),
  };
}
