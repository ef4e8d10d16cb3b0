/** All records of a fleet as the control API shows them: what changes are told of. Of locations, the last of each device. */
import type { Redactor } from '../../../contracts/kit/redact.ts';
import { mapTable } from '../../../contracts/kit/tables.ts';
import type { Lens } from '../../../contracts/profile/lens/lens.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import {
  presentAccount,
  presentAlert,
  presentDevice,
  presentFacts,
  presentLocation,
  presentMessage,
} from '../present.ts';
import type { ChangedResource } from '../schemas/index.ts';

/** By the id of the record, as the profile writes it. */
export type RecordsById = ReadonlyMap<string | number, object>;
export type FleetRecords = { readonly [R in ChangedResource]: RecordsById };

/** A fleet, and the lens that writes its ids. */
export interface Shown {
  readonly fleet: Fleet;
  readonly lens: Lens;
}

type Rows = [id: string | number, record: object][];

const resources: { readonly [R in ChangedResource]: (shown: Shown) => Rows } = {
  account: ({ fleet }) => [['account', presentAccount(fleet)]],
  group: ({ fleet, lens }) =>
    fleet.groups.kept().map((group) => {
      const id = lens.writeId('group', group.id);
      const deviceIds = group.deviceIds.map((device) => lens.writeId('device', device));
      return [id, { ...presentFacts(group, lens), id, deviceIds }];
    }),
  user: ({ fleet, lens }) =>
    fleet.users.kept().map((user) => {
      const id = lens.writeId('user', user.id);
      return [id, { ...presentFacts(user, lens), id }];
    }),
  device: ({ fleet, lens }) =>
    fleet.devices.list().map((device) => {
      const shown = presentDevice(device, lens);
      return [shown.id, { ...shown, limits: fleet.limits.of(device.id) }];
    }),
  location: ({ fleet, lens }) =>
    fleet.devices.list().flatMap(({ id }) => {
      const last = fleet.locations.last(id);
      return last ? [[lens.writeId('device', id), presentLocation(last, lens)]] : [];
    }),
  alert: ({ fleet, lens }) =>
    fleet.alerts.recent(Number.POSITIVE_INFINITY).map((alert) => {
      const shown = presentAlert(alert, lens);
      return [shown.id, shown];
    }),
  message: ({ fleet, lens }) =>
    fleet.outbox.list().map((message) => [message.id, presentMessage(message, lens)]),
};

/** The records of a fleet, their secrets taken out. */
export function recordsOf(shown: Shown, redactor: Redactor): FleetRecords {
  return mapTable<ChangedResource, (shown: Shown) => Rows, RecordsById>(
    resources,
    (rows) => new Map(rows(shown).map(([id, record]) => [id, redactor.deep(record)])),
  );
}
