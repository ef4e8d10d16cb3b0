/** Deadlines, and below them alerts and messages as they come, each with what became of it, and why when it was withheld. */
import './panels.css';
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { counted } from '../../../contracts/kit/phrases.ts';
import { entriesOf } from '../../../contracts/kit/tables.ts';
import {
  channelNames,
  type EventFamily,
  events,
  messagesInWords,
  reasonWords,
} from '../../../contracts/specification/events/index.ts';
import type { Alert, Deadline, Id } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { Toggle } from '../look/controls.tsx';
import { dateOf, momentOf, spanOf, timeOf } from '../look/format.ts';
import { Icon, type IconName } from '../look/Icon.tsx';
import { maySeek, seek } from '../state/actions.ts';
import { choose } from '../state/chosen.ts';
import { now } from '../state/clock.ts';
import { nameOf } from '../state/devices.ts';
import { type FeedItem, feed, feedFamilies, shownFeed, toggleFamily } from '../state/feed.ts';
import { calledBy, deadlines, wordsOf } from '../state/server.ts';
import { zone } from '../state/story.ts';
import { world } from '../state/world.ts';

/** Entries that are listed at most. */
const MAX_SHOWN = 120;
const MAX_DEADLINES = 3;

const FAMILIES: { readonly [F in EventFamily]: string } = {
  alerts: 'Alerts',
  messages: 'Messages',
  licences: 'Licences',
  settings: 'Settings',
  records: 'Groups and users',
  story: 'Story',
};

