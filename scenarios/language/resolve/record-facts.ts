/** The facts that a reply can be held to, by the operation that answers with them. */
import type { OperationId } from '../../../contracts/specification/index.ts';
import type { Device, Group, Location, User } from '../../../simulator/index.ts';

type NamesOf<R> = readonly (keyof R & string)[];

const device: NamesOf<Device> = [
  'id',
  'name',
  'model',
  'licencePlate',
  'imei',
  'phone',
  'groupId',
  'status',
  'licence',
  'expiresAt',
  'lastSeenAt',
];
const location: NamesOf<Location> = [
  'deviceId',
  'deviceTime',
  'receivedAt',
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'accuracy',
  'satellites',
  'ignition',
  'battery',
  'fuel',
  'odometer',
];
const group: NamesOf<Group> = ['id', 'name', 'description', 'createdAt', 'modifiedAt'];
const user: NamesOf<User> = [
  'id',
  'name',
  'email',
  'phone',
  'country',
  'timeZone',
  'disabled',
  'createdAt',
  'modifiedAt',
];

const byOperation: { readonly [Id in OperationId]?: readonly string[] } = {
  issueToken: ['success'],
  readDevice: device,
  lastLocation: location,
  readGroup: group,
  readUser: user,
};

/** None where the reply is no record. */
export function factNames(operation: OperationId): readonly string[] {
  return byOperation[operation] ?? [];
}
