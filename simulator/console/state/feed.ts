/**
 * What happened, as people read it: alerts and messages each with what became of them, licences, settings, the
 * story. The newest are kept; messages that an alert set off stand with the alert.
 */
import { computed, signal } from '@preact/signals';
import type { Channel, FleetEvent, Id, WithheldReason } from '../api/types.ts';
import { onEvents } from './events.ts';
import { onNewWorld } from './world.ts';

export const FEED_KINDS = ['alerts', 'messages', 'licences', 'settings', 'records', 'story'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

export interface Delivery {
  channel: Channel;
  outcome: 'sent' | 'withheld';
  count: number;
  reason: WithheldReason | null;
}

export interface FeedItem {
  sequence: number;
  /** Simulated, ms since 1970. */
  at: number;
  kind: FeedKind;
  deviceId: Id | null;
  alertId: Id | null;
  /** How much it wants attention. */
  tone: 'critical' | 'warning' | 'info';
  event: FleetEvent;
  deliveries: readonly Delivery[];
}

/** Newest first. */
export const feed = signal<readonly FeedItem[]>([]);
/** Which kinds are left out. */
export const feedLeftOut = signal<ReadonlySet<FeedKind>>(new Set());
export const shownFeed = computed(() => feed.value.filter(({ kind }) => !feedLeftOut.value.has(kind)));

export function toggleFeedKind(kind: FeedKind): void {
  const leftOut = new Set(feedLeftOut.value);
  if (!leftOut.delete(kind)) leftOut.add(kind);
  feedLeftOut.value = leftOut;
}

const KEPT = 1_000;

const KINDS: { readonly [kind: string]: FeedKind } = {
  'alert-raised': 'alerts',
  'message-sent': 'messages',
  'message-withheld': 'messages',
  'limit-reached': 'messages',
  'day-ended': 'messages',
  'device-expired': 'licences',
  'device-activated': 'licences',
  'device-created': 'licences',
  'limits-set': 'settings',
  'account-changed': 'settings',
  'token-issued': 'settings',
  'token-expired': 'settings',
  'story-chapter': 'story',
  'story-caption': 'story',
  'story-expectation': 'story',
  'story-refusal': 'story',
};

const TONES: { readonly [kind: string]: FeedItem['tone'] } = {
  'limit-reached': 'warning',
  'message-withheld': 'warning',
  'device-expired': 'warning',
};
/** What the story foresaw is no news, what went otherwise is. */
const OF_THE_STORY: readonly string[] = ['story-expectation', 'story-refusal'];

onNewWorld(() => {
  feed.value = [];
});

onEvents((events) => {
  feed.value = withEvents(feed.peek(), events);
});

/** The feed with events on top, oldest of them first; a new list. */
export function withEvents(before: readonly FeedItem[], events: readonly FleetEvent[]): FeedItem[] {
  // Worked on oldest first, so that adding is cheap.
  const items = before.toReversed();
  const alerts = new Map<string, number>();
  items.forEach(({ kind, alertId }, index) => {
    if (kind === 'alerts') alerts.set(String(alertId), index);
  });
  for (const event of events) {
    const item = itemOf(event);
    const alert = item.kind === 'messages' ? alerts.get(String(item.alertId)) : undefined;
    const raised = alert === undefined ? undefined : items[alert];
    if (alert !== undefined && raised !== undefined) {
      items[alert] = { ...raised, deliveries: withDeliveries(raised.deliveries, item.deliveries) };
      continue;
    }
    if (item.kind === 'alerts') alerts.set(String(item.alertId), items.length);
    items.push(item);
  }
  return items.slice(-KEPT).reverse();
}

function itemOf(event: FleetEvent): FeedItem {
  const { kind, at, sequence, deviceId, alertId } = event;
  const isMessage = kind === 'message-sent' || kind === 'message-withheld';
  return {
    sequence,
    at: Date.parse(at),
    kind: KINDS[kind] ?? 'records',
    deviceId: (deviceId ?? null) as Id | null,
    alertId: (alertId ?? null) as Id | null,
    tone: toneOf(event),
    event,
    deliveries: isMessage
      ? [
          {
            channel: event.channel as Channel,
            outcome: kind === 'message-sent' ? 'sent' : 'withheld',
            count: Number(event.count),
            reason: (event.reason ?? null) as WithheldReason | null,
          },
        ]
      : [],
  };
}

function toneOf({ kind, severity, met }: FleetEvent): FeedItem['tone'] {
  if (kind === 'alert-raised' && (severity === 'critical' || severity === 'warning')) return severity;
  if (OF_THE_STORY.includes(kind)) return met === false ? 'critical' : 'info';
  return TONES[kind] ?? 'info';
}

function withDeliveries(before: readonly Delivery[], added: readonly Delivery[]): Delivery[] {
  const deliveries = [...before];
  for (const delivery of added) {
    const same = deliveries.findIndex(
      ({ channel, outcome, reason }) =>
        channel === delivery.channel && outcome === delivery.outcome && reason === delivery.reason,
    );
    const known = deliveries[same];
    if (known === undefined) deliveries.push(delivery);
    else deliveries[same] = { ...known, count: known.count + delivery.count };
  }
  return deliveries;
}
