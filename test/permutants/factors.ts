/** Everything that can differ from one lawful deployment to the next: the table of `factors.yaml`, and levels that are code. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { differences, extraFields } from '../../contracts/profile/differences.ts';
import type { ErrorBody, JsonPointer, Status } from '../../contracts/profile/openings.ts';
import { defaultAnswers, type GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';
import { recordFacts } from '../../contracts/specification/records/index.ts';
import type { ResourceName } from '../../contracts/specification/records/kinds.ts';
import { fleetRules } from '../../simulator/fleet/rules/index.ts';
import type { SimulatorOptions } from '../../simulator/index.ts';
import { documentRules, type Rules } from '../../simulator/options.ts';
import { type Gate, gates } from './gates.ts';

/** One way in which a deployment can do what the document leaves open. */
export interface Level {
  openings?: GivenOpenings;
  basePath?: string;
  /** Facts of a deployment that no profile holds: its fleet, its time zone, the moment. */
  simulator?: Pick<SimulatorOptions, 'at' | 'devices' | 'licences' | 'timeZone' | 'frozen' | 'rules'>;
  /** Single refusals with a body of their own, beside whatever the others have (`errors.body`). */
  apart?: ErrorBody['apart'];
  gate?: Gate;
}

export interface Factor {
  readonly kinds: readonly number[];
  readonly levels: { readonly [name: string]: Level };
}

// Levels that are code

const rules = (given: Partial<Rules>): Level => ({ simulator: { rules: given } });

/** Replies to the token request that say as much in another way. */
const answers = (issued: Rules['issuedAnswer'], refused: Rules['refusedAnswer']): Level =>
  rules({ issuedAnswer: issued, refusedAnswer: refused });

const successes = (status: Status): Level => ({
  openings: {
    'operations.status': Object.fromEntries(guardedOperations.map(({ id }) => [id, status])),
  },
});

/** All refusals but those that tell of the service's own state. */
const refusals =
  `malformed invalid content-type too-large unknown-id deleted-id unknown-path method-not-allowed conflict
forbidden`.split(/\s/);
const refused = (status: Status): Level => ({
  openings: { 'errors.status': Object.fromEntries(refusals.map((refusal) => [refusal, status])) },
});

const resources = Object.keys(recordFacts) as ResourceName[];
/** A fact that stands in the place of another has a level of its own. */
const usual = (resource: ResourceName) =>
  Object.keys(recordFacts[resource]).filter((fact) => resource !== 'device' || fact !== 'groupIds');

