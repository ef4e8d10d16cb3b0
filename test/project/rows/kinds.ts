/**
 * What is added to the product again and again, and what must be touched for it. The table of CONTRIBUTING says
 * the same in words.
 */
import type { Edit } from './compiler.ts';

/** One file that must be touched. */
export interface Step {
  /** To be read after "without". */
  what: string;
  edits: readonly [Edit, ...Edit[]];
  /** A line in a file that only lists its siblings. */
  listing?: true;
  /** What the compiler says when everything but this is there: in this file, words of the error. */
  forgotten: { file: string; says: string };
}

export interface Kind {
  /** How many files of the product may have to be touched. Those that only list siblings do not count. */
  most: number;
  steps: readonly Step[];
}

export const kinds: { readonly [what: string]: Kind } = {
  'an operation': {
    most: 4,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'contracts/specification/operations.ts',
            from: "  { id: 'listGroups',",
            to: `  { id: 'listAlerts', method: 'GET', path: '/api/alerts', ...devices, lists: 'alerts', success: 200, summary: 'List the alerts.' },
  { id: 'listGroups',`,
          },
        ],
        forgotten: { file: 'contracts/suite/session/probes.ts', says: "'listAlerts'" },
      },
      {
        what: 'code that performs it',
        edits: [
          {
            file: 'simulator/http/operations/reference.ts',
            from: '/** GET /api/users/countries. */',
            to: `export function listAlerts(world: World): Perform {
  const status = world.profile.openings['operations.status'].listAlerts;
  return listOf(world, 'alerts', status, () => world.fleet.alerts.between(1, 0, 1));
}

/** GET /api/users/countries. */`,
          },
        ],
        forgotten: { file: 'simulator/http/operations/index.ts', says: "'listAlerts'" },
      },
      {
        what: 'its line among the operations',
        listing: true,
        edits: [
          {
            file: 'simulator/http/operations/index.ts',
            from: '    listCountries: listCountries(world),',
            to: '    listAlerts: listAlerts(world),\n    listCountries: listCountries(world),',
          },
          {
            file: 'simulator/http/operations/index.ts',
            from: 'import { listCountries,',
            to: 'import { listAlerts, listCountries,',
          },
        ],
        forgotten: { file: 'simulator/http/operations/index.ts', says: "'listAlerts' is missing" },
      },
      {
        what: 'its probe',
        edits: [
          {
            file: 'contracts/suite/session/probes.ts',
            from: "      listGroups: this.#plain('listGroups'),",
            to: "      listAlerts: this.#plain('listAlerts'),\n      listGroups: this.#plain('listGroups'),",
          },
        ],
        forgotten: { file: 'contracts/suite/session/probes.ts', says: "'listAlerts' is missing" },
      },
      {
        what: 'what shows that it did its work',
        edits: [
          {
            file: 'contracts/suite/session/evidence.ts',
            from: "  listGroups: listed('groups'),",
            to: "  listAlerts: listed('alerts'),\n  listGroups: listed('groups'),",
          },
        ],
        forgotten: { file: 'contracts/suite/session/evidence.ts', says: "'listAlerts' is missing" },
      },
    ],
  },
  'an opening': {
    most: 3,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'contracts/specification/openings/posts.ts',
            from: 'export const postOpenings = [',
            to: `export const postOpenings = [
  defineOpening({
    id: 'alerts.repeat',
    sections: ['4.2'],
    open: 'what becomes of an alert that was raised before',
    decides: 'state',
    shapes: ['postAlerts'],
    ...choice({ kept: 'it is kept', dropped: 'it is dropped' }),
    default: 'kept',
  }),`,
          },
        ],
        forgotten: { file: 'simulator/fleet/alerts.ts', says: 'alerts.repeat' },
      },
      {
        what: 'code that performs it',
        edits: [
          {
            file: 'simulator/fleet/alerts.ts',
            from: "export type AlertPolicy = Answers<'alerts.recipients'",
            to: "export type AlertPolicy = Answers<'alerts.repeat' | 'alerts.recipients'",
          },
          {
            file: 'simulator/fleet/alerts.ts',
            from: "    if (recipients === 'none') return [];",
            to: "    if (recipients === 'none' || this.#policy['alerts.repeat'] === 'dropped') return [];",
          },
        ],
        forgotten: { file: 'simulator/http/performed.ts', says: 'alerts.repeat' },
      },
      {
        what: 'its observer',
        edits: [
          {
            file: 'contracts/suite/openings/behaviour.ts',
            from: 'export const behaviourObservers = {',
            to: `export const behaviourObservers = {
  'alerts.repeat': { notObserved: 'no operation reads an alert' },`,
          },
        ],
        forgotten: { file: 'contracts/suite/openings/index.ts', says: 'alerts.repeat' },
      },
    ],
  },

  'a kind of event': {
    most: 2,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'contracts/specification/events/devices.ts',
            from: 'export const deviceEvents = [',
            to: `export const deviceEvents = [
  defineEvent('device-renamed', {
    facts: { deviceId, name: text },
    family: 'settings',
    tone: 'info',
    icon: 'settings',
    words: ({ name }) => \`renamed to \${name}\`,
    timeline: null,
    terminal: null,
    affects: [],
  }),`,
          },
        ],
        forgotten: { file: 'simulator/fleet/devices.ts', says: '"device-renamed"' },
      },
      {
        what: 'the code that appends it',
        edits: [
          {
            file: 'simulator/fleet/devices.ts',
            from: "export type DeviceEvents = 'device-created'",
            to: "export type DeviceEvents = 'device-renamed' | 'device-created'",
          },
          {
            file: 'simulator/fleet/devices.ts',
            from: '    this.#described.set(device,',
            to: `    if (facts.name) this.#core.log.append('device-renamed', { deviceId: device, name: facts.name });
    this.#described.set(device,`,
          },
        ],
        forgotten: { file: 'simulator/fleet/log/emitted.ts', says: `Property '"device-renamed"' is missing` },
      },
    ],
  },

  'a field of a record': {
    most: 3,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'contracts/specification/records/user.ts',
            from: 'export const userFields = {',
            to: `export const userFields = {
  language: edited('text', values.text, sent.text(35), ''),`,
          },
        ],
        forgotten: { file: 'simulator/fleet/seed/records.ts', says: "'language'" },
      },
      {
        what: 'the users of the seed',
        edits: [
          {
            file: 'simulator/fleet/seed/records.ts',
            from: '    name: userName,',
            to: "    name: userName,\n    language: 'en',",
          },
          {
            file: 'simulator/fleet/seed/records.ts',
            from: '    country: home.country,',
            to: "    language: 'de',\n    country: home.country,",
          },
        ],
        forgotten: { file: 'simulator/fleet/seed/records.ts', says: "'language' is missing" },
      },
    ],
  },

  'a rule': {
    most: 3,
    steps: [
      {
        what: 'its statement',
        edits: [
          {
            file: 'contracts/specification/rules/licences.ts',
            from: "  {\n    id: 'expiry/reached-expires',",
            to: `  {
    id: 'expiry/date-only',
    basis: 'stated',
    sections: ['2'],
    needs: ['do:readLimits'],
    text: 'The expiration date is a date without a time.',
  },
  {
    id: 'expiry/reached-expires',`,
          },
        ],
        forgotten: { file: 'contracts/suite/cases/expiry/settings.ts', says: 'expiry/date-only' },
      },
      {
        what: 'its case',
        edits: [
          {
            file: 'contracts/suite/cases/expiry/settings.ts',
            from: 'export const settingCases = {',
            to: `export const settingCases = {
  'expiry/date-only': {
    touches: 'nothing',
    cost: { requests: 1 },
    judge: async () => inconclusive('No device was read.'),
  },`,
          },
        ],
        forgotten: { file: 'contracts/suite/cases/expiry/index.ts', says: 'expiry/date-only' },
      },
      {
        what: 'its deviation',
        edits: [
          {
            file: 'simulator/deviations/expiry.ts',
            from: "  'expiry/reached-expires': ",
            to: `  'expiry/date-only': deviation('adds a time to the date', () => ({ expiresByDefault: () => true })),
  'expiry/reached-expires': `,
          },
        ],
        forgotten: { file: 'simulator/deviations/expiry.ts', says: 'expiry/date-only' },
      },
    ],
  },

  'an action of stories': {
    most: 2,
    steps: [
      {
        what: 'its kind',
        edits: [
          {
            file: 'scenarios/actions/kinds.ts',
            from: "  'regain-signal': 'regainSignal',",
            to: "  'regain-signal': 'regainSignal',\n  'turn-back': 'turnBack',",
          },
        ],
        forgotten: { file: 'scenarios/actions/regain-signal.ts', says: '\'"turn-back"\'' },
      },
      {
        what: 'its definition',
        edits: [
          {
            file: 'scenarios/actions/regain-signal.ts',
            from: 'export const regainSignal =',
            to: `export const turnBack = defineDeviceAction({
  kind: 'turn-back',
  summary: 'Vehicles turn back.',
  beside: {},
  read: () => ({}),
  words: (_, who) => \`\${who} turns back\`,
  step: (_, device) => ({ device }),
  perform: ({ device }, { traffic }) => traffic.stop(device, 0),
  onTarget: 'shown by reports',
});

export const regainSignal =`,
          },
        ],
        forgotten: { file: 'scenarios/actions/index.ts', says: "'turnBack'" },
      },
      {
        what: 'its line among the actions',
        listing: true,
        edits: [
          {
            file: 'scenarios/actions/index.ts',
            from: "  'regain-signal': regainSignal,",
            to: "  'regain-signal': regainSignal,\n  'turn-back': turnBack,",
          },
          {
            file: 'scenarios/actions/index.ts',
            from: 'import { regainSignal }',
            to: 'import { regainSignal, turnBack }',
          },
        ],
        forgotten: { file: 'scenarios/actions/index.ts', says: '\'"turn-back"\' is missing' },
      },
    ],
  },

  'an expectation of stories': {
    most: 2,
    steps: [
      {
        what: 'its kind',
        edits: [
          {
            file: 'scenarios/expectations/kinds.ts',
            from: "  'happened',",
            to: "  'happened',\n  'faults',",
          },
        ],
        forgotten: { file: 'scenarios/expectations/groups.ts', says: '\'"faults"\'' },
      },
      {
        what: 'its definition',
        edits: [
          {
            file: 'scenarios/expectations/groups.ts',
            from: 'export const groups =',
            to: `export const faults = defineExpectation({
  kind: 'faults',
  summary: 'How many rules of faults there are.',
  value: ref('wanted'),
  beside: {},
  read: ({ value, here, names }) => [{ wanted: wantedOf(value, here, names) }],
  words: ({ wanted }) => \`faults: \${numberInWords(wanted)}\`,
  check: ({ wanted }, { faults }) => number(faults.rules.length, wanted),
  onTarget: { notJudged: 'a deployment has no faults on purpose' },
});

export const groups =`,
          },
        ],
        forgotten: { file: 'scenarios/expectations/index.ts', says: "'faults'" },
      },
      {
        what: 'its line among the expectations',
        listing: true,
        edits: [
          { file: 'scenarios/expectations/index.ts', from: '  happened,', to: '  happened,\n  faults,' },
          {
            file: 'scenarios/expectations/index.ts',
            from: 'import { groups }',
            to: 'import { faults, groups }',
          },
        ],
        forgotten: { file: 'scenarios/expectations/index.ts', says: "'faults' is missing" },
      },
    ],
  },

  'an expectation of devices': {
    most: 2,
    steps: [
      {
        what: 'its kind',
        edits: [
          {
            file: 'scenarios/expectations/kinds.ts',
            from: "'last-location', 'locations'",
            to: "'last-location', 'locations', 'group-of'",
          },
        ],
        forgotten: { file: 'scenarios/expectations/locations.ts', says: '\'"group-of"\'' },
      },
      {
        what: 'its definition',
        edits: [
          {
            file: 'scenarios/expectations/locations.ts',
            from: '/** Locations that the service holds of a device. */',
            to: `export const groupOf = defineDeviceExpectation({
  kind: 'group-of',
  beside: { groupId: option('The number of its group.', ref('wanted')) },
  read: ({ fields: { groupId }, path, names }) =>
    groupId === undefined ? [] : [{ wanted: wantedOf(groupId, [...path, 'groupId'], names) }],
  words: ({ wanted }, who) => \`group of \${who}: \${numberInWords(wanted)}\`,
  check: ({ devices, wanted }, scene, it) =>
    each(scene, devices, it, (id) => number(scene.fleet.devices.get(id)?.groupId ?? null, wanted)),
  onTarget: { notJudged: 'a deployment has numbers of its own' },
});

/** Locations that the service holds of a device. */`,
          },
        ],
        forgotten: { file: 'scenarios/expectations/index.ts', says: "'groupOf'" },
      },
      {
        what: 'its line among the expectations',
        listing: true,
        edits: [
          {
            file: 'scenarios/expectations/index.ts',
            from: "  'last-location': lastLocation,",
            to: "  'last-location': lastLocation,\n  'group-of': groupOf,",
          },
          {
            file: 'scenarios/expectations/index.ts',
            from: 'import { locations }',
            to: 'import { groupOf, locations }',
          },
        ],
        forgotten: { file: 'scenarios/expectations/index.ts', says: '\'"group-of"\' is missing' },
      },
    ],
  },

  'a condition of stories': {
    most: 2,
    steps: [
      {
        what: 'its kind',
        edits: [
          {
            file: 'scenarios/conditions/kinds.ts',
            from: "  'stands-still': 'standsStill',",
            to: "  'stands-still': 'standsStill',\n  'drives-off': 'drivesOff',",
          },
        ],
        forgotten: { file: 'scenarios/conditions/arrives.ts', says: '\'"drives-off"\'' },
      },
      {
        what: 'its definition',
        edits: [
          {
            file: 'scenarios/conditions/arrives.ts',
            from: 'export const arrives =',
            to: `export const drivesOff = defineCondition({
  kind: 'drives-off',
  summary: 'A device begins to move.',
  value: always,
  beside: {},
  read: () => ({}),
  words: (_, who) => \`\${who} drives off\`,
  cause: { holds: (_, { speed }) => speed > 0 },
});

export const arrives =`,
          },
        ],
        forgotten: { file: 'scenarios/conditions/index.ts', says: "'drivesOff'" },
      },
      {
        what: 'its line among the conditions',
        listing: true,
        edits: [
          {
            file: 'scenarios/conditions/index.ts',
            from: "  'stands-still': standsStill,",
            to: "  'stands-still': standsStill,\n  'drives-off': drivesOff,",
          },
          {
            file: 'scenarios/conditions/index.ts',
            from: 'import { arrives }',
            to: 'import { arrives, drivesOff }',
          },
        ],
        forgotten: { file: 'scenarios/conditions/index.ts', says: '\'"drives-off"\' is missing' },
      },
    ],
  },
};
