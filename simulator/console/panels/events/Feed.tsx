/** Part 3: alerts and messages as they come, each with what became of it, and why when it was withheld. */
import './events.css';
import { useSignal } from '@preact/signals';
import { control } from '../../api/control.ts';
import type { Alert } from '../../api/types.ts';
import { Empty } from '../../look/controls.tsx';
import { dateOf, timeOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { choose } from '../../state/choice.ts';
import { nameOf } from '../../state/devices.ts';
import {
  type Delivery,
  FEED_KINDS,
  type FeedItem,
  feed,
  feedLeftOut,
  shownFeed,
  toggleFeedKind,
} from '../../state/feed.ts';
import { zone } from '../time/Timeline.tsx';
import { CHANNEL_WORDS, deliveryInWords, iconOf, inWords, KIND_WORDS, REASONS } from './words.ts';

const SHOWN = 120;

export function Feed() {
  const items = shownFeed.value;
  return (
    <div class="stack feed">
      <fieldset class="filters" aria-label="Kinds that are shown">
        {FEED_KINDS.map((kind) => (
          <button
            type="button"
            key={kind}
            class="button slim toggle"
            aria-pressed={!feedLeftOut.value.has(kind)}
            onClick={() => toggleFeedKind(kind)}
          >
            <Icon name={KIND_WORDS[kind].icon} />
            {KIND_WORDS[kind].label}
          </button>
        ))}
      </fieldset>
      {items.length === 0 ? (
        <Empty icon="bell">
          {feed.value.length === 0 ? 'Nothing has happened yet.' : 'Nothing of these kinds.'}
        </Empty>
      ) : (
        <ol class="feed-items" aria-label="What happened, newest first">
          {items.slice(0, SHOWN).map((item) => (
            <Item key={item.sequence} item={item} />
          ))}
        </ol>
      )}
      {items.length > SHOWN && <p class="small muted">And {items.length - SHOWN} older ones.</p>}
    </div>
  );
}

function Item({ item }: { item: FeedItem }) {
  const { at, deviceId, tone, event, deliveries, alertId, kind } = item;
  return (
    <li class={`feed-item ${tone}`} data-kind={event.kind} data-met={event.met}>
      <span class="feed-sign">
        <Icon name={iconOf(item)} />
      </span>
      <div class="grow stack">
        <div class="feed-head">
          <span class={tone === 'info' ? 'untrusted' : 'strong untrusted'}>
            {tone === 'critical' && kind === 'alerts' && <span class="chip bad">critical</span>}{' '}
            {inWords(event)}
          </span>
          <time class="small muted" dateTime={event.at} title={dateOf(at, zone.value)}>
            {timeOf(at, zone.value)}
          </time>
        </div>
        {deviceId !== null && (
          <button type="button" class="device-link untrusted" onClick={() => choose(deviceId)}>
            {nameOf(deviceId)}
          </button>
        )}
        {deliveries.length > 0 && <Deliveries deliveries={deliveries} />}
        {kind === 'alerts' && alertId !== null && deliveries.length > 0 && (
          <Recipients id={String(alertId)} />
        )}
      </div>
    </li>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <ul class="filters">
      {deliveries.map((delivery) => (
        <li
          key={`${delivery.channel} ${delivery.outcome} ${delivery.reason}`}
          class={`chip ${delivery.outcome === 'sent' ? 'good' : 'warn'}`}
          data-outcome={delivery.outcome}
        >
          <Icon name={delivery.outcome === 'sent' ? 'check' : 'cross'} />
          {deliveryInWords(delivery)}
        </li>
      ))}
    </ul>
  );
}

/** Whom an alert went to, one by one; asked for when somebody wants to know. */
function Recipients({ id }: { id: string }) {
  const alert = useSignal<Alert | null | undefined>(undefined);
  const look = async () => {
    if (alert.value) return;
    try {
      const { alerts } = await control.alerts(1_000);
      alert.value = alerts.find((each) => String(each.id) === id) ?? null;
    } catch {
      alert.value = null;
    }
  };
  return (
    <details class="small" onToggle={({ currentTarget }) => currentTarget.open && void look()}>
      <summary>Whom it went to</summary>
      {alert.value === null && <p class="muted">The service no longer tells.</p>}
      {alert.value && (
        <div class="stack">
          {alert.value.text && <p class="untrusted">“{alert.value.text}”</p>}
          <ul class="stack">
            {alert.value.notifications.map(({ channel, userId, outcome, reason }) => (
              <li key={`${channel} ${userId}`}>
                {CHANNEL_WORDS[channel]} to user {String(userId)}: {outcome}
                {reason && `, ${REASONS[reason] ?? reason}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
}
