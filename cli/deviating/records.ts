/** Operations, devices, groups and users that do otherwise than their names say (sections 1, 4 and 4.2). */
import { documentRules, type Rules } from '../../simulator/simulator.ts';
import { always, type Deviate, type DeviationsOf } from './deviation.ts';

type Family = 'group' | 'user';
type Content = { readonly [field: string]: unknown };

export const operationDeviations: DeviationsOf<'operations'> = {
  'operations/*': ({ operations }) => ({
    does: 'does not serve the operation',
    rules: { servesOperation: (operation) => !operations.has(operation) },
  }),
};

export const deviceDeviations: DeviationsOf<'devices'> = {
  'devices/listed-can-be-read': anotherDeviceAnswers,
  'devices/last-location-of-device': always('tells positions off the earth', () => ({
    lastLocationShown: (location) => ({ ...location, latitude: location.latitude + 100 }),
  })),
  'devices/posted-location-becomes-last': always('keeps the first location of a device as the last', () => ({
    becomesLast: () => false,
  })),
  'devices/posted-alert-is-taken': always('refuses alerts', () => ({ takesAlerts: () => false })),
  'devices/unknown-device-not-served': always('answers an unknown id with the first device', () => ({
    deviceAnswering: (id, exists) => (exists ? id : 1),
  })),
};

/** The record of the next device is read in the place of each. */
function anotherDeviceAnswers(): ReturnType<Deviate> {
  return {
    does: 'answers with the record of another device',
    around: (handle, { fleet, lens, profile }) => {
      const reading = new RegExp(`^${profile.basePath}/api/devices/([^/?]+)(?=\\?|$)`);
      return (call) => {
        const segment = call.method === 'GET' ? reading.exec(call.target)?.[1] : undefined;
        const id = segment === undefined ? undefined : lens.readPathId('device', decodeURIComponent(segment));
        if (id === undefined || !fleet.devices.has(id)) return handle(call);
        const other = lens.pathId('device', (id % fleet.devices.count) + 1);
        return handle({
          ...call,
          target: call.target.replace(reading, `${profile.basePath}/api/devices/${other}`),
        });
      };
    },
  };
}

export const groupDeviations: DeviationsOf<'groups'> = life('group', 'groups') as DeviationsOf<'groups'>;

export const userDeviations: DeviationsOf<'users'> = {
  ...(life('user', 'users') as Omit<
    DeviationsOf<'users'>,
    'users/countries-listed' | 'users/time-zones-listed'
  >),
  'users/countries-listed': always('lists no country', () => ({ countriesListed: () => [] })),
  'users/time-zones-listed': always('lists no time zone', () => ({ timeZonesListed: () => [] })),
};

/** The same mistakes for groups and for users. */
function life(family: Family, area: 'groups' | 'users'): { [rule: string]: Deviate } {
  const mine = (facts: { family: Family }) => facts.family === family;
  return {
    [`${area}/created-can-be-read`]: always('cuts names off', () => ({
      recordCreated: (facts) => (mine(facts) ? withShortName(facts.content) : facts.content),
    })),
    [`${area}/created-is-listed`]: always('does not list what was created', () => notListed(mine)),
    [`${area}/replaced`]: always('keeps the content that a PUT replaces', () => ({
      recordReplaced: (facts) => (mine(facts) ? facts.before : documentRules.recordReplaced(facts)),
    })),
    [`${area}/updated-keeps-rest`]: always('wipes the fields that a PATCH leaves out', () => ({
      recordUpdated: (facts) => (mine(facts) ? facts.change : documentRules.recordUpdated(facts)),
    })),
    [`${area}/deleted-is-gone`]: always('only hides what was deleted from the list', () => hiddenOnly(mine)),
    [`${area}/deleted-spares-others`]: always('deletes with a record what was created after it', () =>
      takesOthersAlong(mine),
    ),
  };
}

const SHORT = 12;

function withShortName(content: Content): Content {
  return typeof content.name === 'string' ? { ...content, name: content.name.slice(0, SHORT) } : content;
}

function notListed(mine: (facts: { family: Family }) => boolean): Partial<Rules> {
  const created = new Set<unknown>();
  return {
    recordCreated: (facts) => {
      if (mine(facts)) created.add(facts.content.name);
      return documentRules.recordCreated(facts);
    },
    recordListed: (facts) => !mine(facts) || !created.has(facts.record.name),
  };
}

function hiddenOnly(mine: (facts: { family: Family }) => boolean): Partial<Rules> {
  const hidden = new Set<number>();
  return {
    recordsRemoved: (facts) => {
      if (!mine(facts)) return documentRules.recordsRemoved(facts);
      hidden.add(facts.id);
      return [];
    },
    recordListed: (facts) => !mine(facts) || !hidden.has(facts.id),
  };
}

/** More than anybody creates in a while. */
const MANY = 1_000;

/** Only records that were changed take others along: those that are made to be deleted are left alone. */
function takesOthersAlong(mine: (facts: { family: Family }) => boolean): Partial<Rules> {
  const changed = new Set<unknown>();
  const names = new Map<number, unknown>();
  return {
    recordReplaced: (facts) => {
      const content = documentRules.recordReplaced(facts);
      if (mine(facts)) changed.add(content.name);
      return content;
    },
    recordRead: (family, id, record) => {
      if (mine({ family })) names.set(id, (record as { name?: unknown } | undefined)?.name);
      return record;
    },
    recordsRemoved: (facts) => {
      const removed = documentRules.recordsRemoved(facts);
      if (!mine(facts) || !changed.has(names.get(facts.id))) return removed;
      return [...removed, ...Array.from({ length: MANY }, (_, index) => facts.id + 1 + index)];
    },
  };
}
