/** Part 3: alerts and messages as they come, each with what became of it, and why when it was withheld. */
import './events.css';
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { mapTable } from '../../../../contracts/kit/tables.ts';
import {
  channelNames,
  type EventFamily,
  events,
  type Messages,
  messagesInWords,
  reasonWords,
} from '../../../../contracts/specification/events/index.ts';
import type { Alert } from '../../../control/schemas/index.ts';
import { control } from '../../api/control.ts';
import { Empty } from '../../look/controls.tsx';
import { dateOf, timeOf } from '../../look/format.ts';
import { Icon, type IconName } from '../../look/Icon.tsx';
import { choose } from '../../state/choice.ts';
import { nameOf } from '../../state/devices.ts';
import { type FeedItem, feed, feedFamilies, shownFeed, toggleFamily } from '../../state/feed.ts';
import { calledBy, wordsOf } from '../../state/people.ts';
import { world } from '../../state/world.ts';
import { zone } from '../time/view.ts';

const SHOWN = 120;

const families: { readonly [F in EventFamily]: { label: string; icon: IconName } } = {
  alerts: { label: 'Alerts', icon: 'bell' },
  messages: { label: 'Messages', icon: 'mail' },
  licences: { label: 'Licences', icon: 'licence' },
  settings: { label: 'Settings', icon: 'settings' },
  records: { label: 'Groups and users', icon: 'people' },
  story: { label: 'Story', icon: 'book' },
};

export function Feed() {
  const items = shownFeed.value;
  return (
    <div class="stack feed">
      <fieldset class="filters" aria-label="Event kinds to show">
        <button
          type="button"
          class="button slim"
          aria-pressed={feedFamilies.value.size === 0}
          onClick={() => {
            feedFamilies.value = new Set();
          }}
        >
          All
        </button>
        {Object.values(mapTable(families, FamilyFilter))}
      </fieldset>
      {items.length === 0 ? (
        <Empty icon="bell">{noneInWords()}</Empty>
      ) : (
        <ol class="feed-items" aria-label="Events, newest first">
          {items.slice(0, SHOWN).map((item, index) => (
            <Fragment key={item.sequence}>
              <NewDay at={item.at} after={items[index - 1]?.at} />
              <Item item={item} />
            </Fragment>
          ))}
        </ol>
      )}
      {items.length > SHOWN && <p class="small muted">And {items.length - SHOWN} older ones.</p>}
    </div>
  );
}

function noneInWords(): string {
  if (world.value === null) return 'Loading events…';
  return feed.value.length === 0 ? 'No events yet.' : 'No events of these kinds.';
}

function FamilyFilter({ label, icon }: { label: string; icon: IconName }, family: EventFamily) {
  return (
    <button
      type="button"
      key={family}
      class="button slim"
      aria-pressed={feedFamilies.value.has(family)}
      onClick={() => toggleFamily(family)}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}

/** The date, above the events of a day of the account. */
function NewDay({ at, after }: { at: number; after: number | undefined }) {
  const day = dateOf(at, zone.value);
  if (after !== undefined && dateOf(after, zone.value) === day) return null;
  return <li class="feed-day small strong">{day}</li>;
}

function Item({ item }: { item: FeedItem }) {
  const { at, deviceId, tone, event, where, deliveries } = item;
  const row = events[event.kind];
  return (
    <li class={`feed-item ${tone}`} data-kind={event.kind} data-met={'met' in event ? event.met : undefined}>
      <span class="feed-sign">
        <Icon name={row.icon(event)} />
      </span>
      <div class="grow stack">
        <div class="feed-head">
          <span class={tone === 'info' ? 'untrusted' : 'strong untrusted'}>{wordsOf(event)}</span>
          <time class="small muted" dateTime={event.at} title={dateOf(at, zone.value)}>
            {timeOf(at, zone.value)}
          </time>
        </div>
        {deviceId !== null && (
          <button type="button" class="device-link untrusted" onClick={() => choose(deviceId)}>
            {nameOf(deviceId)}
          </button>
        )}
        {where !== null && <span class="small muted">at {where}</span>}
        {deliveries.length > 0 && <Deliveries deliveries={deliveries} />}
        {event.kind === 'alert-raised' && deliveries.length > 0 && <Recipients id={String(event.alertId)} />}
      </div>
    </li>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly Messages[] }) {
  return (
    <ul class="filters">
      {deliveries.map((messages) => {
        const { channel, reason } = messages;
        return (
          <li
            key={`${channel} ${reason}`}
            class={`chip ${reason === null ? 'good' : 'warn'}`}
            data-outcome={reason === null ? 'sent' : 'withheld'}
          >
            <Icon name={reason === null ? 'check' : 'cross'} />
            {messagesInWords(messages)}
          </li>
        );
      })}
    </ul>
  );
}

/** The recipients of an alert; fetched when the list is opened. */
function Recipients({ id }: { id: string }) {
  const alert = useSignal<Alert | null | undefined>(undefined);
  const look = async () => {
    if (alert.value) return;
    try {
      const { alerts } = await control.alerts.list({ limit: 1_000 });
      alert.value = alerts.find((each) => String(each.id) === id) ?? null;
    } catch {
      alert.value = null;
    }
  };
  return (
    <details class="small" onToggle={({ currentTarget }) => currentTarget.open && void look()}>
      <summary>Recipients</summary>
      {alert.value === null && <p class="muted">The service no longer keeps this alert.</p>}
      {alert.value && (
        <div class="stack">
          {alert.value.text && <p class="untrusted">“{alert.value.text}”</p>}
          <ul class="stack">
            {alert.value.notifications.map(({ channel, userId, outcome, reason }) => (
              <li key={`${channel} ${userId}`}>
                {channelNames[channel]} to <span class="untrusted">{calledBy('user', userId)}</span>:{' '}
                {outcome}
                {reason && `, ${reasonWords[reason]}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
}