/** Every fact of every record under a name of its own. */
function named(pointer: (fact: string, resource: ResourceName) => JsonPointer | undefined, more = {}): Level {
  const records = resources.map((resource) => {
    const places = usual(resource).map((fact) => [fact, pointer(fact, resource)]);
    return [
      `records.${resource}`,
      { fields: Object.fromEntries(places.filter(([, place]) => place)), ...more },
    ];
  });
  return { openings: Object.fromEntries(records) as GivenOpenings };
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields that nobody can do without, and the few by which a change can be seen. */
const few: { readonly [R in ResourceName]: string } = {
  device: 'id name',
  location: 'latitude longitude',
  alert: 'id type',
  group: 'id name description',
  user: 'id name email',
  country: 'code',
  timeZone: 'id',
};

const words: GivenOpenings = {
  'records.device': {
    fields: { id: '/id', name: '/name', groupId: '/group', status: '/state', licence: '/licence' },
    values: {
      status: { online: 1, offline: 0, unknown: -1 },
      licence: { used: 'A', expired: 'X' },
      groupId: { null: 0 },
    },
  },
  'records.alert': {
    fields: { id: '/id', type: '/type', severity: '/level', channels: '/via', text: '/text' },
    values: { severity: { info: 1, warning: 2, critical: 3 }, channels: { email: 'MAIL', sms: 'TEXT' } },
  },
  'records.user': {
    fields: {
      ...{ id: '/id', name: '/name', email: '/mail', disabled: '/active', notify: '/via', country: '/land' },
    },
    values: { disabled: { true: 'no', false: 'yes' }, notify: { email: 'MAIL', sms: 'TEXT' } },
  },
};

const plain = (resource: ResourceName) => ({
  fields: Object.fromEntries(usual(resource).map((fact) => [fact, `/${fact}`])),
});
const { groupId: _, ...ofDevice } = plain('device').fields;
/** Devices are in several groups here as well. */
const otherForms = {
  'records.device': {
    fields: { ...ofDevice, groupIds: '/groups' },
    forms: { lastSeenAt: { form: 'epoch-seconds' } },
  },
  'records.location': {
    ...plain('location'),
    forms: {
      ...{ latitude: 'text', longitude: 'text', speed: 'text', odometer: 'text' },
      receivedAt: { form: 'local', offset: '+02:00' },
    },
  },
  'records.group': { ...plain('group'), forms: { modifiedAt: { form: 'iso', offset: '-07:00' } } },
  'records.user': { ...plain('user'), forms: { createdAt: { form: 'local', offset: 'Z' } } },
} as GivenOpenings;

const axes = ['longitude', 'latitude', 'altitude'];
const nothing = null as never;

const code: { readonly [factor: string]: { readonly [level: string]: Level } } = {
  'token answer': {
    'with nulls': answers(
      (token, expires) => ({ success: true, token, expires, error: nothing }),
      (error) => ({ success: false, token: nothing, expires: nothing, error }),
    ),
    'with empty texts': answers(
      (token, expires) => ({ success: true, token, expires, error: '' }),
      (error) => ({ success: false, token: '', expires: '', error }),
    ),
    'with more in it': answers(
      (token, expires) => {
        const more = { token_type: 'Bearer', user: { id: 1 } };
        return { success: true, token, expires: expires.replace('Z', '+00:00'), ...more };
      },
      (error) => ({ success: false, error, ...{ code: 17, details: [] } }),
    ),
  },
  'where a token is taken': {
    'in the header, whatever follows its third part': rules({
      bearerToken: (header) =>
        /^Bearer +([^.]*\.[^.]*\.[^.]*)(?:\..*)?$/.exec(header ?? '')?.[1] ??
        documentRules.bearerToken(header),
    }),
  },
  success: {
    'always 200': successes(200),
    'always 201': successes(201),
    'always 202': successes(202),
    // `compose.ts` leaves 204 to those that have no body.
    '204 where there is no body': successes(204),
  },
  refusal: {
    ...Object.fromEntries(
      [400, 401, 403, 404, 409, 410, 422, 429].map((status) => [status, refused(status)]),
    ),
    'success: false': refused(200),
  },
  fields: {
    renamed: named((fact) => `/${snake(fact)}`),
    nested: named((fact) => (fact === 'id' ? '/meta/key' : `/attributes/${fact}`)),
    'positions as arrays': named((fact) =>
      axes.includes(fact) ? `/position/${axes.indexOf(fact)}` : `/${fact}`,
    ),
    'with others beside them': named((fact) => `/${fact}`, { constants: extraFields }),
    'in other words': { openings: words },
    'numbers as text, and times of several forms': { openings: otherForms },
    few: named((fact, resource) => (few[resource].split(' ').includes(fact) ? `/${fact}` : undefined)),
  },
  'several messages at once': {
    'are sent whole or not at all': rules({
      allowance: (facts) => (fleetRules.allowance(facts) < facts.requested ? 0 : facts.requested),
    }),
  },
  'on the way': Object.fromEntries(Object.entries(gates).map(([level, gate]) => [level, { gate }])),
};

// The table

type Given = GivenOpenings & Omit<Level, 'openings'> & { unnoticed?: keyof typeof differences };

function levelFrom({ basePath, simulator, apart, unnoticed, ...openings }: Given): Level {
  const given = {
    ...(basePath !== undefined && { basePath }),
    ...(simulator && { simulator }),
    ...(apart && { apart }),
  };
  return {
    ...given,
    openings: unnoticed ? (differences[unnoticed].openings(defaultAnswers) ?? {}) : openings,
  };
}

const table: { [factor: string]: { kinds: number[]; levels: { [level: string]: Given | 'code' } } } = parse(
  readFileSync(new URL('factors.yaml', import.meta.url), 'utf8'),
);

export const factors: { readonly [factor: string]: Factor } = Object.fromEntries(
  Object.entries(table).map(([factor, { kinds, levels }]) => {
    const read = Object.entries(levels).map(([name, level]) => [
      name,
      level === 'code' ? (code[factor]?.[name] as Level) : levelFrom(level),
    ]);
    return [factor, { kinds, levels: Object.fromEntries(read) }];
  }),
);
export const factorNames = Object.keys(factors);

/** One level of each factor. */
export type Row = { readonly [factor: string]: string };

/** The names of a factor's levels. */
export function levelsOf(factor: string): string[] {
  return Object.keys(factors[factor]?.levels ?? {});
}

export function levelOf(factor: string, level: string): Level {
  return factors[factor]?.levels[level] as Level;
}

type Some = readonly [factor: string, ...levels: string[]];

/** Levels of two factors that no deployment can have at once; each of the one with each of the other. */
export const impossible: readonly (readonly [Some, Some])[] = [
  // A refusal with status 200 has to say in its body that it is none.
  ...['refusal', 'refusal for want of a token', 'what was deleted'].map((factor): [Some, Some] => [
    ['error body', 'text', 'html', 'nothing'],
    [factor, 'success: false'],
  ]),
  // A limit by a clock that stands is over by no waiting, and no answer says that it is one.
  [
    ['rate limit', '429 alone'],
    ['clock', 'stands'],
  ],
  // A bare array has no place for the cursor of the next page.
  [
    ['lists', 'a bare array'],
    ['paging', 'by cursor'],
  ],
];

/** Tells whether the levels of a row, or of a part of one, can stand together. */
export function isPossible(row: Row): boolean {
  const has = ([factor, ...levels]: Some): boolean => levels.some((level) => row[factor] === level);
  return !impossible.some(([one, other]) => has(one) && has(other));
}

/** The opening answers that a role or a fleet withholds: whole parts of the document cannot be reached then. */
const forbids = (operations: string): Level => ({
  openings: { 'auth.roles': { mayNotCall: operations.split(/\s/) as never } },
});
const writesOf = (name: string) => `create${name} replace${name} update${name} delete${name}`;

/** Beside the array: there they would hide the effects of other levels. */
export const withheld: { readonly [what: string]: Level } = {
  'no deletes': forbids('deleteGroup deleteUser'),
  'no writing of users': forbids(writesOf('User')),
  'no lists but those for a choice': forbids('listDevices listGroups listUsers'),
  'only reading': forbids(`postLocations postAlerts ${writesOf('Group')} ${writesOf('User')}`),
  'no device': { simulator: { devices: 0, licences: 4 } },
};