export function Events() {
  const groups = collapsed(shownFeed.value);
  return (
    <div class="stack">
      <Deadlines />
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
        {entriesOf(FAMILIES).map(([family, label]) => (
          <button
            type="button"
            key={family}
            class="button slim"
            aria-pressed={feedFamilies.value.has(family)}
            onClick={() => toggleFamily(family)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {groups.length === 0 && <p class="empty">{noneInWords()}</p>}
      <ol class="lines" aria-label="Events, newest first">
        {groups.slice(0, MAX_SHOWN).map(({ item, devices }, index) => (
          <Fragment key={item.sequence}>
            <NewDay at={item.at} after={groups[index - 1]?.item.at} />
            <Item item={item} devices={devices} />
          </Fragment>
        ))}
      </ol>
      {groups.length > MAX_SHOWN && <p class="small muted">And {groups.length - MAX_SHOWN} older ones.</p>}
    </div>
  );
}

function noneInWords(): string {
  if (world.value === null) return 'Loading events…';
  return feed.value.length === 0 ? 'No events yet.' : 'No events of these kinds.';
}

interface Group {
  item: FeedItem;
  devices: Id[];
}

/** Equal events in a row as one: `Geofence enter · 6 devices`. An alert with messages stands alone. */
function collapsed(items: readonly FeedItem[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const isEqual =
      last?.item.event.kind === item.event.kind &&
      last.item.deliveries.length + item.deliveries.length === 0 &&
      wordsOf(last.item.event) === wordsOf(item.event) &&
      item.deviceId !== null;
    if (!isEqual) groups.push({ item, devices: item.deviceId === null ? [] : [item.deviceId] });
    else if (item.deviceId !== null && !last.devices.includes(item.deviceId))
      last.devices.push(item.deviceId);
  }
  return groups;
}

/** The date, above the events of a day of the account. */
function NewDay({ at, after }: { at: number; after: number | undefined }) {
  const day = dateOf(at, zone.value);
  if (after !== undefined && dateOf(after, zone.value) === day) return null;
  return <li class="small strong muted">{day}</li>;
}

function Item({ item, devices }: { item: FeedItem; devices: readonly Id[] }) {
  const { at, tone, event, where, deliveries } = item;
  const links = devices.map((id) => <DeviceLink key={String(id)} id={id} />);
  return (
    <li class={`feed-item ${tone}`} data-kind={event.kind} data-met={'met' in event ? event.met : undefined}>
      <span class="feed-sign">
        <Icon name={events[event.kind].icon(event)} />
      </span>
      <div class="grow">
        <div class="row">
          <span class={`grow untrusted ${tone === 'info' ? '' : 'strong'}`}>{wordsOf(event)}</span>
          <time class="small muted" dateTime={event.at} title={dateOf(at, zone.value)}>
            {timeOf(at, zone.value)}
          </time>
        </div>
        {links.length === 1 && links}
        {links.length > 1 && (
          <details class="small">
            <summary>{counted(links.length, 'device')}</summary>
            <div class="filters">{links}</div>
          </details>
        )}
        {where !== null && <span class="small muted"> at {where}</span>}
        {deliveries.length > 0 && (
          <ul class="filters">
            {deliveries.map((messages) => (
              <li
                key={`${messages.channel} ${messages.reason}`}
                class={`chip ${messages.reason === null ? 'good' : 'warn'}`}
                data-outcome={messages.reason === null ? 'sent' : 'withheld'}
              >
                <Icon name={messages.reason === null ? 'check' : 'cross'} />
                {messagesInWords(messages)}
              </li>
            ))}
          </ul>
        )}
        {event.kind === 'alert-raised' && deliveries.length > 0 && <Recipients id={String(event.alertId)} />}
      </div>
    </li>
  );
}

function DeviceLink({ id }: { id: Id }) {
  return (
    <button type="button" class="device-link untrusted" onClick={() => choose(id)}>
      {nameOf(id)}
    </button>
  );
}

/** Alerts among which one is looked for. */
const MAX_ALERTS = 1_000;

/** The recipients of an alert; fetched when the list is opened. */
function Recipients({ id }: { id: string }) {
  const alert = useSignal<Alert | null | undefined>(undefined);
  const look = async () => {
    const found = await control.alerts.list({ limit: MAX_ALERTS }).catch(() => undefined);
    alert.value = found?.alerts.find((each) => String(each.id) === id) ?? null;
  };
  return (
    <details class="small" onToggle={({ currentTarget }) => currentTarget.open && void look()}>
      <summary>Recipients</summary>
      {alert.value === null && <p class="muted">The service no longer keeps this alert.</p>}
      {alert.value?.text && <p class="untrusted">“{alert.value.text}”</p>}
      <ul>
        {alert.value?.notifications.map(({ channel, userId, outcome, reason }) => (
          <li key={`${channel} ${userId}`}>
            {channelNames[channel]} to <span class="untrusted">{calledBy('user', userId)}</span>: {outcome}
            {reason && `, ${reasonWords[reason]}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

const DUE: { readonly [kind: string]: readonly [icon: IconName, label: (deadline: Deadline) => string] } = {
  'day-end': ['clock', () => 'Day ends: counters reset'],
  'device-expiry': ['licence', ({ deviceId }) => `${nameOf(deviceId ?? '')} expires`],
  'token-expiry': ['shield', ({ tokenId }) => `Token ${String(tokenId ?? '')} expires`],
};

/** The deadlines to come, and a way there. */
function Deadlines() {
  const isWhole = useSignal(false);
  const all = deadlines.value ?? [];
  const shown = isWhole.value ? all : all.slice(0, MAX_DEADLINES);
  return (
    <section class="stack" aria-label="Deadlines">
      {all.length === 0 && <p class="small muted">Nothing is due.</p>}
      <ol class="lines" aria-label="Deadlines, soonest first">
        {shown.map((deadline) => {
          const at = Date.parse(deadline.at);
          const [icon, label] = DUE[deadline.kind] ?? (['clock', () => deadline.kind] as const);
          const { deviceId = null } = deadline;
          return (
            <li key={`${deadline.at} ${label(deadline)}`} class="row">
              <Icon name={icon} />
              <div class="grow">
                <p class="untrusted">{label(deadline)}</p>
                <p class="small muted">
                  {momentOf(at, zone.value)}, in {spanOf(at - now.value)}
                </p>
              </div>
              {deviceId !== null && (
                <button type="button" class="button slim" onClick={() => choose(deviceId)}>
                  Show
                </button>
              )}
              {maySeek(at) && (
                <button type="button" class="button slim" onClick={() => void seek(at)}>
                  Go there
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {all.length > MAX_DEADLINES && <Toggle label={`All ${all.length} deadlines`} on={isWhole} />}
    </section>
  );
}
