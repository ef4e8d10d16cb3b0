/**
 * The things that are added to the product again and again, and the files to touch for them. The table of
 * CONTRIBUTING says the same in words.
 */
import type { Edit } from './compiler.ts';

/** One file that must be touched. */
export interface Step {
  /** To be read after "without". */
  what: string;
  edits: readonly [Edit, ...Edit[]];
  /** A line in a file that only lists its siblings. */
  listing?: true;
  /**
   * The compiler's error when everything but this is there: its file and words of it. Absent where this is all that has to
   * be added.
   */
  forgotten?: { file: string; says: string };
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
        forgotten: { file: 'contracts/deployment/probing/probes.ts', says: "'listAlerts'" },
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
            file: 'contracts/deployment/probing/probes.ts',
            from: "      listGroups: this.#plain('listGroups'),",
            to: "      listAlerts: this.#plain('listAlerts'),\n      listGroups: this.#plain('listGroups'),",
          },
        ],
        forgotten: { file: 'contracts/deployment/probing/probes.ts', says: "'listAlerts' is missing" },
      },
      {
        what: 'what shows that it did its work',
        edits: [
          {
            file: 'contracts/deployment/probing/evidence.ts',
            from: "  listGroups: listed('groups'),",
            to: "  listAlerts: listed('alerts'),\n  listGroups: listed('groups'),",
          },
        ],
        forgotten: { file: 'contracts/deployment/probing/evidence.ts', says: "'listAlerts' is missing" },
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
            from: "    if (users === 'none') return [];",
            to: "    if (users === 'none' || this.#policy['alerts.repeat'] === 'dropped') return [];",
          },
        ],
        forgotten: { file: 'simulator/http/performed.ts', says: 'alerts.repeat' },
      },
      {
        what: 'its observer',
        edits: [
          {
            file: 'contracts/verify/openings/behaviour.ts',
            from: 'export const behaviourObservers = {',
            to: `export const behaviourObservers = {
  'alerts.repeat': { notObserved: 'no operation reads an alert' },`,
          },
        ],
        forgotten: { file: 'contracts/verify/openings/index.ts', says: 'alerts.repeat' },
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
  language: editableField('text', values.text, sent.text(35), ''),`,
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
    most: 2,
    steps: [
      {
        what: 'its statement',
        edits: [
          {
            file: 'contracts/specification/rules/records.ts',
            from: "  {\n    id: 'devices/unknown-device-not-served',",
            to: `  {
    id: 'devices/id-stays',
    basis: 'stated',
    sections: ['1'],
    needs: ['device'],
    text: 'A device has the same id each time.',
  },
  {
    id: 'devices/unknown-device-not-served',`,
          },
        ],
        forgotten: { file: 'simulator/deviations/devices.ts', says: 'devices/id-stays' },
      },
      {
        what: 'its deviation',
        edits: [
          {
            file: 'simulator/deviations/devices.ts',
            from: "  'devices/unknown-device-not-served': ",
            to: `  'devices/id-stays': deviation('answers with another id', () => ({ expiresByDefault: () => true })),
  'devices/unknown-device-not-served': `,
          },
        ],
        forgotten: { file: 'simulator/deviations/devices.ts', says: 'devices/id-stays' },
      },
    ],
  },

  'an action of stories': {
    most: 2,
    steps: [
      {
        what: 'its field',
        edits: [
          {
            file: 'scenarios/actions/index.ts',
            from: "  'regain-signal': 'regainSignal',",
            to: "  'regain-signal': 'regainSignal',\n  'turn-back': 'turnBack',",
          },
        ],
        forgotten: { file: 'scenarios/actions/index.ts', says: '\'"turn-back"\' is missing' },
      },
      {
        what: 'its row',
        edits: [
          {
            file: 'scenarios/actions/vehicles.ts',
            from: "  'regain-signal': defineDeviceAction({",
            to: `  'turn-back': defineDeviceAction({
    summary: 'Vehicles turn back.',
    beside: {},
    read: () => ({}),
    words: (_, who) => \`\${who} turns back\`,
    step: (_, device) => ({ device }),
    perform: ({ device }, { traffic }) => traffic.stop(device, 0),
  }),

  'regain-signal': defineDeviceAction({`,
          },
        ],
        forgotten: { file: 'scenarios/actions/index.ts', says: "'turn-back'" },
      },
    ],
  },

  'a condition of stories': {
    most: 2,
    steps: [
      {
        what: 'its field',
        edits: [
          {
            file: 'scenarios/conditions/index.ts',
            from: "  'stands-still': 'standsStill',",
            to: "  'stands-still': 'standsStill',\n  'drives-off': 'drivesOff',",
          },
        ],
        forgotten: { file: 'scenarios/conditions/index.ts', says: '\'"drives-off"\' is missing' },
      },
      {
        what: 'its row',
        edits: [
          {
            file: 'scenarios/conditions/vehicles.ts',
            from: '  arrives: defineCondition({',
            to: `  'drives-off': defineCondition({
    summary: 'A device begins to move.',
    value: always,
    beside: {},
    read: () => ({}),
    words: (_, who) => \`\${who} drives off\`,
    cause: { holds: (_, { speed }) => speed > 0 },
  }),

  arrives: defineCondition({`,
          },
        ],
        forgotten: { file: 'scenarios/conditions/index.ts', says: "'drives-off'" },
      },
    ],
  },

  'an expectation of stories': {
    most: 1,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'scenarios/expectations/records.ts',
            from: "  groups: countOf('groups',",
            to: `  faults: defineExpectation({
    summary: 'How many rules of faults there are.',
    value: ref('wanted'),
    beside: {},
    read: ({ value, here, names }) => [{ wanted: wantedOf(value, here, names) }],
    words: ({ wanted }) => \`faults: \${numberInWords(wanted)}\`,
    check: ({ wanted }, { faults }) => number(faults.rules.length, wanted),
  }),

  groups: countOf('groups',`,
          },
        ],
      },
    ],
  },

  'an expectation of devices': {
    most: 1,
    steps: [
      {
        what: 'its row',
        edits: [
          {
            file: 'scenarios/expectations/locations.ts',
            from: '  /** The locations that the service holds of a device. */',
            to: `  'group-of': defineDeviceExpectation({
    beside: { groupId: option('The number of its group.', ref('wanted')) },
    read: ({ fields: { groupId }, path, names }) =>
      groupId === undefined ? [] : [{ wanted: wantedOf(groupId, [...path, 'groupId'], names) }],
    words: ({ wanted }, who) => \`group of \${who}: \${numberInWords(wanted)}\`,
    check: ({ devices, wanted }, scene, it) =>
      each(scene, devices, it, (id) => number(scene.fleet.devices.get(id)?.groupId ?? null, wanted)),
  }),

  /** The locations that the service holds of a device. */`,
          },
        ],
      },
    ],
  },
};
