/** What can be done. The field that chooses says what is done and to whom; the others say how. */
import { driving, limits, userFacts } from './cast.ts';
import {
  always,
  anyText,
  type Branch,
  choice,
  describe,
  listOf,
  number,
  object,
  oneOf,
  oneOrMore,
  orNothing,
  type Properties,
  percent,
  ref,
  type Schema,
  text,
  when,
  whole,
} from './parts.ts';

const groupFacts: Properties = {
  description: describe('Of the group.', anyText),
  devices: describe('Its devices; null for none.', orNothing(ref('devices'))),
};
const newName = describe('The new name; default the one it has.', text);
const disabled = describe('Whether the user is switched off.', ref('switch'));

const fault = object(
  {
    operation: describe('An operation such as listDevices, or * for each of them.', text),
    latency: describe('How long an answer waits, in real time.', ref('duration')),
    errors: describe('Share of calls, from 0 to 1, that fail.', number(0, 1)),
    drops: describe('Share of calls, from 0 to 1, whose connection is cut.', number(0, 1)),
  },
  ['operation'],
);

const branches: { readonly [verb: string]: Branch } = {
  drive: {
    description: 'Sends vehicles on a route.',
    value: ref('devices'),
    beside: { route: ref('drive'), ...driving },
    required: ['route'],
  },
  stop: {
    description: 'Vehicles brake to a stand.',
    value: ref('devices'),
    beside: { for: describe('Drives on afterwards; default stays.', ref('duration')) },
  },
  alert: {
    description: 'A device raises an alert.',
    value: ref('devices'),
    beside: {
      type: describe('Such as sos or speeding.', text),
      severity: describe('Default by type.', oneOf('info', 'warning', 'critical')),
      text: describe('What it says; default made from the type.', anyText),
      channels: describe('Default by severity.', { ...listOf(ref('channel'), 0), uniqueItems: true }),
      times: describe('How many; default 1.', whole(1, 100_000)),
      apart: describe('How far apart; default 1s.', ref('duration')),
    },
    required: ['type'],
  },
  send: {
    description: "Sends messages from a device to the account's own user.",
    value: ref('devices'),
    beside: { channel: ref('channel'), count: describe('Default 1.', whole(1, 1_000_000)) },
    required: ['channel'],
  },
  setLimits: {
    description: 'Changes the limit settings of devices.',
    value: ref('devices'),
    beside: {
      ...limits,
      expires: describe('The Expires option.', ref('switch')),
      expirationDate: describe('null takes it away.', orNothing(ref('date'))),
    },
  },
  activate: {
    description: 'Activates expired devices.',
    value: ref('devices'),
    beside: { expirationDate: describe('A new expiration date, set with it.', ref('date')) },
  },
  setLicences: { description: 'How many licences the account has.', value: whole(0, 1_000_000_000) },
  apiAccess: { description: "Switches the account's API access.", value: ref('switch') },
  rotateKey: { description: 'Gives the account a new API key; the old one counts no more.', value: always },
  getToken: { description: "Gets a token with the account's credentials, as a client would.", value: always },
  loseSignal: {
    description: 'Nothing gets through for a while.',
    value: ref('devices'),
    beside: {
      for: describe('Default until regainSignal.', ref('duration')),
      buffered: describe(
        'Whether reports come afterwards: late, partly out of order and twice; default on.',
        ref('switch'),
      ),
    },
  },
  regainSignal: { description: 'What was lost gets through again.', value: ref('devices') },
  setSensor: {
    description: 'A fact that locations carry changes.',
    value: ref('devices'),
    beside: { sensor: text, value: { type: 'number' } },
    required: ['sensor', 'value'],
  },
  setFuel: {
    description: 'What is in the tank.',
    value: ref('devices'),
    beside: { percent },
    required: ['percent'],
  },
  setBattery: {
    description: "The device's charge.",
    value: ref('devices'),
    beside: { percent },
    required: ['percent'],
  },
  addDevice: {
    description: 'A device of this name comes into the fleet.',
    value: text,
    beside: { group: describe('The group it is in.', text) },
  },
  createGroup: { description: 'Creates a group of this name.', value: text, beside: groupFacts },
  replaceGroup: {
    description: 'Replaces a group whole (PUT).',
    value: text,
    beside: { name: newName, ...groupFacts },
  },
  patchGroup: {
    description: 'Changes what is said and leaves the rest (PATCH).',
    value: text,
    beside: { name: newName, ...groupFacts },
  },
  deleteGroup: { description: 'Deletes a group.', value: text },
  createUser: {
    description: 'Creates a user of this name.',
    value: text,
    beside: { ...userFacts, disabled },
  },
  replaceUser: {
    description: 'Replaces a user whole (PUT).',
    value: text,
    beside: { name: newName, ...userFacts, disabled },
  },
  patchUser: {
    description: 'Changes what is said and leaves the rest (PATCH).',
    value: text,
    beside: { name: newName, ...userFacts, disabled },
  },
  deleteUser: { description: 'Deletes a user.', value: text },
  faults: {
    description: 'Faults of the service from now on; an empty list ends them.',
    value: listOf(fault, 0),
  },
};

const common: Properties = {
  outcome: describe(
    'What the service is to answer; default done. Another answer fails the story.',
    oneOf('done', 'refused', 'any'),
  ),
};

/** Actions that need no more than their name: `do: getToken`. */
const bare: Schema = oneOf('getToken', 'rotateKey');

export const action: Schema = when({ type: 'string' }, bare, choice('an action', branches, common));

export const actions = describe(
  'What is done, in order: one action or a list.',
  oneOrMore({ $ref: '#/definitions/action' }),
);
