/**
 * Ids that may stay open on a lawful deployment whose profile says everything, by the level that keeps them from being
 * reached. All other ids that are judged must pass.
 */
import { type FactorName, factorNames, type Row } from './factors/index.ts';
import type { withheld } from './withheld.ts';

type Beginnings = readonly string[];

const writesOf = (...families: ('group' | 'user')[]): Beginnings =>
  families.flatMap((family) => {
    const name = family === 'group' ? 'Group' : 'User';
    const operations = ['create', 'replace', 'update', 'delete'].map((write) => `${write}${name}`);
    return [
      `${family}s/created`,
      `${family}s/replaced`,
      `${family}s/updated`,
      `${family}s/deleted`,
      `${family}s/kept-as-sent`,
      `${family}s/listed-once`,
      ...operations.flatMap((operation) => ofOperation(operation)),
    ];
  });

function ofOperation(operation: string): Beginnings {
  const rules = [
    'bearer-accepted',
    'header-required',
    'garbage-refused',
    'tampered-refused',
    'valid-until-expiry',
    'expired-refused',
    'no-way-round',
  ];
  return [...rules.map((rule) => `auth/${rule}/${operation}`), `operations/${operation}`];
}

const mayStayOpen: { readonly [F in FactorName]?: { readonly [level: string]: Beginnings } } = {
  // No place shows the licence of a device: the counts alone do not tell that it is the activated one which is in use.
  fields: { few: ['licences/activation-takes-one'] },
  'a further token': { 'is the same one until that ends': ['token/renewal-extends'] },
  'posting locations': {
    'asks for a range': ['devices/posted-location-becomes-last', 'devices/location-is-own'],
  },
  'posting alerts': {
    // A range without a recorded alert shows nothing to any client.
    'asks for a range': ['devices/posted-alert-is-taken', 'auth/no-way-round/postAlerts'],
    'several in a wrapper': ['auth/no-way-round/postAlerts'],
  },
  // A map at the top of an answer with few entries may be an object of another kind.
  lists: { 'a bare map': ['listDevices', 'listGroups', 'listUsers'].map((id) => `auth/no-way-round/${id}`) },
  'countries and time zones': {
    'maps to names': ['auth/no-way-round/listCountries', 'auth/no-way-round/listTimeZones'],
  },
};

const withheldStaysOpen: { readonly [W in keyof typeof withheld]: Beginnings } = {
  'no deletes': [
    ...ofOperation('deleteGroup'),
    ...ofOperation('deleteUser'),
    'groups/deleted',
    'users/deleted',
  ],
  'no writing of users': writesOf('user'),
  'no lists but those for a choice': ['devices/', 'groups/', 'users/', 'auth/', 'operations/'],
  'only reading': [
    ...writesOf('group', 'user'),
    ...ofOperation('postLocations'),
    ...ofOperation('postAlerts'),
    'devices/',
  ],
  'no device': [
    ...['listDevices', 'readDevice', 'lastLocation', 'postLocations', 'postAlerts'].flatMap(ofOperation),
    'devices/',
  ],
};

/** 429 says "too many requests" and "no" in the same words: one answer may be taken for the other. */
function saysTwoThings(row: Row): boolean {
  const refused = [row.refusal, row['refusal for want of a token']];
  return row['rate limit'] === '429 alone' && refused.includes('429');
}

/** Whether something that is judged may stay open on the deployment of a row. */
export function mayBeOpen(id: string, row: Row, withholds: string | undefined): boolean {
  const beginnings = [
    ...factorNames.flatMap((factor) => mayStayOpen[factor]?.[row[factor]] ?? []),
    ...(withholds === undefined ? [] : (withheldStaysOpen[withholds] ?? [])),
  ];
  return saysTwoThings(row) || beginnings.some((beginning) => id.startsWith(beginning));
}
