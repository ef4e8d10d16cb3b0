/** From the fleet's facts to what the control API shows: ISO 8601 times, ids as the profile writes them. */

import { isoUtc } from '../../contracts/kit/times.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { ShownFacts } from '../../contracts/specification/events/index.ts';
import { recordFacts } from '../../contracts/specification/records/index.ts';
import type { FactKind, IdentifiedResource } from '../../contracts/specification/records/kinds.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { Alert, Device } from '../fleet/types.ts';
import type { ClockView } from '../time/clock.ts';
import type {
  Account as ShownAccount,
  Alert as ShownAlert,
  ClockView as ShownClock,
  Device as ShownDevice,
} from './schemas/index.ts';

const kindOfFacts = Object.values<{ readonly [fact: string]: FactKind }>(recordFacts).flatMap((kinds) =>
  Object.entries(kinds),
);

const resourceOf = new Map<FactKind, IdentifiedResource>([
  ['id:device', 'device'],
  ['id:alert', 'alert'],
  ['id:group', 'group'],
  ['id:user', 'user'],
]);

/** Facts that name another record, of which messages and notifications have more. */
const idFacts = new Map<string, IdentifiedResource>([
  ...kindOfFacts.flatMap(([fact, kind]) => {
    const resource = fact === 'id' ? undefined : resourceOf.get(kind);
    return resource ? [[fact, resource] as const] : [];
  }),
  ['userId', 'user'],
  ['alertId', 'alert'],
]);

const timeFacts = new Set([
  'at',
  'until',
  ...kindOfFacts.filter(([, kind]) => kind === 'time').map(([fact]) => fact),
]);

/** A record with its ids and times written out; all else stays. */
export function presentFacts<Facts extends object>(facts: Facts, lens: Lens): ShownFacts<Facts> {
  const shown: { [fact: string]: unknown } = {};
  for (const [fact, value] of Object.entries(facts)) {
    const resource = idFacts.get(fact);
    if (fact === 'groupIds' && Array.isArray(value))
      shown[fact] = value.map((id) => lens.writeId('group', id));
    else if (typeof value !== 'number') shown[fact] = value;
    else if (resource) shown[fact] = lens.writeId(resource, value);
    else shown[fact] = timeFacts.has(fact) ? isoUtc(value) : value;
  }
  return shown as ShownFacts<Facts>;
}

/** The account without its key: the key is a secret, and who set it knows it. */
export function presentAccount({ account, dayEnds }: Fleet): ShownAccount {
  const { apiKey: _secret, ...shown } = account.view();
  return { ...shown, dayEnds: `${dayEnds['day.ends']} ${dayEnds['day.time-zone']}` };
}

export function presentClock(view: ClockView): ShownClock {
  return {
    now: isoUtc(view.now),
    speed: view.speed,
    frozen: view.frozen,
    until: view.until === null ? null : isoUtc(view.until),
    advancing: view.advancing,
  };
}

export function presentDevice(device: Device, lens: Lens): Omit<ShownDevice, 'limits'> {
  // The fleet's own number beside the id: the stream of positions uses it.
  return presentFacts({ ...device, id: lens.writeId('device', device.id), number: device.id }, lens);
}

export function presentAlert(alert: Alert, lens: Lens): ShownAlert {
  const notifications = alert.notifications.map((notification) => presentFacts(notification, lens));
  return presentFacts({ ...alert, id: lens.writeId('alert', alert.id), notifications }, lens);
}
