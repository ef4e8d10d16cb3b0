/**
 * Ids that may stay open on a lawful deployment whose profile says everything, by the level that keeps them from being
 * reached. All other ids that are judged must pass.
 */
import type { Row, withheld } from './factors.ts';

type Beginnings = readonly string[];

const accessRules =
  `bearer-accepted header-required garbage-refused tampered-refused valid-until-expiry expired-refused
no-way-round`.split(/\s/);
const ofOperations = (operations: string): Beginnings =>
  operations
    .split(' ')
    .flatMap((id) => [...accessRules.map((rule) => `auth/${rule}/${id}`), `operations/${id}`]);

const writesOf = (family: 'group' | 'user'): Beginnings => {
  const name = family === 'group' ? 'Group' : 'User';
  const rules = ['created', 'replaced', 'updated', 'deleted', 'kept-as-sent', 'listed-once'];
  return [
    ...rules.map((rule) => `${family}s/${rule}`),
    ...ofOperations(`create${name} replace${name} update${name} delete${name}`),
  ];
};
const noWayRound = (operations: string): Beginnings =>
  operations.split(' ').map((id) => `auth/no-way-round/${id}`);

const mayStayOpen: { readonly [factor: string]: { readonly [level: string]: Beginnings } } = {
  // No place shows the licence of a device: the counts alone do not tell that it is the activated one which is in use.
  fields: { few: ['licences/activation-takes-one'] },
  'a further token': { 'is the same one until that ends': ['token/renewal-extends'] },
  'posting locations': {
    'asks for a range': ['devices/posted-location-becomes-last', 'devices/location-is-own'],
  },
  'posting alerts': {
    // A range without a recorded alert shows nothing to any client.
    'asks for a range': ['devices/posted-alert-is-taken', ...noWayRound('postAlerts')],
    'several in a wrapper': noWayRound('postAlerts'),
  },
  // A map at the top of an answer with few entries may be an object of another kind.
  lists: { 'a bare map': noWayRound('listDevices listGroups listUsers') },
  'countries and time zones': { 'maps to names': noWayRound('listCountries listTimeZones') },
};

const withheldStaysOpen: { readonly [W in keyof typeof withheld]: Beginnings } = {
  'no deletes': [...ofOperations('deleteGroup deleteUser'), 'groups/deleted', 'users/deleted'],
  'no writing of users': writesOf('user'),
  'no lists but those for a choice': ['devices/', 'groups/', 'users/', 'auth/', 'operations/'],
  'only reading': [
    ...writesOf('group'),
    ...writesOf('user'),
    ...ofOperations('postLocations postAlerts'),
    'devices/',
  ],
  'no device': [...ofOperations('listDevices readDevice lastLocation postLocations postAlerts'), 'devices/'],
};

/** 429 says "too many requests" and "no" in the same words: one answer may be taken for the other. */
function saysTwoThings(row: Row): boolean {
  const refused = [row.refusal, row['refusal for want of a token']];
  return row['rate limit'] === '429 alone' && refused.includes('429');
}

/** Tells whether something that is judged may stay open on the deployment of a row. */
export function mayBeOpen(id: string, row: Row, withholds: string | undefined): boolean {
  const beginnings = [
    ...Object.entries(row).flatMap(([factor, level]) => mayStayOpen[factor]?.[level] ?? []),
    ...(withholds === undefined ? [] : (withheldStaysOpen[withholds] ?? [])),
  ];
  return saysTwoThings(row) || beginnings.some((beginning) => id.startsWith(beginning));
}
