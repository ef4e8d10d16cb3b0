/**
 * The events, as people read them: alerts and messages with their outcome, licences, settings, the story. The newest
 * are kept; messages that an alert caused are with the alert.
 */
import { computed, signal } from '@preact/signals';
import {
  type EventFamily,
  events,
  type Messages,
  type Tone,
} from '../../../contracts/specification/events/index.ts';
import type { Id, ShownEvent } from '../../control/schemas/index.ts';
import { devices } from './devices.ts';
import { onEvents } from './events.ts';
import { positions } from './positions.ts';
import { whereabouts } from './streets.ts';
import { onNewWorld } from './world.ts';

export interface FeedItem {
  sequence: number;
  /** Simulated, ms since 1970. */
  at: number;
  family: EventFamily;
  deviceId: Id | null;
  tone: Tone;
  event: ShownEvent;
  /** Position of the vehicle when it raised an alert, in words; `null` where that is not known. */
  where: string | null;
  /** The outcome of the messages that an alert caused. */
  deliveries: readonly Messages[];
}

/** Newest first. */
export const feed = signal<readonly FeedItem[]>([]);
/** The families that were chosen; none: all of them. */
export const feedFamilies = signal<ReadonlySet<EventFamily>>(new Set());
/** The entries that are listed: a check that is met is behind the badge of all checks, and one that is not is here too. */
export const shownFeed = computed(() =>
  feed.value.filter(
    ({ family, event }) =>
      (feedFamilies.value.size === 0 || feedFamilies.value.has(family)) && !isMetCheck(event),
  ),
);

function isMetCheck(event: ShownEvent): boolean {
  return event.kind === 'story-expectation' && event.met;
}

/** Chooses a family beside those that are chosen, or no longer. */
export function toggleFamily(family: EventFamily): void {
  const chosen = new Set(feedFamilies.value);
  if (!chosen.delete(family)) chosen.add(family);
  feedFamilies.value = chosen;
}

const KEPT = 1_000;

onNewWorld(() => {
  feed.value = [];
});

onEvents((added) => {
  feed.value = withEvents(feed.peek(), added);
});

/** The feed with events on top, oldest of them first; a new list. */
export function withEvents(before: readonly FeedItem[], added: readonly ShownEvent[]): FeedItem[] {
  // Worked on oldest first, so that adding is cheap.
  const items = before.toReversed();
  const alerts = new Map<string, number>();
  items.forEach(({ event }, index) => {
    if (event.kind === 'alert-raised') alerts.set(String(event.alertId), index);
  });
  for (const event of added) {
    const messages = messagesOf(event);
    const alert = messages && alerts.get(messages.alertId);
    const raised = alert === undefined ? undefined : items[alert];
    if (messages && alert !== undefined && raised !== undefined) {
      items[alert] = { ...raised, deliveries: withMessages(raised.deliveries, messages.sent) };
      continue;
    }
    if (event.kind === 'alert-raised') alerts.set(String(event.alertId), items.length);
    items.push(itemOf(event));
  }
  return items.slice(-KEPT).reverse();
}

function itemOf(event: ShownEvent): FeedItem {
  const row = events[event.kind];
  return {
    sequence: event.sequence,
    at: Date.parse(event.at),
    family: row.family,
    deviceId: ('deviceId' in event ? event.deviceId : undefined) ?? null,
    tone: row.tone(event),
    event,
    where: event.kind === 'alert-raised' ? whereAt(event) : null,
    deliveries: [],
  };
}

/** Real reports are no further from an alert than this, in simulated ms. */
const NEAR = 60_000;

function whereAt({ at, deviceId }: Extract<ShownEvent, { kind: 'alert-raised' }>): string | null {
  const number = devices.get(String(deviceId))?.number ?? 0;
  const reported = positions.at[number] ?? 0;
  if (Math.abs(Date.parse(at) - reported) > NEAR) return null;
  return whereabouts(positions.latitude[number] ?? 0, positions.longitude[number] ?? 0);
}

/** The messages of an event, and the alert that set them off. */
function messagesOf(event: ShownEvent): { alertId: string; sent: Messages } | undefined {
  if (event.kind !== 'message-sent' && event.kind !== 'message-withheld') return undefined;
  const { channel, count, alertId } = event;
  const reason = event.kind === 'message-sent' ? null : event.reason;
  return { alertId: String(alertId), sent: { channel, count, reason } };
}

function withMessages(before: readonly Messages[], added: Messages): Messages[] {
  const same = before.findIndex(
    ({ channel, reason }) => channel === added.channel && reason === added.reason,
  );
  const known = before[same];
  return known === undefined
    ? [...before, added]
    : before.with(same, { ...known, count: known.count + added.count });
}
